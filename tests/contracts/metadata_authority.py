"""What every MetadataAuthority must do. Subclasses give the adapter; a gap is an overriding skip with its reason."""

from tests.contracts.metadata_classifications import ClassificationContract
from tests.contracts.metadata_entities import EntityContract


class MetadataAuthorityContract(EntityContract, ClassificationContract):
    """Inherit, give `authority`, and override `settle` where our tables follow later."""
