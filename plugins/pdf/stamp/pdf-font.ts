import type { HubFont, Run } from "hub/drawing";
import { type PDFContext, PDFHexString, type PDFRef, PDFString } from "pdf-lib";
import { operands } from "./operands.ts";
import { unicodeMap } from "./unicode-map.ts";

/** What fontkit makes the font file of a few glyphs with; its types leave `encode` out. */
interface Subset {
  includeGlyph(id: number): number;
  encode(): Uint8Array;
  cff?: unknown;
}

/** A font of the hub as a PDF has it: composite, with glyphs by their numbers in the subset. */
export class PdfFont {
  readonly key: string;
  readonly ref: PDFRef;
  readonly #font: HubFont;
  readonly #subset: Subset;
  readonly #glyphs = new Map<number, { width: number; text: string }>();

  constructor(font: HubFont, { key, ref }: { key: string; ref: PDFRef }) {
    this.key = key;
    this.ref = ref;
    this.#font = font;
    this.#subset = font.engine.createSubset() as unknown as Subset;
  }

  /** The operators that draw a run from a point of its baseline on. */
  show(run: Run, { size, x, y }: { size: number; x: number; y: number }): string {
    const shown: string[] = [];
    let said = "";
    let pen = 0;
    let rise = 0;
    for (const [index, glyph] of run.glyphs.entries()) {
      const { code, width, text } = this.#code(run, { id: glyph.id, index });
      said += text;
      if (glyph.y !== rise) shown.push(`] TJ ${operands(glyph.y)} Ts [`);
      rise = glyph.y;
      const shift = ((pen - glyph.x) * 1000) / size;
      if (Math.abs(shift) > 0.5) shown.push(operands(shift));
      shown.push(`<${code.toString(16).padStart(4, "0")}>`);
      pen = glyph.x + (width * size) / 1000;
    }
    const drawn = `BT /${this.key} ${operands(size)} Tf ${operands(x, y)} Td [${shown.join("")}] TJ ET`;
    // Where glyphs stand in another order than letters, or are parts of one, the text is said besides:
    // not from right to left, where pdfium takes it for the order of the glyphs, and turns it round.
    return said === run.text || run.direction === "rtl"
      ? drawn
      : `/Span <</ActualText ${PDFHexString.fromText(run.text)}>> BDC\n${drawn}\nEMC`;
  }

  /** Writes the font: ISO 32000-2, 9.7. */
  embed(context: PDFContext): void {
    const { engine } = this.#font;
    const name = `${tagOf(this.#glyphs.keys())}+${engine.postscriptName ?? "Font"}`;
    const isCff = Boolean(this.#subset.cff);
    const glyphs = [...this.#glyphs].toSorted(([a], [b]) => a - b);
    const descendant = context.obj({
      Type: "Font",
      Subtype: isCff ? "CIDFontType0" : "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      },
      FontDescriptor: this.#descriptor(context, { name, isCff }),
      W: glyphs.flatMap(([code, { width }]) => [code, [width]]),
      ...(!isCff && { CIDToGIDMap: "Identity" }),
    });
    const texts = new Map(glyphs.map(([code, { text }]) => [code, text]));
    const font = context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(unicodeMap(texts))),
    });
    context.assign(this.ref, font);
  }

  #descriptor(context: PDFContext, { name, isCff }: { name: string; isCff: boolean }): PDFRef {
    const { engine, unitsPerEm } = this.#font;
    const scaled = (value: number) => Math.round((value * 1000) / unitsPerEm);
    const program = this.#subset.encode();
    const kind = isCff ? { Subtype: "CIDFontType0C" } : { Length1: program.length };
    const { minX, minY, maxX, maxY } = engine.bbox;
    const descriptor = context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY].map(scaled),
      ItalicAngle: engine.italicAngle,
      Ascent: scaled(engine.ascent),
      Descent: scaled(engine.descent),
      CapHeight: scaled(engine.capHeight || engine.ascent),
      StemV: 80,
      [isCff ? "FontFile3" : "FontFile2"]: context.register(context.flateStream(program, kind)),
    });
    return context.register(descriptor);
  }

  #code(run: Run, { id, index }: { id: number; index: number }) {
    const code = this.#subset.includeGlyph(id);
    let glyph = this.#glyphs.get(code);
    if (!glyph) {
      const { engine, unitsPerEm } = this.#font;
      const width = Math.round((engine.getGlyph(id).advanceWidth * 1000) / unitsPerEm);
      glyph = { width, text: textOfGlyph(run, index) };
      this.#glyphs.set(code, glyph);
    }
    return { code, ...glyph };
  }
}

/** What a glyph of a run stands for: a ligature for several letters, an accent for itself. */
function textOfGlyph({ font, text, direction }: Run, index: number): string {
  const { glyphs } = font.engine.layout(text, undefined, undefined, undefined, direction);
  return String.fromCodePoint(...(glyphs[index]?.codePoints ?? []));
}

/** Six letters that tell subsets of one font apart: ISO 32000-2, 9.9.2. */
function tagOf(codes: Iterable<number>): string {
  let sum = 7;
  for (const code of codes) sum = (sum * 31 + code) % 308_915_776;
  return Array.from({ length: 6 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(sum / 26 ** place) % 26)),
  ).join("");
}
