"""Addresses of the pipelines."""

from django.urls import path

from workflows.reactions import views

urlpatterns = [
    path("pipelines", views.pipelines_page, name="pipelines-page"),
    path("pipelines/results/", views.pipelines_results, name="pipelines-results"),
    path("pipelines/<str:name>", views.pipeline_page, name="pipeline-page"),
    path("pipelines/<str:name>/pause", views.pipeline_pause, name="pipeline-pause"),
    path("pipelines/<str:name>/resume", views.pipeline_resume, name="pipeline-resume"),
    path("pipelines/<str:name>/replay", views.pipeline_replay, name="pipeline-replay"),
    path("pipelines/<str:name>/retry", views.letters_retry, name="letters-retry"),
    path("dead-letters", views.letters_page, name="letters-page"),
    path("dead-letters/<int:letter_id>/retry", views.letter_retry, name="letter-retry"),
    path("dead-letters/<int:letter_id>/dismiss", views.letter_dismiss, name="letter-dismiss"),
]
