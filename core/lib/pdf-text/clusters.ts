import type { PlacedGlyph, Run } from "../drawing/text/shape.ts";

/** How many characters and glyphs one span has, at most: no script has as many in one. */
export const spanMax = 24;

/** A glyph of a cluster, in the font's own units from where the cluster begins. */
export interface Part {
  id: number;
  x: number;
  y: number;
}

/**
 * What a reader takes for one character, and the glyphs that show it. Measures are in ems; `x` is
 * from the start of its run.
 */
export interface Cluster {
  /** Its characters in the order in which they stand from left to right. */
  text: string;
  parts: readonly Part[];
  x: number;
  advance: number;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const joins = /[\p{M}\p{Cf}]/u;

/**
 * A run's clusters from left to right. A letter keeps its accents, and what the font draws as one its
 * letters: glyphs alone do not tell, as those of Arabic are a letter's body and its dots, and bodies
 * are shared by letters.
 */
export function clustersOf(run: Run, size: number): Cluster[] {
  const { direction, glyphs } = run;
  const isRtl = direction === "rtl";
  const pens = pensOf(glyphs);
  const spans = match({
    characters: [...run.text],
    glyphs: isRtl ? glyphs.toReversed() : glyphs,
    ends: joins.test(run.text) ? graphemeEnds(run.text) : undefined,
  });
  const characters = [...run.text];
  const clusters = spans.flatMap((span) => {
    const [from, to] = isRtl
      ? [glyphs.length - span.glyphs[1], glyphs.length - span.glyphs[0]]
      : span.glyphs;
    const pen = pens[from] ?? pens.at(-1) ?? 0;
    const drawn = outlineOf({ run, size }, glyphs.slice(from, to), pen);
    return clusterOf(compose(characters.slice(...span.characters)), { drawn, isRtl });
  });
  return isRtl ? clusters.reverse() : clusters;
}

/**
 * A cluster of some characters. Its marks are a code of their own that shows nothing and takes no
 * room, as pdf.js takes whatever has a mark in it to have no width, and to be told nothing where it
 * ends in a joiner.
 */
function clusterOf(
  characters: readonly string[],
  { drawn, isRtl }: { drawn: Drawn; isRtl: boolean },
): Cluster[] {
  const from = characters.findIndex((character) => (isRtl ? mark : markOrJoiner).test(character));
  if (from < 1) return [{ ...drawn, text: order(characters, isRtl) }];
  const end = isRtl ? drawn.x : drawn.x + drawn.advance;
  return [
    { ...drawn, text: order(characters.slice(0, from), isRtl) },
    { text: order(characters.slice(from), isRtl), parts: [], x: end, advance: 0 },
  ];
}

/** A letter and its accents as one character, where there is one: pdftotext knows not all accents. */
function compose(characters: readonly string[]): readonly string[] {
  if (characters.length === 1) return characters;
  const shorter = [...characters.join("").normalize("NFC")];
  return shorter.length < characters.length ? shorter : characters;
}

const mark = /\p{Mn}/u;
const markOrJoiner = /[\p{Mn}\p{Cf}]/u;

/**
 * The letters of a line stand in the order in which they are seen, and so do those of a cluster:
 * readers turn all of them round.
 */
function order(characters: readonly string[], isRtl: boolean): string {
  return (isRtl ? characters.toReversed() : characters).join("");
}

/** Where the pen stands before each glyph. */
function pensOf(glyphs: readonly PlacedGlyph[]): number[] {
  let pen = 0;
  return glyphs.map(({ advance }) => {
    const before = pen;
    pen += advance;
    return before;
  });
}

function graphemeEnds(text: string): ReadonlySet<number> {
  let at = 0;
  return new Set(
    Array.from(graphemes.segment(text), ({ segment }) => {
      at += [...segment].length;
      return at;
    }),
  );
}

type Drawn = Omit<Cluster, "text">;

function outlineOf(
  { run, size }: { run: Run; size: number },
  glyphs: readonly PlacedGlyph[],
  pen: number,
): Drawn {
  const { engine, unitsPerEm } = run.font;
  const [only] = glyphs;
  if (glyphs.length === 1 && only!.y === 0) {
    const { id, x, advance } = only!;
    const own = advance === 0 ? 0 : engine.getGlyph(id).advanceWidth / unitsPerEm;
    return { parts: [{ id, x: 0, y: 0 }], x: x / size, advance: own };
  }
  const scale = (value: number) => Math.round((value / size) * unitsPerEm);
  const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) / size;
  const parts = glyphs.map(({ id, x, y }) => ({ id, x: scale(x - pen), y: scale(y) }));
  return { parts, x: pen / size, advance };
}

