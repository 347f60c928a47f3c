#!/usr/bin/env python3
"""Checks YAML files against a JSON Schema, as an editor would.

    validate.py SCHEMA FILE…

Scalars are read by the core schema of YAML 1.2, as editors do: `no`, `12:30` and `2026-01-05` are
text, `5` is a number, `true` a boolean. Prints one JSON object a line for each file: its path, and
what is wrong with it, the first words of each error. A file that is no YAML has the error `yaml`.
The schema itself is checked first. Exit code 3 where a library is missing.
"""

import json
import re
import sys

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"python3-{error.name} is missing; scripts/setup installs it", file=sys.stderr)
    sys.exit(3)


class CoreLoader(yaml.SafeLoader):
    """Reads plain scalars by the core schema of YAML 1.2, section 10.3.2."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"null|Null|NULL|~|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    (
        "float",
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        list("-+0123456789."),
    ),
    ("merge", r"<<", ["<"]),
]:
    CoreLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), first
    )


def integer(loader, node):
    text = loader.construct_scalar(node)
    for prefix, base in (("0o", 8), ("0x", 16)):
        if text.startswith(prefix):
            return int(text[2:], base)
    return int(text)


CoreLoader.add_constructor("tag:yaml.org,2002:int", integer)


def keyed(value):
    """Returns the value with the keys that JSON has: text."""
    if isinstance(value, dict):
        return {key_text(key): keyed(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [keyed(entry) for entry in value]
    return value


def key_text(key):
    return key if isinstance(key, str) else json.dumps(key)


def errors(validator, path):
    try:
        with open(path, encoding="utf-8-sig") as file:
            value = keyed(yaml.load(file, CoreLoader))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, TypeError, ValueError):
        return ["yaml"]
    found = sorted(validator.iter_errors(value), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message[:120]}" for error in found]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[2:]:
        print(json.dumps({"file": path, "errors": errors(validator, path)}))


main()
