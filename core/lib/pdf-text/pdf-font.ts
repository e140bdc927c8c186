import { type PDFContext, type PDFRef, PDFString } from "pdf-lib";
import type { HubFont } from "../drawing/text/font.ts";
import { type Tables, tablesOf } from "../sfnt.ts";
import type { Cluster } from "./clusters.ts";
import { packDocument } from "./pack-document.ts";
import { neededTables, type Shown, subsetOf } from "./subset.ts";

/**
 * A font as a PDF has it: composite, with a code for each cluster that is shown, told apart by its
 * glyphs and by what they say. So every code says one thing, which is all that readers can be told.
 */
export class PdfFont {
  readonly name: string;
  readonly #font: HubFont;
  readonly #codes = new Map<number | string, number>();
  readonly #texts: string[] = [];
  readonly #shown: Shown[] = [];
  /** In thousandths of an em; the first is that of no code. */
  readonly #widths: number[] = [0];

  constructor(font: HubFont, name: string) {
    this.#font = font;
    this.name = name;
  }

  /** The code that shows a cluster, counted from 1. */
  codeOf(cluster: Cluster): number {
    const key = keyOf(cluster);
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#widths.length;
      this.#codes.set(key, code);
      this.#texts.push(cluster.text);
      const advance = Math.max(0, Math.round(cluster.advance * this.#font.unitsPerEm));
      this.#shown.push({ parts: cluster.parts, advance });
      this.#widths.push(this.#scale(advance));
    }
    return code;
  }

  /** How far a code moves on, in thousandths of an em. */
  widthOf(code: number): number {
    return this.#widths[code] ?? 0;
  }

  /** Whether as many codes more are sure to fit. */
  hasRoom(more: number): boolean {
    return this.#shown.length === 0 || this.#shown.length + more <= codesMax;
  }

  /** Writes the font: ISO 32000-2, 9.7. */
  async embed(context: PDFContext, ref: PDFRef): Promise<void> {
    const map = toUnicode(this.#texts);
    const name = `${tagOf(map)}+${this.#font.engine.postscriptName ?? this.name}`;
    const program = subsetOf(await openTables(this.#font), this.#shown);
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
      FontDescriptor: this.#descriptor(context, { name, program }),
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

  #descriptor(
    context: PDFContext,
    { name, program }: { name: string; program: Uint8Array },
  ): PDFRef {
    const { engine, ascent, descent } = this.#font;
    const { minX, minY, maxX, maxY } = engine.bbox;
    const descriptor = context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY].map((value) => this.#scale(value)),
      ItalicAngle: engine.italicAngle,
      Ascent: this.#scale(ascent),
      Descent: this.#scale(descent),
      CapHeight: this.#scale(engine.capHeight || ascent),
      StemV: 80,
      FontFile2: context.register(packDocument(context, program, { Length1: program.length })),
    });
    return context.register(descriptor);
  }

  #scale(value: number): number {
    return Math.round((value * 1000) / this.#font.unitsPerEm);
  }
}

/** A font file has at most 65,535 glyphs, and what codes are put together from are glyphs besides. */
const codesMax = 20_000;

/** Most clusters are one glyph for one character, which a number tells faster. */
function keyOf({ text, parts }: Cluster): number | string {
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

/** Six letters that tell subsets of one font apart: ISO 32000-2, 9.9.2. */
function tagOf(content: string): string {
  const sum = Bun.hash.crc32(content);
  return Array.from({ length: 6 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(sum / 26 ** place) % 26)),
  ).join("");
}

const opened = new WeakMap<HubFont, Tables>();

async function openTables(font: HubFont): Promise<Tables> {
  let tables = opened.get(font);
  if (!tables) {
    tables = tablesOf(await font.bytes(), neededTables);
    opened.set(font, tables);
  }
  return tables;
}

/** Four hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}

/** Which characters each code stands for, the first code being 1: PDF 32000-1, 9.10.3. */
function toUnicode(texts: readonly string[]): string {
  const lines = texts.flatMap((text, index) =>
    text === "" ? [] : [`<${hex(index + 1)}> <${utf16(text)}>`],
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

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("");
}
