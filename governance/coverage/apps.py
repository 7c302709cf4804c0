from django.apps import AppConfig


class CoverageConfig(AppConfig):
    name = "governance.coverage"
    label = "coverage"
