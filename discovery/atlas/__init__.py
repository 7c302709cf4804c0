"""Metadata as Apache Atlas means it: types, entities, relationships, classifications with propagation.

One way in for writes: `services` (rights) in front of the `MetadataAuthority` port; reads are `selectors`.
Names, guids and JSON are exactly Atlas's. Must not know search, texts' revisions, proposals or Ranger.
"""
