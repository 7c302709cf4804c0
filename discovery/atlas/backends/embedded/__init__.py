"""The embedded backend of MetadataAuthority: Apache Atlas's semantics on the tables of `discovery.atlas.models`.

`saving` entities, `relating` relationships and terms, `classifying` with `spreading` and `propagation`, `deleting`,
`typedefs`, `extras`, `naming`; `change` gathers what one write touched. Where documents and a real server differ, the
server was followed.
"""

from discovery.atlas.backends.embedded.authority import EmbeddedAuthority

__all__ = ["EmbeddedAuthority"]
