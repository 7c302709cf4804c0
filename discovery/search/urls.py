"""Addresses of home and search."""

from django.urls import path

from discovery.search import views

urlpatterns = [
    path("", views.home_page, name="home-page"),
    path("search", views.search_page, name="search-page"),
    path("search/results/", views.search_results, name="search-results"),
    path("search/why/", views.search_why, name="search-why"),
    path("search/csv", views.search_csv, name="search-csv"),
    path("search/suggest/", views.search_suggest, name="search-suggest"),
]
