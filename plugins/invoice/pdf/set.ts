import { type HubFont, layoutTextNow, splitFontRuns, type Weight } from "hub/drawing";
import { buildStretches, type Cluster, type Part, type Stretch } from "hub/pdf-text";

/** A line of text, measured in ems. */
export interface SetLine {
  runs: readonly Stretch[];
  width: number;
}

export interface SetText {
  lines: readonly SetLine[];
  missing: readonly string[];
}

/** Breaks a text into lines of at most `width` ems. */
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
  const { lines, missing } = layoutTextNow(breakLongWords(text), {
    size: 1,
    weight,
    width,
    emoji: "plain",
  });
  return {
    lines: lines.map(({ runs, width }) => {
      const left = runs[0]?.x ?? 0;
      return { runs: buildStretches(runs, 1).map((run) => ({ ...run, x: run.x - left })), width };
    }),
    missing,
  };
}

/** Longest word shaped at once. The engine tries longer words letter by letter until they fit. */
const wordMax = 40;

/** Breaks implausibly long words. Scripts without spaces are unaffected. */
function breakLongWords(text: string): string {
  if (text.length <= wordMax) return text;
  let result = "";
  let run = 0;
  for (const character of text) {
    run = character === " " || character >= "\u2E80" ? 0 : run + 1;
    // A combining mark stays with its letter.
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

/** Returns whether a text only has Latin, Greek and Cyrillic letters, which need no shaping engine. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isMark = (unit >= 0x300 && unit <= 0x36f) || (unit >= 0x483 && unit <= 0x489);
    if (unit < 0x20 || isMark || unit === 0xad) return false;
    if (unit > 0x52f && !(unit >= 0x2010 && unit <= 0x2027) && !plainCharacters.has(unit))
      return false;
  }
  return true;
}

/** Narrow space, euro sign and minus sign. */
const plainCharacters: ReadonlySet<number> = new Set([0x202f, 0x20ac, 0x2212]);

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
  const font = splitFontRuns(character, { weight, emoji: "plain" })[0]?.font;
  if (!font?.has(codePoint)) return undefined;
  const { id, advanceWidth } = font.engine.glyphForCodePoint(codePoint);
  const parts = [{ id, x: 0, y: 0 }];
  return { font, id, codePoint, text: character, parts, advance: advanceWidth / font.unitsPerEm };
}

/** Breaks at spaces and after hyphens. A word longer than a line is cut. */
function wrapLines(letters: readonly Letter[], width: number): SetLine[] {
  const lines: SetLine[] = [];
  let from = 0;
  // Possible end of the line, and its width so far.
  let breakAt = 0;
  let lineWidth = 0;
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at];
    if (!letter) break;
    lineWidth += letter.advance + measureKerning(at > from ? letters[at - 1] : undefined, letter);
    if (letter.codePoint === 0x20) breakAt = at + 1;
    else if (lineWidth > width + 1e-6 && at > from) {
      const end = breakAt > from ? breakAt : at;
      lines.push(buildLine(letters.slice(from, end)));
      from = end;
      at = end - 1;
      lineWidth = 0;
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

/** Limit per document: a measurement takes 0.3 ms, and a text with all possible pairs would take minutes. */
const measuredMax = 1500;

let measuredPairs = 0;

/** Resets the number of new pairs that may be measured for a document. */
export function allowMeasuring(): void {
  measuredPairs = 0;
}

/** Returns the kerning of two neighbours in ems. Each pair is measured once. */
function measureKerning(previous: Letter | undefined, next: Letter): number {
  if (previous?.font !== next.font || !isLetter(previous.codePoint) || !isLetter(next.codePoint))
    return 0;
  let fontPairs = pairs.get(previous.font);
  if (!fontPairs) {
    fontPairs = new Map();
    pairs.set(previous.font, fontPairs);
  }
  const key = previous.id * 65_536 + next.id;
  const kern = fontPairs.get(key);
  if (kern !== undefined) return kern;
  if (measuredPairs >= measuredMax || fontPairs.size >= pairsMax) return 0;
  measuredPairs++;
  const kerning = measureKern(previous, next);
  fontPairs.set(key, kerning);
  return kerning;
}

/** Digits are aligned in columns, and spaces separate words: neither is kerned. */
function isLetter(codePoint: number): boolean {
  if (codePoint < 0x41) return codePoint === 0x2c || codePoint === 0x2e;
  return true;
}

function measureKern({ font, codePoint }: Letter, next: Letter): number {
  const pair = String.fromCodePoint(codePoint, next.codePoint);
  const { glyphs, positions } = font.engine.layout(pair);
  const [glyph, second] = glyphs;
  const [position] = positions;
  // A ligature is not a pair.
  if (!glyph || !second || !position) return 0;
  return (position.xAdvance - glyph.advanceWidth) / font.unitsPerEm;
}
