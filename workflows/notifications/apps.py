from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "workflows.notifications"
    label = "notifications"
