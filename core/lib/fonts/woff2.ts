import { brotliDecompressSync } from "node:zlib";
import { ByteReader } from "./byte-reader.ts";
import { sfntOf, type Tables } from "./sfnt.ts";
import { rebuildGlyphs } from "./woff2-glyphs.ts";

/**
 * Reads a WOFF2 file (https://www.w3.org/TR/WOFF2/) as the OpenType font that it packs. Fonts whose
 * `hmtx` is packed too, and collections, are none of the hub's and are refused.
 */
export function unwrapWoff2(woff2: Uint8Array): Uint8Array {
  const reader = new ByteReader(woff2);
  const signature = reader.uint32();
  const flavor = reader.uint32();
  if (signature !== 0x774f4632 || flavor === 0x74746366)
    throw new TypeError("Cannot read the font: it is no WOFF2 of one font");
  reader.skip(4);
  const count = reader.uint16();
  reader.skip(6);
  const packedSize = reader.uint32();
  reader.skip(24);
  const entries = Array.from({ length: count }, () => readEntry(reader));
  const packed = woff2.subarray(reader.offset, reader.offset + packedSize);
  const size = entries.reduce((sum, entry) => sum + entry.packedSize, 0);
  const bytes = brotliDecompressSync(packed, { maxOutputLength: size });
  return sfntOf(tablesOf(entries, bytes), flavor);
}

interface Entry {
  tag: string;
  transformed: boolean;
  packedSize: number;
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.uint8();
  const known = flags & 63;
  const tag = known === 63 ? reader.text(4) : (knownTags[known] ?? "");
  const version = flags >> 6;
  const size = reader.base128();
  const isOutlines = tag === "glyf" || tag === "loca";
  const transformed = isOutlines ? version !== 3 : version !== 0;
  return { tag, transformed, packedSize: transformed ? reader.base128() : size };
}

function tablesOf(entries: readonly Entry[], bytes: Uint8Array): Tables {
  const tables = new Map<string, Uint8Array>();
  let offset = 0;
  for (const { tag, transformed, packedSize } of entries) {
    const table = bytes.subarray(offset, offset + packedSize);
    offset += packedSize;
    if (!transformed) tables.set(tag, table);
    else if (tag === "glyf")
      for (const [name, rebuilt] of rebuildGlyphs(table)) tables.set(name, rebuilt);
    else if (tag !== "loca") throw new TypeError(`Cannot read the font: its ${tag} is packed`);
  }
  return tables;
}

/** The tags that have a number: https://www.w3.org/TR/WOFF2/#table_dir_format */
const knownTags = [
  ..."cmap|head|hhea|hmtx|maxp|name|OS/2|post|cvt |fpgm|glyf|loca|prep|CFF |VORG|EBDT|EBLC".split(
    "|",
  ),
  ..."gasp|hdmx|kern|LTSH|PCLT|VDMX|vhea|vmtx|BASE|GDEF|GPOS|GSUB|EBSC|JSTF|MATH|CBDT".split("|"),
  ..."CBLC|COLR|CPAL|SVG |sbix|acnt|avar|bdat|bloc|bsln|cvar|fdsc|feat|fmtx|fvar|gvar".split("|"),
  ..."hsty|just|lcar|mort|morx|opbd|prop|trak|Zapf|Silf|Glat|Gloc|Feat|Sill".split("|"),
];
