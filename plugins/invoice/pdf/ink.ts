import type { Weight } from "hub/drawing";
import { FontBook } from "hub/pdf-text";
import { allowMeasuring, type SetText, setText } from "./set.ts";
import { Tag } from "./tags.ts";

interface Measure {
  size: number;
  weight?: Weight | undefined;
  /** Width in points. */
  width?: number | undefined;
}

/** The fonts, direction, structure and missing characters of a document. */
export class Ink {
  readonly book = new FontBook();
  /** The root of the structure tree. */
  readonly tags = new Tag("Document");
  readonly rtl: boolean;
  readonly missing = new Set<string>();
  /** Most texts are set twice: to measure their height, and to draw them. */
  readonly #cache = new Map<string, SetText>();

  constructor({ rtl }: { rtl: boolean }) {
    this.rtl = rtl;
    allowMeasuring();
  }

  /** Breaks a text into lines of a width. */
  set(text: string, { size, weight = 400, width = Number.POSITIVE_INFINITY }: Measure): SetText {
    const key = `${weight} ${width / size} ${text}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const set = setText(text, { weight, width: width / size });
    for (const character of set.missing) this.missing.add(character);
    this.#cache.set(key, set);
    return set;
  }

  /** Returns the width of a text on one line, in points. */
  measureWidth(text: string, { size, weight = 400 }: Measure): number {
    const { lines } = this.set(text, { size, weight });
    return Math.max(...lines.map((line) => line.width)) * size;
  }

  /** Returns the height of a text in a box, in points. */
  measureHeight(
    text: string,
    { leading = 1.35, ...style }: Measure & { leading?: number },
  ): number {
    return this.set(text, style).lines.length * style.size * leading;
  }
}
