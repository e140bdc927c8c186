import type { Font, GlyphRun } from "fontkit";
import type { Direction } from "./bidi.ts";
import type { HubFont } from "./font.ts";

/** A glyph as the shaper made it, and the characters that it made it of: none for what it added. */
interface ShapedGlyph {
  id: number;
  codePoints: readonly number[];
}

/** What fontkit lays text out with; its types leave it out. */
interface LayoutEngine {
  hideDefaultIgnorables(glyphs: ShapedGlyph[], positions: { xAdvance: number }[]): void;
  isDefaultIgnorable(codePoint: number | undefined): boolean;
  engine?: { GPOSProcessor?: { applyAnchor(mark: unknown, base: unknown, index: number): void } };
}

const shapers = new WeakMap<HubFont, Font>();

/**
 * Shapes a text. fontkit keeps one object for each glyph with the characters that it was first made
 * for, so that what it says of later ones, and how it shapes them, would hang on what was written
 * before: here each glyph of each text is an object of its own.
 */
export function shapeWith(font: HubFont, text: string, direction: Direction): GlyphRun {
  let shaper = shapers.get(font);
  if (!shaper) {
    shaper = shaperOf(font.engine);
    shapers.set(font, shaper);
  }
  // Its shaper for scripts that it does not know leaves these out.
  const features = font.name.endsWith("Myanmar") ? burmese : undefined;
  return shaper.layout(text, features, undefined, undefined, direction);
}

const burmese = ["rphf", "pref", "blwf", "pstf", "pres", "abvs", "blws", "psts"];

function shaperOf(font: Font): Font {
  const { _layoutEngine: kept } = font as unknown as { _layoutEngine: LayoutEngine };
  const shaper: Font = Object.create(font, {
    getGlyph: { value: (id: number, codePoints?: number[]) => own(font, id, codePoints) },
  });
  const engine = new (kept.constructor as new (font: Font) => LayoutEngine)(shaper);
  const space = font.glyphForCodePoint(0x20).id;
  // A joiner that is not drawn is still known for one.
  engine.hideDefaultIgnorables = (glyphs, positions) => {
    for (const [index, { codePoints }] of glyphs.entries()) {
      if (!engine.isDefaultIgnorable(codePoints[0])) continue;
      glyphs[index] = own(font, space, [...codePoints]);
      positions[index]!.xAdvance = 0;
    }
  };
  const places = engine.engine?.GPOSProcessor;
  if (places) {
    // A part of a ligature may have no place for a mark, which then stays where it is: OpenType, GPOS 5.
    const apply = places.applyAnchor.bind(places);
    places.applyAnchor = (mark, base, index) => base && apply(mark, base, index);
  }
  Object.defineProperty(shaper, "_layoutEngine", { value: engine });
  return shaper;
}

function own(font: Font, id: number, codePoints: readonly number[] = []): ShapedGlyph {
  return new OwnGlyph(font, id, codePoints);
}

const mark = /^\p{M}+$/u;

/** What the layout asks a glyph for. Its measures are the kept glyph's, as they take long to read. */
class OwnGlyph implements ShapedGlyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly #font: Font;

  constructor(font: Font, id: number, codePoints: readonly number[]) {
    this.#font = font;
    this.id = id;
    this.codePoints = codePoints;
  }

  get advanceWidth(): number {
    return this.#font.getGlyph(this.id).advanceWidth;
  }

  get cbox() {
    return this.#font.getGlyph(this.id).cbox;
  }

  get isMark(): boolean {
    return mark.test(String.fromCodePoint(...this.codePoints));
  }
}
