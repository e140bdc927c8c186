import type { PdfiumDocument } from "../engines/pdfium.ts";
import type { PixelBox, RecognisedLine, Tesseract } from "../engines/tesseract.ts";
import { rightToLeft } from "../text/lines.ts";
import { createSlanter, straighten } from "./deskew.ts";
import { type PagePicture, renderPicture, type Turns } from "./page-picture.ts";
import { dropNoise, findMissed, isTexture, steadyLines } from "./plausible-lines.ts";
import { orderTables } from "./table-order.ts";

/** A point in points from the upper left corner of the page as displayed. */
interface Point {
  x: number;
  y: number;
}

/** A character of a recognised word, and its ends along the line. */
interface ReadCharacter {
  text: string;
  /** Its distance from the start of the word, in points. */
  from: number;
}

export interface ReadWord {
  text: string;
  /** From 0 to 100. */
  confidence: number;
  /** Where the word starts, below its descenders. */
  start: Point;
  /** Its length along the line, in points. */
  length: number;
  characters: ReadCharacter[];
  /** The box around its ink. */
  box: { x: number; y: number; width: number; height: number };
}

export interface ReadLine {
  words: ReadWord[];
  /** The direction of the line as displayed, in radians clockwise. */
  angle: number;
  /** The height from descenders to ascenders, in points. */
  size: number;
}

/** The recognised text of a page. */
export interface ReadPage {
  page: number;
  lines: ReadLine[];
  /** The clockwise quarter turns that make the text upright. */
  turns: Turns;
  /** The mean confidence of its characters, from 0 to 100. */
  confidence: number;
  /** The resolution at which it was read. */
  dpi: number;
}

/** The confidence above which a detected rotation is certain. */
const certain = 4;
/** The mean confidence below which other rotations are tried. */
const doubtful = 65;
/** The share of the resolution at which rotations are tried. */
const trialScale = 0.5;

interface ReadOptions {
  engine: Tesseract;
  /** Whether annotations are read as well. */
  annotations?: boolean;
}

/** Recognises the text of a page, counted from 1. */
export function recognisePage(
  opened: PdfiumDocument,
  number: number,
  { engine, annotations = false }: ReadOptions,
): ReadPage {
  const render = (turns: Turns, scale = 1) =>
    renderPicture(opened, number, { turns, annotations, scale });
  const upright = render(0);
  if (!upright || isBlank(upright)) return emptyPage(number, upright?.dpi ?? 0);
  const read = (turns: Turns, scale = 1): ReadPage => {
    const rendered = turns === 0 && scale === 1 ? upright : (render(turns, scale) ?? upright);
    const { picture, angle } = straighten(rendered.picture);
    const lines = recogniseLines(engine, { ...rendered, picture });
    return convertPage(lines, { page: number, turns, rendered, angle });
  };
  const detected = engine.detectRotation(upright.picture);
  const turns = detected ? ((detected.degrees / 90) as Turns) : 0;
  const first = read(turns);
  // In shadow and noise, the detection can be certain of a wrong turn.
  const isDetected = turns === 0 && (detected?.confidence ?? 0) >= certain;
  const isSure = first.lines.length > 0 && (isDetected || first.confidence >= doubtful);
  if (isSure || isTexture(upright.picture)) return first;
  const best = chooseBest(([0, 1, 2, 3] as const).map((turns) => read(turns, trialScale)));
  // Noise that hides the text at full resolution is smaller in the trial.
  return chooseBest(best.turns === turns ? [first, best] : [first, best, read(best.turns)]);
}

