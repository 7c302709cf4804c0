from django.apps import AppConfig


class SourcesConfig(AppConfig):
    name = "discovery.sources"
    label = "sources"
