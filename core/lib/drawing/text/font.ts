import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { sfntOf, tablesOf } from "../../sfnt.ts";

const require = createRequire(import.meta.url);

/** What a font file is asked for before it is opened. */
interface FontSource {
  name: string;
  /** The absolute path of a .ttf, .woff or .woff2 file. */
  file: string;
  /** Whether it may have a character; by default any. */
  claims?: (codePoint: number) => boolean;
  /** Its glyphs are layers of colours of their own. */
  colour?: boolean;
}

/** A font file, opened when it is first needed and then kept. */
export class HubFont {
  readonly name: string;
  readonly file: string;
  readonly colour: boolean;
  readonly #claims: (codePoint: number) => boolean;
  #opened: Font | undefined;
  #characters: ReadonlySet<number> | undefined;
  #bytes: Promise<Uint8Array> | undefined;

  constructor({ name, file, claims = () => true, colour = false }: FontSource) {
    this.name = name;
    this.file = file;
    this.colour = colour;
    this.#claims = claims;
  }

  /** The font as fontkit reads it. */
  get engine(): Font {
    if (!this.#opened) {
      // The package is loaded by the first text and not by whoever draws without one.
      const { create, openSync } = require("fontkit") as typeof import("fontkit");
      const opened = this.file.endsWith(".woff") ? create(unpack(this.file)) : openSync(this.file);
      this.#opened = opened as Font;
    }
    return this.#opened;
  }

  get unitsPerEm(): number {
    return this.engine.unitsPerEm;
  }

  get ascent(): number {
    return this.engine.ascent;
  }

  get descent(): number {
    return this.engine.descent;
  }

  /** Whether it has a glyph for a character. */
  has(codePoint: number): boolean {
    return this.#claims(codePoint) && this.#coverage().has(codePoint);
  }

  /** The file, for who embeds it. */
  bytes(): Promise<Uint8Array> {
    this.#bytes ??= Bun.file(this.file).bytes();
    return this.#bytes;
  }

  #coverage(): ReadonlySet<number> {
    this.#characters ??= charactersOf(this.engine);
    return this.#characters;
  }
}

const tablesRead = new Set([
  "head",
  "hhea",
  "hmtx",
  "maxp",
  "cmap",
  "OS/2",
  "name",
  "post",
  "loca",
  "glyf",
  "GDEF",
  "GSUB",
  "GPOS",
]);

/** A .woff file as .ttf: of one that is packed, fontkit unpacks all outlines for each glyph anew. */
function unpack(file: string): Buffer {
  return Buffer.from(sfntOf(tablesOf(readFileSync(file), tablesRead)));
}

function charactersOf(font: Font): ReadonlySet<number> {
  try {
    return new Set(font.characterSet);
  } catch {
    // One slice of Noto Sans SC has no table of characters at all, and fontkit throws at it.
    return new Set();
  }
}

/** A map that forgets everything when it is full, so that what strangers send cannot fill memory. */
export class Bounded<Value> {
  readonly #max: number;
  readonly #weigh: (key: string) => number;
  readonly #entries = new Map<string, Value>();
  #weight = 0;

  /** Takes how much it may hold: by default that many entries, else what `weigh` adds up to. */
  constructor(max: number, weigh: (key: string) => number = () => 1) {
    this.#max = max;
    this.#weigh = weigh;
  }

  /** What was kept for a key, made now where nothing was. */
  get(key: string, make: () => Value): Value {
    let value = this.#entries.get(key);
    if (value === undefined) {
      value = make();
      this.#weight += this.#weigh(key);
      if (this.#weight > this.#max) {
        this.#entries.clear();
        this.#weight = this.#weigh(key);
      }
      this.#entries.set(key, value);
    }
    return value;
  }
}
