from django.apps import AppConfig


class UsageConfig(AppConfig):
    name = "discovery.usage"
    label = "usage"
