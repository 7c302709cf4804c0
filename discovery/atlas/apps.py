from django.apps import AppConfig


class AtlasConfig(AppConfig):
    name = "discovery.atlas"
    label = "atlas"
