from django.apps import AppConfig


class LineageConfig(AppConfig):
    name = "discovery.lineage"
    label = "lineage"