/** Returns the reading with the most characters that are read with confidence. */
function chooseBest(readings: readonly ReadPage[]): ReadPage {
  const score = ({ lines, confidence }: ReadPage) =>
    countCharacters(lines) * Math.max(0, confidence - 30);
  return readings.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/**
 * Recognises everything on a page that may be text: in all four rotations, with scattered words and
 * words of low confidence. Yields the lines of each reading.
 */
export function* recogniseEverything(
  opened: PdfiumDocument,
  number: number,
  { engine }: Pick<ReadOptions, "engine">,
): Generator<string[]> {
  for (const turns of [0, 1, 2, 3] as const) {
    const rendered = renderPicture(opened, number, { turns, annotations: true });
    if (!rendered || isBlank(rendered)) return;
    const { picture } = straighten(rendered.picture);
    // In noise, a search for scattered words takes minutes.
    const isSearched = !isTexture(picture);
    // Upright lines are also read as paragraphs and columns, in which words break over lines.
    for (const sparse of [...(turns === 0 ? [false] : []), ...(isSearched ? [true] : [])])
      yield engine
        .recognise(picture, { dpi: rendered.dpi, sparse })
        .map(({ words }) => words.map(({ text }) => text).join(" "));
  }
}

function countCharacters(lines: readonly ReadLine[]): number {
  return lines.reduce(
    (sum, { words }) => sum + words.reduce((count, { text }) => count + text.length, 0),
    0,
  );
}

function emptyPage(page: number, dpi: number): ReadPage {
  return { page, lines: [], turns: 0, confidence: 0, dpi };
}

/** Recognises lines, and words that page segmentation takes for pictures. */
function recogniseLines(engine: Tesseract, { picture, dpi }: PagePicture): RecognisedLine[] {
  const lines = dropNoise(engine.recognise(picture, { dpi }));
  const missed = findMissed(lines, {
    picture,
    read: () => engine.recognise(picture, { dpi, sparse: true }),
  });
  return orderTables(steadyLines([...lines, ...missed]));
}

/** The difference from the paper below which nothing is written. */
const contrastMin = 24;

function isBlank({ picture: { pixels } }: PagePicture): boolean {
  let darkest = 255;
  let lightest = 0;
  for (const pixel of pixels) {
    if (pixel < darkest) darkest = pixel;
    if (pixel > lightest) lightest = pixel;
  }
  return lightest - darkest < contrastMin;
}

interface Conversion {
  page: number;
  turns: Turns;
  rendered: PagePicture;
  /** The angle by which the picture was straightened, in radians clockwise. */
  angle: number;
}

/** Converts lines from pixels of the picture to points of the page as displayed. */
function convertPage(
  recognised: readonly RecognisedLine[],
  { page, turns, ...conversion }: Conversion,
): ReadPage {
  const { rendered } = conversion;
  const lines = recognised.map((line) => convertLine(line, { turns, ...conversion }));
  return { page, lines, turns, confidence: computeConfidence(lines), dpi: rendered.dpi };
}

/** Returns the mean confidence of the characters of lines. */
function computeConfidence(
  lines: readonly { words: readonly { text: string; confidence: number }[] }[],
): number {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sum = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return characters === 0 ? 0 : Math.round((10 * sum) / characters) / 10;
}

const pointsPerInch = 72;

function convertLine(
  { words, baseline, rowAttributes }: RecognisedLine,
  { turns, rendered, angle: straightened }: Omit<Conversion, "page">,
): ReadLine {
  const scale = pointsPerInch / rendered.dpi;
  const toPage = createPointMapper(rendered, { turns, angle: straightened });
  const { x0, y0, x1, y1 } = baseline;
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { rowHeight, descenders } = rowAttributes;
  return {
    angle: angle - straightened - (turns * Math.PI) / 2,
    size: roundSize(rowHeight * scale),
    words: words.map(({ text, confidence, bbox, symbols }) => {
      const [from, to] = measureAlong(bbox, baseline, angle);
      return {
        length: (to - from) * scale,
        text,
        confidence,
        start: toPage(x0 + cos * from - sin * descenders, y0 + sin * from + cos * descenders),
        characters: orderCharacters(
          symbols.map(({ text, bbox }) => {
            const [start] = measureAlong(bbox, baseline, angle);
            return { text, from: (start - from) * scale };
          }),
        ),
        box: boundPoints([
          toPage(bbox.x0, bbox.y0),
          toPage(bbox.x1, bbox.y0),
          toPage(bbox.x0, bbox.y1),
          toPage(bbox.x1, bbox.y1),
        ]),
      };
    }),
  };
}

/**
 * Orders the characters of a word as they are drawn. From left to right, the engine's order counts: the
 * boxes of blurred letters overlap, and can start in another order.
 */
function orderCharacters(characters: readonly ReadCharacter[]): ReadCharacter[] {
  if (characters.some(({ text }) => rightToLeft.test(text)))
    return characters.toSorted((one, other) => one.from - other.from);
  let least = Number.NEGATIVE_INFINITY;
  return characters.map(({ text, from }) => {
    least = Math.max(least, from);
    return { text, from: least };
  });
}

/** Returns where a box starts and ends along a line, in pixels from the start of its baseline. */
function measureAlong(box: PixelBox, baseline: PixelBox, angle: number): [number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const isFlat = Math.abs(cos) >= Math.abs(sin);
  const ends = isFlat
    ? [(box.x0 - baseline.x0) / cos, (box.x1 - baseline.x0) / cos]
    : [(box.y0 - baseline.y0) / sin, (box.y1 - baseline.y0) / sin];
  return [Math.min(...ends), Math.max(...ends)];
}

/** Returns a function that maps pixels of a turned picture to points of the displayed page. */
function createPointMapper(
  { picture, dpi }: PagePicture,
  { turns, angle }: { turns: Turns; angle: number },
) {
  const scale = pointsPerInch / dpi;
  const slant = createSlanter(picture, angle);
  const { width, height } = picture;
  const unturn: Record<Turns, (x: number, y: number) => [number, number]> = {
    0: (x, y) => [x, y],
    1: (x, y) => [y, width - x],
    2: (x, y) => [width - x, height - y],
    3: (x, y) => [height - y, x],
  };
  return (x: number, y: number): Point => {
    const [right, down] = unturn[turns](...slant(x, y));
    return { x: right * scale, y: down * scale };
  };
}

function boundPoints(points: readonly Point[]): ReadWord["box"] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Rounds a font size, so that lines of one font have the same. */
function roundSize(size: number): number {
  return Math.max(1, Math.round(2 * size) / 2);
}