/** From and to, without the last. */
type Range = [from: number, to: number];

/** Characters, and the glyphs that show them. */
interface Span {
  characters: Range;
  glyphs: Range;
}

interface Matching {
  characters: readonly string[];
  /** In the order of the characters, but for those that stand before what they are said after. */
  glyphs: readonly { codePoints: readonly number[] }[];
  /** Where a cluster may end, if not after any character. */
  ends?: ReadonlySet<number> | undefined;
}

/**
 * Tells which glyphs show which characters: the shortest spans in which both are the same, whatever
 * their order. Glyphs that the font added belong to what is before them.
 */
export function match({ characters, glyphs, ends }: Matching): Span[] {
  const spans: Span[] = [];
  const open = new Balance();
  let [fromCharacter, fromGlyph, character] = [0, 0, 0];
  for (let glyph = 0; glyph < glyphs.length; glyph++) {
    for (const codePoint of glyphs[glyph]!.codePoints) open.add(codePoint, 1);
    while (open.isMore && character < characters.length)
      open.add(characters[character++]!.codePointAt(0)!, -1);
    const isAlone = glyphs[glyph + 1]?.codePoints.length !== 0;
    if (!open.isEven || !isAlone || character === fromCharacter || ends?.has(character) === false)
      continue;
    close(glyph + 1);
  }
  character = characters.length;
  if (fromCharacter < character || fromGlyph < glyphs.length) close(glyphs.length);
  return spans;

  function close(to: number): void {
    const span: Span = { characters: [fromCharacter, character], glyphs: [fromGlyph, to] };
    spans.push(...(isLong(span) ? spread(span) : [span]));
    [fromCharacter, fromGlyph] = [character, to];
  }
}

/** How often glyphs have each character more often than the text has up to here. */
class Balance {
  readonly #counts = new Map<number, number>();
  #sum = 0;

  get isMore(): boolean {
    return this.#sum > 0;
  }

  get isEven(): boolean {
    return this.#counts.size === 0;
  }

  /** Compared are the pieces of a character, as shapers put letters together and take them apart. */
  add(codePoint: number, sign: 1 | -1): void {
    if (codePoint < 0xc0) {
      this.#count(codePoint, sign);
      return;
    }
    for (const piece of String.fromCodePoint(codePoint).normalize("NFD"))
      this.#count(piece.codePointAt(0)!, sign);
  }

  #count(codePoint: number, sign: 1 | -1): void {
    const count = (this.#counts.get(codePoint) ?? 0) + sign;
    if (count === 0) this.#counts.delete(codePoint);
    else this.#counts.set(codePoint, count);
    this.#sum += sign;
  }
}

function isLong({ characters, glyphs }: Span): boolean {
  return characters[1] - characters[0] > spanMax || glyphs[1] - glyphs[0] > spanMax;
}

/** Shares out what no script has: a letter under a hundred accents. */
function spread({ characters, glyphs }: Span): Span[] {
  const [fromCharacter, toCharacter] = characters;
  const [fromGlyph, toGlyph] = glyphs;
  const length = Math.max(toCharacter - fromCharacter, toGlyph - fromGlyph);
  const pieces = Math.ceil(length / spanMax);
  const cut = ([from, to]: Range, piece: number) =>
    from + Math.floor(((to - from) * piece) / pieces);
  return Array.from(
    { length: pieces },
    (_, piece): Span => ({
      characters: [cut(characters, piece), cut(characters, piece + 1)],
      glyphs: [cut(glyphs, piece), cut(glyphs, piece + 1)],
    }),
  );
}
