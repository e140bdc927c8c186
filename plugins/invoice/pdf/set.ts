import { type HubFont, layoutTextNow, runsOf, type Weight } from "hub/drawing";
import { type Cluster, type Part, type Stretch, stretchesOf } from "hub/pdf-text";

/** Measures are in ems. */
export interface SetLine {
  runs: readonly Stretch[];
  width: number;
}

export interface SetText {
  lines: readonly SetLine[];
  missing: readonly string[];
}

/** Sets a text into lines of at most `width` ems. */
export function setText(
  text: string,
  { weight, width = Number.POSITIVE_INFINITY }: { weight: Weight; width?: number },
): SetText {
  const paragraphs = text.split("\n").map((paragraph) => setParagraph(paragraph, weight, width));
  return {
    lines: paragraphs.flatMap(({ lines }) => lines),
    missing: paragraphs.flatMap(({ missing }) => missing),
  };
}

function setParagraph(text: string, weight: Weight, width: number): SetText {
  if (isPlain(text)) {
    const letters = findLetters(text, weight);
    if (letters) return { lines: wrapLines(letters, width), missing: [] };
  }
  const { lines, missing } = layoutTextNow(withoutLongWords(text), {
    size: 1,
    weight,
    width,
    emoji: "plain",
  });
  return {
    lines: lines.map(({ runs, width }) => {
      const left = runs[0]?.x ?? 0;
      return { runs: stretchesOf(runs, 1).map((run) => ({ ...run, x: run.x - left })), width };
    }),
    missing,
  };
}

/** The longest word that is shaped at once: a longer one is tried letter by letter until it fits. */
const wordMax = 40;

/** Breaks words that no language has, but not what is written without spaces. */
function withoutLongWords(text: string): string {
  if (text.length <= wordMax) return text;
  let result = "";
  let run = 0;
  for (const character of text) {
    run = character === " " || character >= "\u2E80" ? 0 : run + 1;
    // A mark stays with its letter.
    if (run > wordMax && !/\p{M}/u.test(character)) {
      result += "\n";
      run = 1;
    }
    result += character;
  }
  return result;
}

interface Letter {
  font: HubFont;
  id: number;
  codePoint: number;
  text: string;
  parts: readonly Part[];
  advance: number;
}

/** Latin, Greek and Cyrillic letters stand side by side as they are, which saves the engine its work. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isMark = (unit >= 0x300 && unit <= 0x36f) || (unit >= 0x483 && unit <= 0x489);
    if (unit < 0x20 || isMark || unit === 0xad) return false;
    if (unit > 0x52f && !(unit >= 0x2010 && unit <= 0x2027) && !plainSigns.has(unit)) return false;
  }
  return true;
}

/** The narrow space, the euro and the minus. */
const plainSigns: ReadonlySet<number> = new Set([0x202f, 0x20ac, 0x2212]);

const letterCache = new Map<string, Letter | undefined>();

function findLetters(text: string, weight: Weight): Letter[] | undefined {
  const letters: Letter[] = [];
  for (const character of text) {
    const key = `${weight}${character}`;
    if (!letterCache.has(key)) letterCache.set(key, findLetter(character, weight));
    const letter = letterCache.get(key);
    if (!letter) return undefined;
    letters.push(letter);
  }
  return letters;
}

function findLetter(character: string, weight: Weight): Letter | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const font = runsOf(character, { weight, emoji: "plain" })[0]?.font;
  if (!font?.has(codePoint)) return undefined;
  const { id, advanceWidth } = font.engine.glyphForCodePoint(codePoint);
  const parts = [{ id, x: 0, y: 0 }];
  return { font, id, codePoint, text: character, parts, advance: advanceWidth / font.unitsPerEm };
}

/** Breaks at spaces and after hyphens; a word that no line holds is cut where it must be. */
function wrapLines(letters: readonly Letter[], width: number): SetLine[] {
  const lines: SetLine[] = [];
  let from = 0;
  // Where the line may end, and how wide it is up to here.
  let breakAt = 0;
  let filled = 0;
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at];
    if (!letter) break;
    filled += letter.advance + measureKerning(at > from ? letters[at - 1] : undefined, letter);
    if (letter.codePoint === 0x20) breakAt = at + 1;
    else if (filled > width + 1e-6 && at > from) {
      const end = breakAt > from ? breakAt : at;
      lines.push(buildLine(letters.slice(from, end)));
      from = end;
      at = end - 1;
      filled = 0;
    } else if (letter.codePoint === 0x2d && at > from && at + 1 < letters.length) breakAt = at + 1;
  }
  lines.push(buildLine(letters.slice(from)));
  return lines;
}

function buildLine(all: readonly Letter[]): SetLine {
  const letters = all.slice(0, all.findLastIndex(({ codePoint }) => codePoint !== 0x20) + 1);
  const runs: (Stretch & { clusters: Cluster[] })[] = [];
  let width = 0;
  for (const [index, letter] of letters.entries()) {
    const { font, text, parts, advance } = letter;
    width += measureKerning(letters[index - 1], letter);
    let run = runs.at(-1);
    if (run?.font !== font) {
      run = { font, x: width, clusters: [] };
      runs.push(run);
    }
    run.clusters.push({ text, parts, x: width - run.x, advance });
    width += advance;
  }
  return { runs, width };
}

const pairs = new Map<HubFont, Map<number, number>>();

const pairsMax = 20_000;

/** Asking takes a third of a millisecond: a text made of all pairs there are would ask for minutes. */
const measuredMax = 1500;

let measured = 0;

/** Lets one more document ask for the pairs that it has and none had before. */
export function allowMeasuring(): void {
  measured = 0;
}

/** How much nearer two neighbours stand than they are wide, in ems. The engine is asked once a pair. */
function measureKerning(before: Letter | undefined, after: Letter): number {
  if (before?.font !== after.font || !isLetter(before.codePoint) || !isLetter(after.codePoint))
    return 0;
  let known = pairs.get(before.font);
  if (!known) {
    known = new Map();
    pairs.set(before.font, known);
  }
  const key = before.id * 65_536 + after.id;
  const kern = known.get(key);
  if (kern !== undefined) return kern;
  if (measured >= measuredMax || known.size >= pairsMax) return 0;
  measured++;
  const found = measureKern(before, after);
  known.set(key, found);
  return found;
}

/** Digits stand in columns, and spaces part words: neither is moved. */
function isLetter(codePoint: number): boolean {
  if (codePoint < 0x41) return codePoint === 0x2c || codePoint === 0x2e;
  return true;
}

function measureKern({ font, codePoint }: Letter, after: Letter): number {
  const pair = String.fromCodePoint(codePoint, after.codePoint);
  const { glyphs, positions } = font.engine.layout(pair);
  const [glyph, second] = glyphs;
  const [position] = positions;
  // A ligature is no pair.
  if (!glyph || !second || !position) return 0;
  return (position.xAdvance - glyph.advanceWidth) / font.unitsPerEm;
}
