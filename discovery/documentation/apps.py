from django.apps import AppConfig


class DocumentationConfig(AppConfig):
    name = "discovery.documentation"
    label = "documentation"
