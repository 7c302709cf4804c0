from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AtlasConfig(AppConfig):
    name = "discovery.atlas"
    label = "atlas"

    def ready(self) -> None:
        from discovery.atlas.typedef_loader import load_after_migrate

        post_migrate.connect(load_after_migrate, sender=self, dispatch_uid="discovery.atlas.typedefs")
