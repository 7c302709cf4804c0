"""The embedded authority fulfils the contract."""

import pytest

from discovery.atlas.backends.embedded import EmbeddedAuthority
from tests.contracts.metadata_authority import MetadataAuthorityContract


@pytest.mark.django_db
class TestEmbeddedAuthority(MetadataAuthorityContract):
    @pytest.fixture
    def authority(self, db: None) -> EmbeddedAuthority:
        return EmbeddedAuthority()
