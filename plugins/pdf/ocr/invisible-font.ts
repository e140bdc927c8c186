import { type PDFDocument, type PDFRef, PDFString } from "pdf-lib";

/** The name of the font in the file. */
export const invisibleFontName = "InvisibleText";

/** Widths of glyphs are multiples of this, in thousandths of the font size. */
const step = 25;
/** The widest glyph, in steps. */
const stepsMax = 120;
/** The height of all glyphs, in thousandths of the font size. */
const height = 1000;
/** The codes of a font have two bytes. Code 0 is the glyph for missing characters. */
const codesMax = 65_535;

/**
 * A font whose glyphs are boxes, for text that is searched and copied but not seen. Each character
 * is as wide as its picture, so that a match covers exactly its letters.
 */
export class InvisibleFont {
  readonly #codes = new Map<string, number>();
  readonly #glyphs: { text: string; steps: number }[] = [];

  /**
   * Encodes characters as hexadecimal digits for `Tj`. `width` is in thousandths of the font size,
   * and the sum of rounded widths never drifts from their sum.
   */
  encode(characters: readonly { text: string; width: number }[]): string {
    let wanted = 0;
    let written = 0;
    let digits = "";
    for (const { text, width } of characters) {
      wanted += width;
      const steps = Math.max(1, Math.min(stepsMax, Math.round((wanted - written) / step)));
      written += steps * step;
      digits += this.#getCode(text, steps).toString(16).padStart(4, "0");
    }
    return digits;
  }

