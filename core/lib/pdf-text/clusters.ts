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

/**
 * A run's clusters from left to right. A letter keeps its accents, and what the font draws as one its
 * letters: glyphs alone do not tell, as those of Arabic are a letter's body and its dots, and bodies
 * are shared by letters.
 */
export function clustersOf(run: Run, size: number): Cluster[] {
  const { direction, glyphs } = run;
  const isRtl = direction === "rtl";
  const pens = pensOf(glyphs);
  const characters = [...run.text];
  const spans = spansOf(characters, isRtl ? glyphs.toReversed() : glyphs);
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

type Drawn = Omit<Cluster, "text">;

function outlineOf(
  { run, size }: { run: Run; size: number },
  glyphs: readonly PlacedGlyph[],
  pen: number,
): Drawn {
  const { engine, unitsPerEm } = run.font;
  const [only] = glyphs;
  if (only && glyphs.length === 1 && only.y === 0) {
    const { id, x, advance } = only;
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

/**
 * Tells which glyphs show which characters. Both are in the order in which they are read; a glyph without
 * characters belongs to what is before it, and so do joiners, and characters without a glyph.
 */
export function spansOf(
  characters: readonly string[],
  glyphs: readonly { codePoints: readonly number[] }[],
): Span[] {
  const spans: Span[] = [];
  let character = 0;
  for (const [index, { codePoints }] of glyphs.entries()) {
    const last = spans.at(-1);
    const begin = character;
    character += codePoints.length;
    if (last && codePoints.every(isJoiner)) {
      last.characters[1] = character;
      last.glyphs[1] = index + 1;
    } else spans.push({ characters: [begin, character], glyphs: [index, index + 1] });
  }
  const last = spans.at(-1);
  if (last) last.characters[1] = characters.length;
  else if (characters.length > 0)
    spans.push({ characters: [0, characters.length], glyphs: [0, 0] });
  return spans.flatMap((span) => (isLong(span) ? spread(span) : [span]));
}

/** What is not seen and says how its neighbours are: a joiner, or that there is none. */
function isJoiner(codePoint: number): boolean {
  return /\p{Cf}/u.test(String.fromCodePoint(codePoint));
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
