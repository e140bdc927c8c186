import type { PlacedGlyph, Run } from "../drawing/text/shape.ts";

/** The maximum number of characters and of glyphs in a span. No script needs more. */
export const spanMax = 24;

/** A glyph of a cluster. Its position is in font units, relative to the cluster. */
export interface Part {
  id: number;
  x: number;
  y: number;
}

/** A user-perceived character and its glyphs. Measures are in ems. `x` is relative to the run. */
export interface Cluster {
  /** The characters in visual order, from left to right. */
  text: string;
  parts: readonly Part[];
  x: number;
  advance: number;
}

/**
 * Returns a run's clusters from left to right. A letter includes its accents, and a ligature all its
 * letters. Glyphs alone don't determine clusters: in Arabic, letters consist of a shared body and dots.
 */
export function buildClusters(run: Run, size: number): Cluster[] {
  const { direction, glyphs } = run;
  const isRtl = direction === "rtl";
  const penPositions = getPenPositions(glyphs);
  const characters = [...run.text];
  const spans = matchSpans(characters, isRtl ? glyphs.toReversed() : glyphs);
  const clusters = spans.flatMap((span) => {
    const [from, to] = isRtl
      ? [glyphs.length - span.glyphs[1], glyphs.length - span.glyphs[0]]
      : span.glyphs;
    const pen = penPositions[from] ?? penPositions.at(-1) ?? 0;
    const drawn = layOutGlyphs({ run, size }, glyphs.slice(from, to), pen);
    return splitMarks(composeCharacters(characters.slice(...span.characters)), { drawn, isRtl });
  });
  return isRtl ? clusters.reverse() : clusters;
}

/**
 * Creates the clusters for some characters. Marks get their own code without glyphs and width. The reason
 * is pdf.js: it gives zero width to every code that contains a mark. It also outputs nothing for a code
 * that ends in a joiner.
 */
function splitMarks(
  characters: readonly string[],
  { drawn, isRtl }: { drawn: GlyphLayout; isRtl: boolean },
): Cluster[] {
  const from = characters.findIndex((character) => (isRtl ? mark : markOrJoiner).test(character));
  if (from < 1) return [{ ...drawn, text: toVisualOrder(characters, isRtl) }];
  const end = isRtl ? drawn.x : drawn.x + drawn.advance;
  return [
    { ...drawn, text: toVisualOrder(characters.slice(0, from), isRtl) },
    { text: toVisualOrder(characters.slice(from), isRtl), parts: [], x: end, advance: 0 },
  ];
}

/**
 * Composes a letter and its accents to one character if possible, because pdftotext doesn't know all
 * accents.
 */
function composeCharacters(characters: readonly string[]): readonly string[] {
  if (characters.length === 1) return characters;
  const shorter = [...characters.join("").normalize("NFC")];
  return shorter.length < characters.length ? shorter : characters;
}

const mark = /\p{Mn}/u;
const markOrJoiner = /[\p{Mn}\p{Cf}]/u;

/** Returns the characters of a cluster in visual order. Readers expect that, and reverse the whole line. */
function toVisualOrder(characters: readonly string[], isRtl: boolean): string {
  return (isRtl ? characters.toReversed() : characters).join("");
}

/** Returns the pen position before each glyph. */
function getPenPositions(glyphs: readonly PlacedGlyph[]): number[] {
  let pen = 0;
  return glyphs.map(({ advance }) => {
    const before = pen;
    pen += advance;
    return before;
  });
}

type GlyphLayout = Omit<Cluster, "text">;

function layOutGlyphs(
  { run, size }: { run: Run; size: number },
  glyphs: readonly PlacedGlyph[],
  pen: number,
): GlyphLayout {
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

/** A half-open range. */
type IndexRange = [from: number, to: number];

/** Characters and their glyphs. */
interface GlyphSpan {
  characters: IndexRange;
  glyphs: IndexRange;
}

/**
 * Maps characters to glyphs. Both are in logical order. A glyph without characters belongs to the previous
 * span, and so do joiners and characters without a glyph.
 */
export function matchSpans(
  characters: readonly string[],
  glyphs: readonly { codePoints: readonly number[] }[],
): GlyphSpan[] {
  const spans: GlyphSpan[] = [];
  let character = 0;
  for (const [index, { codePoints }] of glyphs.entries()) {
    const last = spans.at(-1);
    const start = character;
    character += codePoints.length;
    if (last && codePoints.every(isJoiner)) {
      last.characters[1] = character;
      last.glyphs[1] = index + 1;
    } else spans.push({ characters: [start, character], glyphs: [index, index + 1] });
  }
  const last = spans.at(-1);
  if (last) last.characters[1] = characters.length;
  else if (characters.length > 0)
    spans.push({ characters: [0, characters.length], glyphs: [0, 0] });
  return spans.flatMap((span) => (isLong(span) ? splitSpan(span) : [span]));
}

/** Returns whether a code point is invisible and only affects its neighbours, such as a joiner. */
function isJoiner(codePoint: number): boolean {
  return /\p{Cf}/u.test(String.fromCodePoint(codePoint));
}

function isLong({ characters, glyphs }: GlyphSpan): boolean {
  return characters[1] - characters[0] > spanMax || glyphs[1] - glyphs[0] > spanMax;
}

/** Splits a span that is longer than any script needs, such as a letter with a hundred accents. */
function splitSpan({ characters, glyphs }: GlyphSpan): GlyphSpan[] {
  const [fromCharacter, toCharacter] = characters;
  const [fromGlyph, toGlyph] = glyphs;
  const length = Math.max(toCharacter - fromCharacter, toGlyph - fromGlyph);
  const pieces = Math.ceil(length / spanMax);
  const cut = ([from, to]: IndexRange, piece: number) =>
    from + Math.floor(((to - from) * piece) / pieces);
  return Array.from(
    { length: pieces },
    (_, piece): GlyphSpan => ({
      characters: [cut(characters, piece), cut(characters, piece + 1)],
      glyphs: [cut(glyphs, piece), cut(glyphs, piece + 1)],
    }),
  );
}
