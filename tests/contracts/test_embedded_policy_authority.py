"""The embedded policy table fulfils the contract."""

import pytest

from governance.ranger.backends.embedded import EmbeddedPolicyAuthority
from tests.contracts.policy_authority import PolicyAuthorityContract


@pytest.mark.django_db
class TestEmbeddedPolicyAuthority(PolicyAuthorityContract):
    @pytest.fixture
    def authority(self) -> EmbeddedPolicyAuthority:
        return EmbeddedPolicyAuthority()
