"""Addresses of proposals and classifications."""

from django.urls import path

from governance.classification.views import classifications, proposals, propose

urlpatterns = [
    path("proposals", proposals.proposals_page, name="proposals-page"),
    path("proposals/<str:proposal_id>", proposals.proposal_detail, name="proposal-page"),
    path("proposals/<str:proposal_id>/preview/", proposals.proposal_preview, name="proposal-preview"),
    path("proposals/<str:proposal_id>/road/", proposals.proposal_road, name="proposal-road"),
    path("proposals/<str:proposal_id>/approve", proposals.proposal_approve, name="proposal-approve"),
    path("proposals/<str:proposal_id>/reject", proposals.proposal_reject, name="proposal-reject"),
    path("proposals/<str:proposal_id>/withdraw", proposals.proposal_withdraw, name="proposal-withdraw"),
    path("proposals/<str:proposal_id>/comment", proposals.proposal_comment, name="proposal-comment"),
    path("propose", propose.propose, name="propose"),
    path("propose/effect/", propose.propose_effect, name="propose-effect"),
    path("propose/attributes/", propose.propose_attributes, name="propose-attributes"),
    path("entity/<str:guid>/propose", propose.propose, name="entity-propose"),
    path("entity/<str:guid>/governance/panel/", classifications.entity_governance, name="governance-panel"),
    path("entity/<str:guid>/wishes/panel/", classifications.entity_wishes, name="wishes-panel"),
    path("entity/<str:guid>/open-proposals/panel/", classifications.entity_open_count, name="open-count-panel"),
    path("classifications", classifications.classifications_page, name="classifications-page"),
    path("classifications/<path:name>", classifications.classification_page, name="classification-page"),
]
