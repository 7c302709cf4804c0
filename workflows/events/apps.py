from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "workflows.events"
    label = "events"
