/** From and to, without the last. */
type Range = [from: number, to: number];

/** Characters, and the glyphs that show them. */
export interface Span {
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

/** How many characters and glyphs one span has, at most: no script has as many in one. */
export const spanMax = 24;

/**
 * Tells which glyphs show which characters: the shortest spans in which both are the same, whatever
 * their order. Glyphs that the font added belong to what is before them.
 */
export function matched({ characters, glyphs, ends }: Matching): Span[] {
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
