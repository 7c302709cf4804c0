from django.apps import AppConfig


class ClassificationConfig(AppConfig):
    name = "governance.classification"
    label = "classification"
