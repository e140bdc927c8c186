import wasm from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" };
import type { Format } from "../answer-schemas.ts";

/** Brightness, a byte a pixel, or four bytes of red, green, blue and opacity. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface ReadOptions {
  /** Spends more time on each place that might be a code. Default false. */
  tryHarder?: boolean;
  /** Finds every code and not only one. Default false. */
  multiple?: boolean;
  /** Reads light modules on dark, too, which many phones do not. Default true. */
  tryInvert?: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** A code that was found and whose error correction came out even. */
export interface Code {
  text: string;
  bytes: Uint8Array;
  format: Format;
  /** The error correction level; null for a format that has none. */
  ecc: "L" | "M" | "Q" | "H" | null;
  /** From 1 to 40; of a Micro QR code as `M2`, of a rectangular one as `R11x27`. */
  version: number | string;
  mask: number | null;
  /** Its corners in pixels, clockwise from the one that is top left in the code itself. */
  position: Point[];
  inverted: boolean;
  mirrored: boolean;
  /** How much of the error correction was not needed, from 0 to 1. */
  spareEcc: number | null;
  /** Its place among the codes that make up one text together, counted from 0. */
  sequence: { index: number; size: number; id: string } | null;
}

/** Reads the codes of a picture that is in memory already. No code is an empty list. */
export async function readPixels(
  pixels: Pixels,
  { tryHarder = false, multiple = false, tryInvert = true }: ReadOptions = {},
): Promise<Code[]> {
  const { readBarcodes, purgeZXingModule } = await engine();
  try {
    const found = await readBarcodes(graymap(pixels), {
      formats: ["QRCode", "MicroQRCode", "RMQRCode"],
      // The default writes what is not printable as <U+XXXX>.
      textMode: "Plain",
      tryHarder,
      tryDenoise: tryHarder,
      tryInvert,
      maxNumberOfSymbols: multiple ? 255 : 1,
    });
    return found.map(toCode);
  } catch (error) {
    // An engine that ran out of memory answers nothing any more.
    purgeZXingModule();
    prepared = undefined;
    throw error;
  }
}

type Engine = typeof import("zxing-wasm/reader");
type BarcodeResult = Awaited<ReturnType<Engine["readBarcodes"]>>[number];

let prepared: Promise<Engine> | undefined;

function engine(): Promise<Engine> {
  prepared ??= import("zxing-wasm/reader").then((zxing) => {
    // Left alone, it fetches its program from a CDN.
    zxing.prepareZXingModule({
      overrides: { locateFile: () => Bun.pathToFileURL(wasm).href },
    });
    return zxing;
  });
  return prepared;
}

/** A binary PGM, which the engine decodes by itself: a quarter of the bytes of its `ImageData`. */
function graymap({ data, width, height }: Pixels): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const size = width * height;
  const file = new Uint8Array(head.length + size);
  file.set(head);
  if (data.length === size) file.set(data, head.length);
  else if (data.length === 4 * size)
    for (let pixel = 0, at = head.length; pixel < 4 * size; pixel += 4, at++) {
      // BT.601 brightness in 1/256, over white. The length was checked above.
      const light = 77 * data[pixel]! + 150 * data[pixel + 1]! + 29 * data[pixel + 2]!;
      const opacity = data[pixel + 3]!;
      file[at] = ((light >> 8) * opacity + 255 * (255 - opacity)) / 255;
    }
  else throw new RangeError(`${width} × ${height} pixels are not ${data.length} bytes`);
  return file;
}

function toCode(found: BarcodeResult): Code {
  const { DataMask, Version, ECLevel, UEC } = JSON.parse(found.extra || "{}");
  const { topLeft, topRight, bottomRight, bottomLeft } = found.position;
  const { sequenceSize: size, sequenceIndex: index, sequenceId: id } = found;
  return {
    text: found.text,
    bytes: found.bytes,
    format:
      found.format === "MicroQRCode" ? "micro_qr" : found.format === "RMQRCode" ? "rmqr" : "qr",
    ecc: ["L", "M", "Q", "H"].includes(ECLevel) ? ECLevel : null,
    version: Number(Version) || Version,
    mask: DataMask ?? null,
    position: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({ x, y })),
    inverted: found.isInverted,
    mirrored: found.isMirrored,
    spareEcc: UEC ?? null,
    sequence: size > 0 ? { index, size, id } : null,
  };
}
