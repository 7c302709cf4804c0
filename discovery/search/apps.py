from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "discovery.search"
    label = "search"
