from django.apps import AppConfig


class RangerConfig(AppConfig):
    name = "governance.ranger"
    label = "ranger"

    def ready(self) -> None:
        """Tells chips and facets which classifications are sensitive."""
        from discovery.atlas.sensitivity import register_sensitive_types
        from governance.ranger.templates import sensitive_types

        register_sensitive_types(sensitive_types)