  #getCode(text: string, steps: number): number {
    const key = `${steps} ${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    if (this.#glyphs.length >= codesMax) return 0;
    this.#glyphs.push({ text, steps });
    this.#codes.set(key, this.#glyphs.length);
    return this.#glyphs.length;
  }

  /** Embeds the font after all text is encoded. */
  embed({ context }: PDFDocument): PDFRef {
    const program = buildProgram();
    const file = context.register(context.flateStream(program, { Length1: program.length }));
    const descriptor = context.register(
      context.obj({
        Type: "FontDescriptor",
        FontName: invisibleFontName,
        Flags: 4,
        FontBBox: [0, 0, stepsMax * step, height],
        ItalicAngle: 0,
        Ascent: height,
        Descent: 0,
        CapHeight: height,
        StemV: 80,
        FontFile2: file,
      }),
    );
    const glyphIds = new Uint8Array(2 * (this.#glyphs.length + 1));
    for (const [index, { steps }] of this.#glyphs.entries()) glyphIds[2 * index + 3] = steps;
    const inner = context.register(
      context.obj({
        Type: "Font",
        Subtype: "CIDFontType2",
        BaseFont: invisibleFontName,
        CIDSystemInfo: {
          Registry: PDFString.of("Adobe"),
          Ordering: PDFString.of("Identity"),
          Supplement: 0,
        },
        FontDescriptor: descriptor,
        DW: step,
        W: [1, this.#glyphs.map(({ steps }) => steps * step)],
        CIDToGIDMap: context.register(context.flateStream(glyphIds)),
      }),
    );
    return context.register(
      context.obj({
        Type: "Font",
        Subtype: "Type0",
        BaseFont: invisibleFontName,
        Encoding: "Identity-H",
        DescendantFonts: [inner],
        ToUnicode: context.register(context.flateStream(this.#buildUnicodeMap())),
      }),
    );
  }

  #buildUnicodeMap(): string {
    const hex = (value: number) => value.toString(16).padStart(4, "0");
    const utf16 = (text: string) =>
      Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join("");
    const rows = this.#glyphs.map(({ text }, index) => `<${hex(index + 1)}> <${utf16(text)}>`);
    const sections: string[] = [];
    for (let from = 0; from < rows.length; from += 100) {
      const section = rows.slice(from, from + 100);
      sections.push(`${section.length} beginbfchar\n${section.join("\n")}\nendbfchar`);
    }
    return [
      "/CIDInit /ProcSet findresource begin",
      "12 dict begin",
      "begincmap",
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
      "/CMapName /Adobe-Identity-UCS def",
      "/CMapType 2 def",
      "1 begincodespacerange",
      "<0000> <ffff>",
      "endcodespacerange",
      ...sections,
      "endcmap",
      "CMapName currentdict /CMap defineresource pop",
      "end",
      "end",
    ].join("\n");
  }
}

/**
 * Builds a TrueType font with a box for each width. The tables and their fields are those
 * of the OpenType specification.
 */
function buildProgram(): Uint8Array {
  const glyphs = stepsMax + 1;
  const fixed = 0x00010000;
  const outlines = Array.from({ length: glyphs }, (_, index) => buildBox(index * step));
  // Offsets count pairs of bytes.
  const half = (outlines[0]?.length ?? 0) / 2;
  const tables: Record<string, Uint8Array> = {
    // A lookup table without entries: codes are mapped to glyphs by the PDF.
    cmap: pack(
      ["u16", 0, 1, 3, 0],
      ["u32", 12],
      ["u16", 4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0],
    ),
    glyf: Buffer.concat(outlines),
    head: pack(
      ["u32", fixed, fixed, 0, 0x5f0f3cf5],
      ["u16", 0, 1000],
      ["u32", 0, 0, 0, 0],
      ["u16", 0, 0, stepsMax * step, height, 0, 8, 2, 0, 0],
    ),
    hhea: pack(
      ["u32", fixed],
      ["u16", height, 0, 0, stepsMax * step, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, glyphs],
    ),
    hmtx: pack(["u16", ...Array.from({ length: glyphs }, (_, index) => [index * step, 0]).flat()]),
    loca: pack(["u16", ...outlines.map((_, index) => index * half), outlines.length * half]),
    maxp: pack(["u32", fixed], ["u16", glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
    post: pack(["u32", 0x00030000, 0], ["u16", 0, 0], ["u32", 1, 0, 0, 0, 0]),
  };
  return joinTables(tables);
}

/** Builds the outline of a box as wide as its glyph: readers measure characters by their outlines. */
function buildBox(width: number): Uint8Array {
  return pack(
    ["u16", 1, 0, 0, width, height],
    ["u16", 3, 0],
    // Four points on the curve, each as the distance from the one before.
    ["u8", 1, 1, 1, 1],
    ["u16", 0, width, 0, -width],
    ["u16", 0, 0, height, 0],
  );
}

type Fields = ["u8" | "u16" | "u32", ...number[]];

/** Writes numbers as big-endian fields. */
function pack(...groups: readonly Fields[]): Uint8Array {
  const bytes: number[] = [];
  for (const [kind, ...values] of groups)
    for (const value of values) {
      if (kind === "u32") bytes.push((value >>> 24) & 255, (value >>> 16) & 255);
      if (kind !== "u8") bytes.push((value >>> 8) & 255);
      bytes.push(value & 255);
    }
  return Uint8Array.from(bytes);
}

function joinTables(tables: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(tables);
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const directory = [
    pack(
      ["u32", 0x00010000],
      ["u16", entries.length, 16 * power, Math.log2(power), 16 * (entries.length - power)],
    ),
  ];
  const contents: Uint8Array[] = [];
  let offset = 12 + 16 * entries.length;
  for (const [name, bytes] of entries) {
    const padded = new Uint8Array(4 * Math.ceil(bytes.length / 4));
    padded.set(bytes);
    const tag = Buffer.from(name).readUInt32BE(0);
    directory.push(pack(["u32", tag, sum(padded), offset, bytes.length]));
    contents.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat([...directory, ...contents]);
  // The font's checksum is a field of the table "head", which is zero while it is computed.
  const head = entries.findIndex(([name]) => name === "head");
  const before = contents.slice(0, head).reduce((length, bytes) => length + bytes.length, 0);
  font.writeUInt32BE((0xb1b0afba - sum(font)) >>> 0, 12 + 16 * entries.length + before + 8);
  return font;
}

/** Returns the checksum of a table: the sum of its 32-bit words. */
function sum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) total = (total + view.getUint32(at)) >>> 0;
  return total;
}
