from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "catalogsite.accounts"
    label = "accounts"
