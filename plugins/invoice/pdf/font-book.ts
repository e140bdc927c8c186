import type { HubFont } from "hub/drawing";
import { type PDFContext, PDFHexString, type PDFRef } from "pdf-lib";
import { packed } from "./packed.ts";
import { type Tables, tablesOf } from "./sfnt.ts";
import { subsetOf } from "./subset.ts";
import { toUnicode } from "./to-unicode.ts";

interface Entry {
  name: string;
  font: HubFont;
  /** The characters of each glyph that was drawn. */
  used: Map<number, readonly number[]>;
}

/** The fonts of a document, and the glyphs that it takes of each. */
export class FontBook {
  readonly #entries = new Map<HubFont, Entry>();

  /** The name by which a page calls a font. */
  entryOf(font: HubFont): Entry {
    let entry = this.#entries.get(font);
    if (!entry) {
      entry = { name: `F${this.#entries.size + 1}`, font, used: new Map() };
      this.#entries.set(font, entry);
    }
    return entry;
  }

  /** Writes all fonts into a document; answers the font resources of its pages. */
  async embed(context: PDFContext): Promise<Record<string, PDFRef>> {
    const refs: Record<string, PDFRef> = {};
    for (const entry of this.#entries.values()) refs[entry.name] = await embedded(entry, context);
    return refs;
  }
}

const opened = new WeakMap<HubFont, Tables>();

async function embedded({ font, used, name }: Entry, context: PDFContext): Promise<PDFRef> {
  const tables = opened.get(font) ?? tablesOf(await font.bytes());
  opened.set(font, tables);
  const glyphs = [...used.keys()].sort((a, b) => a - b);
  const file = context.register(packed(context, subsetOf(tables, glyphs)));
  const { engine, unitsPerEm } = font;
  const scaled = (value: number) => Math.round((value * 1000) / unitsPerEm);
  // Six letters before the name of a subset: PDF 32000-1, 9.6.4.
  const base = `${tagOf(name)}+${font.name.replaceAll(" ", "")}`;
  const { minX, minY, maxX, maxY } = engine.bbox;
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: base,
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY].map(scaled),
      ItalicAngle: 0,
      Ascent: scaled(font.ascent),
      Descent: scaled(font.descent),
      CapHeight: scaled(engine.capHeight || font.ascent),
      StemV: 80,
      FontFile2: file,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: base,
      CIDToGIDMap: "Identity",
      CIDSystemInfo: {
        Registry: PDFHexString.of("41646F6265"),
        Ordering: PDFHexString.of("4964656E74697479"),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: glyphs.flatMap((id) => [id, [scaled(engine.getGlyph(id).advanceWidth)]]),
    }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: base,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: context.register(packed(context, Buffer.from(toUnicode(used)))),
    }),
  );
}

function tagOf(name: string): string {
  const number = Number(name.slice(1));
  return `HUB${String.fromCharCode(
    65 + (Math.floor(number / 676) % 26),
    65 + (Math.floor(number / 26) % 26),
    65 + (number % 26),
  )}`;
}
