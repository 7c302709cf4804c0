from django.apps import AppConfig


class CommonConfig(AppConfig):
    name = "catalogsite.common"
    label = "common"
