"""Addresses of sign-in, profile and theme."""

from django.urls import path

from catalogsite.accounts import views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.sign_in_page, name="sign-in"),
    path("sign-in/demo/", views.demo_sign_in, name="demo-sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("theme/", views.theme_set, name="theme"),
    path("profile/choices/", views.choice_set, name="choices"),
    path("profile/", views.profile_page, name="profile"),
    path("profile/tokens/", views.token_create, name="token-create"),
    path("profile/tokens/<int:token_id>/revoke/", views.token_revoke, name="token-revoke"),
]
