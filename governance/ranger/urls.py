"""Addresses of the tag policies."""

from django.urls import path

from governance.ranger import views

urlpatterns = [
    path("ranger", views.policies_page, name="ranger-page"),
    path("ranger/apply", views.policies_apply, name="ranger-apply"),
    path("ranger/put-back", views.policy_put_back, name="ranger-put-back"),
    path("ranger/compare", views.policies_compare, name="ranger-compare"),
    path("ranger/json", views.policy_json, name="ranger-json"),
]
