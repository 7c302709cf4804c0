"""People: roles, steward scopes, tokens, sign-in, and the one policy function that every write asks.

One way in: `policy.require(actor, action, …)`. Must not know metadata models: objects are described by `Target` values.
"""
