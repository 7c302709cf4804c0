from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "catalogsite.operations"
    label = "operations"

    def ready(self) -> None:
        from catalogsite.operations.links import page_of
        from discovery.search.home_blocks import HomeBlock, register_home_block
        from workflows.events.links import register_links

        register_links(page_of)
        register_home_block(HomeBlock("waiting", "operations:home-waiting", 10))
