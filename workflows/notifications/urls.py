"""Addresses of the inbox."""

from django.urls import path

from workflows.notifications import views

urlpatterns = [
    path("inbox", views.inbox_page, name="inbox-page"),
    path("inbox/read", views.inbox_read, name="inbox-read-all"),
    path("inbox/<int:item_id>/open", views.item_open, name="inbox-open"),
    path("inbox/<int:item_id>/read", views.item_read, name="inbox-read"),
]
