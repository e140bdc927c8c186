import { correction, generate, type Mask, mode } from "lean-qr";
import qr from "../plugin.ts";
import { computeCapacity, dataBits, type Level, levels } from "./capacity.ts";
import { kanjiValue } from "./kanji.ts";
import {
  type CodeContent,
  type Encoding,
  encodeContent,
  type Segment,
  versionRanges,
} from "./segments.ts";

/** Options for encoding. */
interface MatrixOptions {
  /** Levels to try: the first with enough capacity is used. */
  levels: readonly [Level, ...Level[]];
  /** Whether to raise the level if the code doesn't become larger. */
  boost: boolean;
  versionMin: number;
  mask?: number | undefined;
  /** Whether text outside ASCII may be declared as UTF-8. Default true. */
  eci?: boolean | undefined;
}

/** The modules of a code, row by row. */
export interface Matrix {
  /** Modules per side. */
  size: number;
  /** 1 for each dark module. */
  modules: Uint8Array;
  version: number;
  level: Level;
  mask: number;
}

/** Encodes a content in the smallest code at its level. Without a given mask, it has the one with the fewest penalty points. */
export function buildMatrix(content: CodeContent, options: MatrixOptions): Matrix {
  const { encoding, version, level } = fitLevel(content, options);
  const bitmap = generate(writeSegments(encoding), {
    minVersion: version,
    maxVersion: version,
    minCorrectionLevel: correction[level],
    maxCorrectionLevel: correction[level],
    mask: (options.mask as Mask | undefined) ?? null,
  });
  const { size } = bitmap;
  const modules = new Uint8Array(size * size);
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++)
      modules[at] = bitmap.get(column, row) ? 1 : 0;
  return { size, version, level, modules, mask: readMask({ size, modules }) };
}

/** Reads the three bits of the mask in the format information: ISO/IEC 18004, 7.9. */
function readMask({ size, modules }: Pick<Matrix, "size" | "modules">): number {
  const bits = [3, 4, 5].map((fromBottom) => modules[(size - fromBottom) * size + 8]);
  return Number.parseInt(bits.join(""), 2) ^ 0b101;
}

interface Fit {
  encoding: Encoding;
  version: number;
  level: Level;
}

function fitLevel(content: CodeContent, options: MatrixOptions): Fit {
  for (const level of options.levels) {
    const fit = fitInVersions(level, content, options);
    if (fit) return options.boost ? boostLevel(fit) : fit;
  }
  throw createTooLongError(content, options);
}

function fitInVersions(
  level: Level,
  content: CodeContent,
  options: MatrixOptions,
): Fit | undefined {
  const { versionMin, eci } = options;
  for (const range of versionRanges) {
    // A digit, the cheapest character, takes 10/3 bits.
    if (range.to < versionMin || (content.length * 10) / 3 > dataBits(range.to, level)) continue;
    const encoding = encodeContent(content, range, { eci });
    for (let version = Math.max(range.from, versionMin); version <= range.to; version++)
      if (encoding.bits <= dataBits(version, level)) return { encoding, version, level };
  }
  return undefined;
}

function boostLevel(fit: Fit): Fit {
  const higher = levels.slice(levels.indexOf(fit.level) + 1);
  const level = higher.findLast((level) => fit.encoding.bits <= dataBits(fit.version, level));
  return level ? { ...fit, level } : fit;
}

type BitWriter = ReturnType<typeof mode.eci>;

function writeSegments({ segments, eci }: Encoding): BitWriter {
  const writers = segments.map(writeSegment);
  return mode.multi(...(eci ? [mode.eci(26)] : []), ...writers);
}

function writeSegment({ mode: kind, data }: Segment): BitWriter {
  if (kind === "numeric") return mode.numeric(data);
  if (kind === "alphanumeric") return mode.alphaNumeric(data);
  if (kind === "byte") return mode.bytes(typeof data === "string" ? Buffer.from(data) : data);
  return (bits, version) => {
    bits.push(0b1000, 4);
    bits.push(data.length, version < 10 ? 8 : version < 27 ? 10 : 12);
    for (const character of data) bits.push(kanjiValue(character) ?? 0, 13);
  };
}

const units = {
  numeric: "digits",
  alphanumeric: "characters of its alphanumeric mode",
  byte: "bytes of UTF-8",
  kanji: "Japanese characters",
};

function createTooLongError(content: CodeContent, options: MatrixOptions) {
  const ecc = options.levels.at(-1) ?? "L";
  const bytes = Buffer.byteLength(content);
  const encoding = encodeContent(content, versionRanges[2], { eci: options.eci });
  const [first, ...others] = encoding.segments;
  if (first && others.length === 0) {
    const { mode } = first;
    const capacity = computeCapacity(ecc, mode, encoding.eci);
    const unit = typeof content === "string" ? units[mode] : "bytes";
    return qr.error(
      "data_too_long",
      `data must have at most ${capacity} ${unit} with error correction ${ecc}: it has ${mode === "byte" ? bytes : content.length}`,
      { members: { mode, capacity, ecc, bytes } },
    );
  }
  const capacity = dataBits(40, ecc);
  return qr.error(
    "data_too_long",
    `data must take at most ${capacity} bits with error correction ${ecc}: the shortest encoding takes ${encoding.bits}`,
    { members: { mode: "mixed", capacity, ecc, bytes } },
  );
}
