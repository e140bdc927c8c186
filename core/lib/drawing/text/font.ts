import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { encodeSfnt, readTables } from "../../sfnt.ts";

const require = createRequire(import.meta.url);

/** A font file and its properties, before it is opened. */
interface FontSource {
  name: string;
  /** The absolute path of a .ttf, .woff or .woff2 file. */
  file: string;
  /** Returns whether the font may contain a character. Default: always true. */
  claims?: (codePoint: number) => boolean;
  /** Whether its glyphs consist of coloured layers. */
  colour?: boolean;
}

/** A font file. It is opened on first use and then cached. */
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

  /** The font, parsed by fontkit. */
  get engine(): Font {
    if (!this.#opened) {
      // Loads fontkit on first use, so that drawings without text don't need it.
      const { create, openSync } = require("fontkit") as typeof import("fontkit");
      const opened = this.file.endsWith(".woff")
        ? create(convertWoff(this.file))
        : openSync(this.file);
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

  /** Returns whether the font has a glyph for a character. */
  has(codePoint: number): boolean {
    return this.#claims(codePoint) && this.#coverage().has(codePoint);
  }

  /** Returns the bytes of the file, for embedding. */
  bytes(): Promise<Uint8Array> {
    this.#bytes ??= Bun.file(this.file).bytes();
    return this.#bytes;
  }

  #coverage(): ReadonlySet<number> {
    this.#characters ??= readCharacters(this.engine);
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

/**
 * Converts a .woff file to .ttf. From a compressed file, fontkit would decompress all outlines for each
 * glyph.
 */
function convertWoff(file: string): Buffer {
  return Buffer.from(encodeSfnt(readTables(readFileSync(file), tablesRead)));
}

function readCharacters(font: Font): ReadonlySet<number> {
  try {
    return new Set(font.characterSet);
  } catch {
    // One slice of Noto Sans SC has no character map, for which fontkit throws.
    return new Set();
  }
}

/** A cache that is cleared when it is full, so that users' input cannot exhaust the memory. */
export class BoundedCache<Value> {
  readonly #max: number;
  readonly #weigh: (key: string) => number;
  readonly #entries = new Map<string, Value>();
  #weight = 0;

  /** `max` is the capacity: in entries by default, or in the unit that `weigh` returns. */
  constructor(max: number, weigh: (key: string) => number = () => 1) {
    this.#max = max;
    this.#weigh = weigh;
  }

  /** Returns the cached value of a key. Creates it if it is missing. */
  get(key: string, create: () => Value): Value {
    let value = this.#entries.get(key);
    if (value === undefined) {
      value = create();
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
