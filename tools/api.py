#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/api.md: every function of the public headers with what its header says of it.
usage: tools/api.py ROOT        to standard output; the test api_doc compares it with the file"""
import os
import re
import sys

root = sys.argv[1] if len(sys.argv) > 1 else "."
ORDER = ["modevs.h", "options.h", "results.h", "hybrid.h", "devs.h", "parts.h", "library.h", "record.h", "value.h", "request.h", "unit.h", "fmu.h", "fmi.h", "model.h", "status.h", "alloc.h", "utility.h"]


def plain(comment):
    """The text of a comment, in one line; what Markdown would take for something else is left as it is written."""
    text = re.sub(r"/\*|\*/", " ", comment)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"([|<>])", r"\\\1", text)


def squeeze(code):
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", code, flags=re.S)).strip()


def functions(text):
    """(prototype, what is said of it) of each function that is declared outside of structs."""
    text = re.sub(r'(?m)^extern "C" \{\n|^#ifdef __cplusplus\n\}\n', "", text)
    text = re.sub(r"(?m)^#(?:.*\\\n)*.*\n", "", text)
    depth, comment, at, group = 0, "", 0, ""
    for token in re.finditer(r"/\*.*?\*/|[{};]|\n\n", text, re.S):
        piece = token.group()
        if piece.startswith("/*"):
            line = text[text.rfind("\n", 0, token.start()) + 1:token.start()]
            if depth == 0 and not line.strip():
                group = piece
        elif piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
        elif piece == ";":
            code = squeeze(text[at:token.start()])
            name = re.search(r"\b(mdv_\w+)\(", code)
            behind = re.match(r";[ \t]*(/\*.*?\*/)", text[token.start():], re.S)
            if depth == 0 and name and not code.startswith(("typedef", "static", "struct")):
                said = behind.group(1) if behind else group
                yield re.sub(r"^(extern \"C\" )?", "", code) + ";", plain(said)
            if depth == 0:
                at = token.end()
                if not name:
                    group = ""
        elif depth == 0 and piece == "\n\n":
            group = ""


def main():
    print("# Functions in C\n\nMade by `tools/api.py` from `include/modevs/*.h`; do not edit. The headers say more: their structs, and what holds for a group of functions.")
    folder = os.path.join(root, "include", "modevs")
    for header in ORDER:
        text = open(os.path.join(folder, header), encoding="utf-8").read()
        head = re.match(r"/\* SPDX[^\n]*\n\s*[\w.]+ — (.*?)(?:\n\n|\*/)", text, re.S)
        rows = list(functions(text))
        if not rows:
            continue
        print(f"\n## {header}\n\n{plain(head.group(1)) if head else ''}\n\n| function | |\n|---|---|")
        for code, said in rows:
            print(f"| `{code}` | {said} |")


main()
