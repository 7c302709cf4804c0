"""Which glyph and hue a type has, which hue a person: one meaning each, everywhere the same."""

from hashlib import blake2b

TABLE, VIEW, COLUMN = ("table-2", "table"), ("layers", "table"), ("columns-3", "quiet")
TOPIC, JOB, REPORT = ("radio", "topic"), ("cog", "job"), ("chart-column", "report")
STORE, TERM, UNKNOWN = ("hard-drive", "store"), ("book-open", "term"), ("box", "quiet")
DATABASE = ("database", "store")

_BY_KIND = {"column": COLUMN, "process": JOB, "term": TERM, "glossary": TERM}
_BY_WORD = (
    ("column", COLUMN),
    ("field", COLUMN),
    ("view", VIEW),
    ("topic", TOPIC),
    ("stream", TOPIC),
    ("process", JOB),
    ("job", JOB),
    ("flow", JOB),
    ("report", REPORT),
    ("dashboard", REPORT),
    ("chart", REPORT),
    ("database", DATABASE),
    ("schema", DATABASE),
    ("catalog", DATABASE),
    ("keyspace", DATABASE),
    ("namespace", DATABASE),
    ("instance", DATABASE),
    ("table", TABLE),
    ("dataset", TABLE),
    ("s3", STORE),
    ("bucket", STORE),
    ("path", STORE),
    ("file", STORE),
    ("object", STORE),
    ("term", TERM),
    ("glossary", TERM),
)
_TRAILING = {"db": DATABASE}
DISC_GROUNDS = 6


def glyph_of(kind: str, type_name: str) -> tuple[str, str]:
    """(icon, hue) for an entity's kind and type name; a type nobody drew gets a box on quiet ground."""
    if kind in _BY_KIND:
        return _BY_KIND[kind]
    name = type_name.lower()
    if name.rsplit("_", 1)[-1] in _TRAILING:
        return _TRAILING[name.rsplit("_", 1)[-1]]
    return next((glyph for word, glyph in _BY_WORD if word in name), UNKNOWN)


def initials_of(name: str) -> str:
    """Two letters at most: of the first and last word, or the first two of a single word."""
    words = [word for word in name.replace(".", " ").replace("_", " ").replace("-", " ").split() if word]
    if not words:
        return "?"
    if len(words) == 1:
        return words[0][:2].upper()
    return (words[0][0] + words[-1][0]).upper()


def ground_of(name: str) -> int:
    """Which of the soft grounds a person's disc has; the same in every process."""
    return blake2b(name.encode(), digest_size=2).digest()[0] % DISC_GROUNDS
