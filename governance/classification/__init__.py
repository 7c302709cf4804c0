"""Proposals for classifications: who proposes, who decides, and how an approval becomes a change.

One way in: `services.submit_proposal`, `approve_proposal`, `reject_proposal`, `withdraw_proposal`, `comment_on`.
"""
