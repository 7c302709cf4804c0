from django.apps import AppConfig


class RangerConfig(AppConfig):
    name = "governance.ranger"
    label = "ranger"
