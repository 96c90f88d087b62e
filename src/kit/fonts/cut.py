"""Cuts the fonts of this folder from those of fontsource.

    python3 src/kit/fonts/cut.py           writes the files and their sums (cuts.json)
    python3 src/kit/fonts/cut.py --check   cuts again and compares the bytes; writes nothing

Needs fontTools and Brotli as Debian 12 has them (apt-get install python3-fonttools python3-brotli); other versions
may give other bytes, so the sums name them. A test compares the sums with what is committed, without Python.

What is left out, because no eye sees it: letters the worlds do not write, weights other than 400 to 700 of the text
family and 600 of the display family, kerning below 20 font units (1 % of the size
in the text family, 2 % in the display family), changes of weight below 4 units (0.2 %), hints.
"""

import hashlib
import io
import json
import sys
from pathlib import Path

import brotli
import fontTools
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from fontTools.varLib.instancer import OverlapMode

FOLDER = Path(__file__).parent
PACKAGES = FOLDER.parents[2] / "node_modules/@fontsource-variable"
SMALLEST_KERN = 20
SMALLEST_DELTA = 4

ASCII = set(range(0x20, 0x7F))
# The letters and signs of German, Spanish, French, Italian and English.
LATIN = ASCII | set(map(ord, (
    "\u00a0¡§©ª«\u00ad°±²³·º»¼½¾¿ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖ×ÙÚÛÜßàáâäçèéêëìíîïñòóôö÷ùúûüŒœ"
    "\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e•…‹›€\u2212"
)))
# What names, prices and quotations in a Greek page need of them.
BASIC = ASCII | set(map(ord, (
    "\u00a0©«°²³·»½ÄÉÖ×Üßàáâäçèéêëíñóôöúü"
    "\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e•…‹›€™\u2212"
)))

# Latin letters that the Greek sources carry for their accents' sake.
GREEK_STRAYS = {0x41, 0xC1, 0x102}

CUTS = {
    "commissioner-latin": (["commissioner-latin"], LATIN, (400, 700)),
    "commissioner-greek": (["commissioner-greek", "commissioner-latin"], BASIC, (400, 700)),
    "literata-latin": (["literata-latin"], LATIN, 600),
    "literata-greek": (["literata-greek", "literata-latin"], BASIC, 600),
}


def source_of(name):
    family = name.split("-")[0]
    return PACKAGES / family / "files" / f"{name}-wght-normal.woff2"


def cut(names, letters, weight):
    """The bytes of one cut; the letters are for Latin sources, others are taken whole."""
    parts = [cut_one(name, letters, weight) for name in names]
    font = parts[0] if len(parts) == 1 else merge(parts)
    prune_kerning(font)
    coarsen_weights(font)
    # The bytes must not depend on when they were made.
    font.recalcTimestamp = False
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def cut_one(name, letters, weight):
    variable = isinstance(weight, tuple)
    font = TTFont(source_of(name), recalcTimestamp=False)
    options = Options(
        layout_features=["kern", "locl"] if variable else ["kern"],
        hinting=False,
        glyph_names=False,
        notdef_outline=not variable,
        recalc_timestamp=False,
    )
    options.drop_tables += ["HVAR", "MVAR", "STAT", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    is_latin = name.endswith("latin")
    subsetter.populate(unicodes=letters if is_latin else set(font.getBestCmap()) - GREEK_STRAYS - letters)
    subsetter.subset(font)
    overlap = OverlapMode.KEEP_AND_DONT_SET_FLAGS
    instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True, overlap=overlap)
    return font


def merge(fonts):
    """One font of several cuts. The merger knows no variations: they are taken off before and put back after."""
    variations = take_variations(fonts)
    files = []
    for font in fonts:
        font.flavor = None
        file = io.BytesIO()
        font.save(file)
        file.seek(0)
        files.append(file)
    merged = Merger().merge(files)
    merged["head"].modified = fonts[0]["head"].modified
    merged["head"].created = fonts[0]["head"].created
    if variations:
        put_variations(merged, fonts, variations)
    return merged


