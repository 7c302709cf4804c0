from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassificationConfig(AppConfig):
    name = "governance.classification"
    label = "classification"

    def ready(self) -> None:
        """Puts what governance knows onto the pages of entities."""
        from discovery.entities.panels import EntityAction, Height, Panel, Place, register_action, register_panel

        register_panel(
            Panel("governance", _("Governance"), "governance:governance-panel", Place.GOVERNANCE, 10, Height.HIGH)
        )
        register_panel(Panel("wishes", _("Proposed"), "governance:wishes-panel", Place.HEAD, 50, Height.NONE))
        register_panel(Panel("open", _("Open proposals"), "governance:open-count-panel", Place.TAB, 10, Height.NONE))
        register_action(
            EntityAction(
                "propose",
                _("Propose classification"),
                "governance:propose",
                icon="git-pull-request",
                order=10,
                kinds=frozenset({"dataset", "column", "container", "other"}),
                takes_columns=True,
                takes_removals=True,
            )
        )
