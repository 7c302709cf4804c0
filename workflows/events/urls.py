"""Addresses of the event log."""

from django.urls import path

from workflows.events import views

urlpatterns = [
    path("events", views.events_page, name="events-page"),
    path("events/new/", views.events_new, name="events-new"),
    path("events/<int:position>", views.event_page, name="event-page"),
]
