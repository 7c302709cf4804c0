from django.apps import AppConfig


class ReactionsConfig(AppConfig):
    name = "workflows.reactions"
    label = "reactions"

    def ready(self) -> None:
        from workflows.events.services import call_after_commit
        from workflows.reactions.tasks import nudge_after_commit

        call_after_commit(nudge_after_commit)