def take_variations(fonts):
    """The variation tables of the cuts; kerning keeps the distances of the regular weight."""
    if "fvar" not in fonts[0]:
        return []
    taken = []
    for font in fonts:
        taken.append({tag: font[tag] for tag in ("fvar", "avar", "gvar") if tag in font})
        for tag in taken[-1]:
            del font[tag]
        if "GDEF" in font:
            del font["GDEF"]
        drop_kerning_variations(font)
    return taken


def drop_kerning_variations(font):
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            pairs = [pair for rows in table.PairSet for pair in rows.PairValueRecord] if table.Format == 1 else [
                second for first in table.Class1Record for second in first.Class2Record
            ]
            for pair in pairs:
                for value in (pair.Value1, pair.Value2):
                    value and value.__dict__.pop("XAdvDevice", None)
            table.ValueFormat1 &= 0x0F
            table.ValueFormat2 &= 0x0F


def put_variations(merged, fonts, variations):
    order = merged.getGlyphOrder()
    merged["fvar"] = variations[0]["fvar"]
    if "avar" in variations[0]:
        merged["avar"] = variations[0]["avar"]
    changes = {}
    start = 0
    # The merger sets the glyphs of each font behind those of the one before, in their order.
    for font, tables in zip(fonts, variations):
        names = font.getGlyphOrder()
        for old, new in zip(names, order[start:]):
            changes[new] = tables["gvar"].variations.get(old, [])
        start += len(names)
    merged["gvar"] = variations[0]["gvar"]
    merged["gvar"].variations = changes


def prune_kerning(font):
    """Pairs no eye sees become no pairs."""
    def is_small(value):
        return value is None or (
            abs(getattr(value, "XAdvance", 0)) < SMALLEST_KERN
            and not any(getattr(value, name, 0) for name in ("XPlacement", "YPlacement", "YAdvance"))
        )

    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            if table.Format == 1:
                for pairs in table.PairSet:
                    pairs.PairValueRecord = [
                        pair for pair in pairs.PairValueRecord
                        if not (is_small(pair.Value1) and is_small(pair.Value2))
                    ]
                    pairs.PairValueCount = len(pairs.PairValueRecord)
            else:
                for first in table.Class1Record:
                    for second in first.Class2Record:
                        if is_small(second.Value1) and second.Value1 is not None:
                            second.Value1.XAdvance = 0
                            second.Value1.__dict__.pop("XAdvDevice", None)


def coarsen_weights(font):
    """Points whose way from regular to bold can be told from their neighbours' are left out."""
    if "gvar" not in font:
        return
    for name, variations in font["gvar"].variations.items():
        points, control = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)
        is_composite = control.numberOfContours == -1
        for variation in variations:
            variation.calcInferredDeltas(points, control.endPts)
            variation.roundDeltas()
            variation.optimize(points, control.endPts, tolerance=SMALLEST_DELTA, isComposite=is_composite)
        font["gvar"].variations[name] = [variation for variation in variations if is_seen(variation)]


def is_seen(variation):
    return any(max(map(abs, delta)) > SMALLEST_DELTA for delta in variation.coordinates if delta is not None)


def sum_of(data):
    return hashlib.sha256(data).hexdigest()


def main():
    made = {f"{name}.woff2": cut(*how) for name, how in CUTS.items()}
    sources = sorted({source for names, _, _ in CUTS.values() for source in names})
    sums = {
        "tools": {"fontTools": fontTools.version, "brotli": brotli.__version__},
        "script": sum_of(Path(__file__).read_bytes()),
        "sources": {source_of(name).name: sum_of(source_of(name).read_bytes()) for name in sources},
        "cuts": {name: sum_of(data) for name, data in made.items()},
    }
    if "--check" in sys.argv:
        wrong = [name for name, data in made.items() if (FOLDER / name).read_bytes() != data]
        if json.loads((FOLDER / "cuts.json").read_text()) != sums:
            wrong.append("cuts.json")
        print(f"not as cut: {', '.join(wrong)}" if wrong else "every file is as cut")
        sys.exit(1 if wrong else 0)
    for name, data in made.items():
        (FOLDER / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    (FOLDER / "cuts.json").write_text(json.dumps(sums, indent=2) + "\n")


if __name__ == "__main__":
    main()
