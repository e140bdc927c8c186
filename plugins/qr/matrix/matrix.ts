import type { QRCodeSegment } from "qrcode";
// Only the core: the package's entry also loads its renderers, which takes four times as long.
import { create } from "qrcode/lib/core/qrcode.js";
import qr from "../plugin.ts";
import { computeCapacity, dataBits, type Level, levels } from "./capacity.ts";
import { maskCode, maskWithFewestPenalties } from "./mask.ts";
import { measureBits, type Segment, splitSegments, versionRanges } from "./segments.ts";

/** Options for encoding. */
interface MatrixOptions {
  /** Levels to try: the first with enough capacity is used. */
  levels: readonly [Level, ...Level[]];
  /** Whether to raise the level if the code doesn't become larger. */
  boost: boolean;
  versionMin: number;
  mask?: number | undefined;
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

/** Encodes a text in the smallest code at its level. */
export function buildMatrix(data: string, options: MatrixOptions): Matrix {
  const { segments, version, level } = fitLevel(data, options);
  // The package would try all eight masks, which takes five times as long as everything else.
  const { modules } = create(segments.map(toQrCodeSegment), {
    version,
    errorCorrectionLevel: level,
    maskPattern: 0,
  });
  const code = { size: modules.size, modules: modules.data, reserved: modules.reservedBit, level };
  const masked =
    options.mask === undefined ? maskWithFewestPenalties(code) : maskCode(code, options.mask);
  return { size: modules.size, version, level, ...masked };
}

interface Fit {
  segments: Segment[];
  version: number;
  level: Level;
}

function fitLevel(
  data: string,
  { levels: candidateLevels, boost, versionMin }: MatrixOptions,
): Fit {
  for (const level of candidateLevels) {
    const fit = fitInVersions(level, { data, versionMin });
    if (fit) return boost ? boostLevel(fit.bits, fit) : fit;
  }
  throw createTooLongError(data, candidateLevels.at(-1) ?? "L");
}

function fitInVersions(level: Level, { data, versionMin }: { data: string; versionMin: number }) {
  for (const range of versionRanges) {
    // A digit, the cheapest character, takes 10/3 bits.
    if (range.to < versionMin || (data.length * 10) / 3 > dataBits(range.to, level)) continue;
    const segments = splitSegments(data, range);
    const bits = measureBits(segments, range);
    for (let version = Math.max(range.from, versionMin); version <= range.to; version++)
      if (bits <= dataBits(version, level)) return { segments, version, level, bits };
  }
  return undefined;
}

function boostLevel(bits: number, fit: Fit): Fit {
  const higher = levels.slice(levels.indexOf(fit.level) + 1);
  const level = higher.findLast((level) => bits <= dataBits(fit.version, level));
  return level ? { ...fit, level } : fit;
}

const units = {
  numeric: "digits",
  alphanumeric: "characters of its alphanumeric mode",
  byte: "bytes of UTF-8",
};

function createTooLongError(data: string, ecc: Level) {
  const bytes = Buffer.byteLength(data);
  const range = versionRanges[2];
  const segments = splitSegments(data, range);
  const [first, ...others] = segments;
  if (first && others.length === 0) {
    const { mode } = first;
    const capacity = computeCapacity(ecc, mode);
    return qr.error(
      "data_too_long",
      `data must have at most ${capacity} ${units[mode]} with error correction ${ecc}: it has ${mode === "byte" ? bytes : data.length}`,
      { members: { mode, capacity, ecc, bytes } },
    );
  }
  const [bits, capacity] = [measureBits(segments, range), dataBits(40, ecc)];
  return qr.error(
    "data_too_long",
    `data must take at most ${capacity} bits with error correction ${ecc}: the shortest encoding takes ${bits}`,
    { members: { mode: "mixed", capacity, ecc, bytes } },
  );
}

function toQrCodeSegment({ mode, data }: Segment): QRCodeSegment {
  // The package would search a string in a byte segment for a better mode.
  return mode === "byte"
    ? { mode, data: Buffer.from(data) }
    : // The package's type requires bytes in every mode, but its code a string in these.
      ({ mode, data } as unknown as QRCodeSegment);
}
