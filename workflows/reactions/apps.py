from django.apps import AppConfig


class ReactionsConfig(AppConfig):
    name = "workflows.reactions"
    label = "reactions"
