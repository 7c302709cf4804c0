"""The event log: what changed, in commit order per partition, written in the transaction of the change itself.

One way in: `services.record` / `record_many`, inside `transaction.atomic`. Must not know what the events mean.
"""
