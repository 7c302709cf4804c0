from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "catalogsite.operations"
    label = "operations"
