from django.apps import AppConfig


class EntitiesConfig(AppConfig):
    name = "discovery.entities"
    label = "entities"
