from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "catalogsite.operations"
    label = "operations"

    def ready(self) -> None:
        from catalogsite.operations.links import page_of
        from workflows.events.links import register_links

        register_links(page_of)
