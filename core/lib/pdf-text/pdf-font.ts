import { type PDFContext, type PDFRef, PDFString } from "pdf-lib";
import type { HubFont } from "../drawing/text/font.ts";
import { readTables, type Tables } from "../sfnt.ts";
import type { Cluster } from "./clusters.ts";
import { packDocument } from "./pack-document.ts";
import { buildSubset, type CodeGlyphs, neededTables } from "./subset.ts";

/**
 * A composite PDF font with one code per cluster. Clusters are distinguished by their glyphs and their
 * text, so that each code maps to exactly one text, as ToUnicode requires.
 */
export class PdfFont {
  readonly name: string;
  readonly #font: HubFont;
  readonly #codes = new Map<number | string, number>();
  readonly #texts: string[] = [];
  readonly #glyphs: CodeGlyphs[] = [];
  /** Widths in thousandths of an em. The first entry is unused, because codes start at 1. */
  readonly #widths: number[] = [0];

  constructor(font: HubFont, name: string) {
    this.#font = font;
    this.name = name;
  }

  /** Returns the code of a cluster, from 1. */
  encodeCluster(cluster: Cluster): number {
    const key = getClusterKey(cluster);
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#widths.length;
      this.#codes.set(key, code);
      this.#texts.push(cluster.text);
      const advance = Math.max(0, Math.round(cluster.advance * this.#font.unitsPerEm));
      this.#glyphs.push({ parts: cluster.parts, advance });
      this.#widths.push(this.#toThousandths(advance));
    }
    return code;
  }

  /** Returns the advance of a code in thousandths of an em. */
  getWidth(code: number): number {
    return this.#widths[code] ?? 0;
  }

  /** Returns whether this many further codes are sure to fit. */
  hasRoom(more: number): boolean {
    return this.#glyphs.length === 0 || this.#glyphs.length + more <= codesMax;
  }

  /** Embeds the font (ISO 32000-2, section 9.7). */
  async embed(context: PDFContext, ref: PDFRef): Promise<void> {
    const map = toUnicode(this.#texts);
    const name = `${createTag(map)}+${this.#font.engine.postscriptName ?? this.name}`;
    const program = buildSubset(await openTables(this.#font), this.#glyphs);
    const descendant = context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDToGIDMap: "Identity",
      CIDSystemInfo: {
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      },
      FontDescriptor: this.#createDescriptor(context, { name, program }),
      W: [1, this.#widths.slice(1)],
    });
    const font = context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(packDocument(context, Buffer.from(map))),
    });
    context.assign(ref, font);
  }

  #createDescriptor(
    context: PDFContext,
    { name, program }: { name: string; program: Uint8Array },
  ): PDFRef {
    const { engine, ascent, descent } = this.#font;
    const { minX, minY, maxX, maxY } = engine.bbox;
    const descriptor = context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY].map((value) => this.#toThousandths(value)),
      ItalicAngle: engine.italicAngle,
      Ascent: this.#toThousandths(ascent),
      Descent: this.#toThousandths(descent),
      CapHeight: this.#toThousandths(engine.capHeight || ascent),
      StemV: 80,
      FontFile2: context.register(packDocument(context, program, { Length1: program.length })),
    });
    return context.register(descriptor);
  }

  #toThousandths(value: number): number {
    return Math.round((value * 1000) / this.#font.unitsPerEm);
  }
}

/**
 * The maximum number of codes. A font file has at most 65,535 glyphs, including the components of composite
 * glyphs.
 */
const codesMax = 20_000;

/** Returns a map key. Most clusters are one glyph for one character, for which a number is faster. */
function getClusterKey({ text, parts }: Cluster): number | string {
  const [only] = parts;
  const point = text.codePointAt(0) ?? 0;
  if (
    only &&
    parts.length === 1 &&
    only.x === 0 &&
    only.y === 0 &&
    text.length <= (point > 0xffff ? 2 : 1)
  )
    return only.id * 0x11_0000 + point;
  return `${parts.map(({ id, x, y }) => `${id} ${x} ${y}`).join()} ${text}`;
}

/** Returns the six-letter tag of a font subset (ISO 32000-2, section 9.9.2). */
function createTag(content: string): string {
  const sum = Bun.hash.crc32(content);
  return Array.from({ length: 6 }, (_, position) =>
    String.fromCharCode(65 + (Math.floor(sum / 26 ** position) % 26)),
  ).join("");
}

const tablesByFont = new WeakMap<HubFont, Tables>();

async function openTables(font: HubFont): Promise<Tables> {
  let tables = tablesByFont.get(font);
  if (!tables) {
    tables = readTables(await font.bytes(), neededTables);
    tablesByFont.set(font, tables);
  }
  return tables;
}

/** Formats four hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}

/** Returns the CMap from codes to text, from code 1 (ISO 32000-1, section 9.10.3). */
function toUnicode(texts: readonly string[]): string {
  const lines = texts.flatMap((text, index) =>
    text === "" ? [] : [`<${hex(index + 1)}> <${toUtf16(text)}>`],
  );
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function toUtf16(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("");
}
