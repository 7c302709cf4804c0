"""Telling people: the inbox and, behind it, e-mail and chat. One row per (pipeline, event, recipient), never two.

One way in: `services.notify`. Must not know proposals or policies: it gets a sentence, a link and recipients.
"""
