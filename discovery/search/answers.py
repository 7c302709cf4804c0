"""Search answers as JSON. Pure."""

from typing import Any

from discovery.search.params import NAMES
from discovery.search.selectors import Found
from discovery.search.types import Hit


def found_json(found: Found) -> dict[str, Any]:
    page = found.page
    facets = {
        NAMES.get(name, name): [{"value": value.value, "count": value.count} for value in values]
        for name, values in page.facets.items()
    }
    return {
        "total": page.total,
        "results": [hit_json(hit) for hit in page.hits],
        "facets": facets,
        "next": found.next,
    }


def hit_json(hit: Hit) -> dict[str, Any]:
    document, match = hit.document, hit.match
    return {
        "guid": document.guid,
        "typeName": document.type_name,
        "status": document.status,
        "name": document.name,
        "qualifiedName": document.qualified_name,
        "path": list(document.path),
        "description": document.description,
        "owners": list(document.owners),
        "classifications": list(document.own_classifications),
        "match": {"band": match.band.name, "fields": list(match.fields), "columns": list(match.columns)},
    }


def suggestion_json(hit: Hit) -> dict[str, Any]:
    document = hit.document
    return {
        "guid": document.guid,
        "typeName": document.type_name,
        "name": document.name,
        "path": list(document.path),
    }
