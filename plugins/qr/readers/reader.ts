import { asTable } from "hub";
import type { BarcodeFormat, ReadInputBarcodeFormat } from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" };
import type { CodeFormat } from "../code-formats.ts";

/** Brightness with one byte per pixel, or red, green, blue and opacity with four. */
export interface ImagePixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface ReadOptions {
  /** Whether to spend more time on each candidate. Default false. */
  tryHarder?: boolean;
  /** Whether to find all codes instead of one. Default false. */
  multiple?: boolean;
  /** Whether to read other codes than QR codes, too. Default false. */
  otherCodes?: boolean;
  /** The only format to read, as the engine names it. Default: those above. */
  only?: ReadInputBarcodeFormat;
  /** Whether the text of a GS1 code has its elements in brackets. Default false. */
  hasElements?: boolean;
  /** Whether to read light modules on dark, which many phones don't support. Default true. */
  tryInvert?: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** A decoded code with valid error correction. */
export interface Code {
  text: string;
  bytes: Uint8Array;
  format: CodeFormat;
  /** The error correction level; null if the format has none. */
  ecc: "L" | "M" | "Q" | "H" | null;
  /** 1 to 40; for Micro QR codes `M2`, for rectangular ones `R11x27`; null if the format has none. */
  version: number | string | null;
  mask: number | null;
  /** Corners in pixels, clockwise from the code's own top left corner. */
  position: Point[];
  inverted: boolean;
  mirrored: boolean;
  /** Share of the error correction that was not used, from 0 to 1. */
  spareEcc: number | null;
  /** Position, starting at 0, among the codes that form one text. */
  sequence: { index: number; size: number; id: string } | null;
}

/** Reads the codes in a decoded image. Returns an empty list if there are none. */
export async function readPixels(
  pixels: ImagePixels,
  {
    tryHarder = false,
    multiple = false,
    otherCodes = false,
    only,
    hasElements = false,
    tryInvert = true,
  }: ReadOptions = {},
): Promise<Code[]> {
  const { readBarcodes, purgeZXingModule } = await loadEngine();
  try {
    const results = await readBarcodes(encodePgm(pixels), {
      formats: only ? [only] : [...qrFormats, ...(otherCodes ? listedFormats : [])],
      // The default mode replaces unprintable characters by <U+XXXX>.
      textMode: hasElements ? "HRI" : "Plain",
      tryHarder,
      tryDenoise: tryHarder,
      tryInvert,
      maxNumberOfSymbols: multiple ? 255 : 1,
    });
    return results.map(toCode);
  } catch (error) {
    // An engine that ran out of memory no longer responds.
    purgeZXingModule();
    enginePromise = undefined;
    throw error;
  }
}

const qrFormats = ["QRCode", "MicroQRCode", "RMQRCode"] satisfies BarcodeFormat[];

/** The codes that aren't QR codes, with their names in responses. */
const otherFormats = {
  DataMatrix: "data_matrix",
  Aztec: "aztec",
  PDF417: "pdf_417",
  EAN13: "ean_13",
  EAN8: "ean_8",
  UPCE: "upc_e",
  Code128: "code_128",
  Code39: "code_39",
  Code93: "code_93",
  Codabar: "codabar",
  ITF: "itf",
  DataBar: "databar",
  DataBarLtd: "databar_limited",
  DataBarExp: "databar_expanded",
  DataBarExpStk: "databar_expanded",
  MaxiCode: "maxicode",
  MicroPDF417: "micro_pdf_417",
  Telepen: "telepen",
  DXFilmEdge: "dx_film_edge",
} satisfies Partial<Record<BarcodeFormat, CodeFormat>>;

const listedFormats = Object.keys(otherFormats) as (keyof typeof otherFormats)[];

/** The names of formats in responses, by symbology or format of the engine. */
const formatNames: Readonly<Record<string, CodeFormat>> = asTable({
  MicroQRCode: "micro_qr",
  RMQRCode: "rmqr",
  ...otherFormats,
});

type ZXingEngine = typeof import("zxing-wasm/reader");
type BarcodeResult = Awaited<ReturnType<ZXingEngine["readBarcodes"]>>[number];

let enginePromise: Promise<ZXingEngine> | undefined;

function loadEngine(): Promise<ZXingEngine> {
  enginePromise ??= import("zxing-wasm/reader").then((zxing) => {
    // By default it fetches its WebAssembly module from a CDN.
    zxing.prepareZXingModule({
      overrides: { locateFile: () => Bun.pathToFileURL(wasm).href },
    });
    return zxing;
  });
  return enginePromise;
}

/** Encodes a binary PGM, which the engine decodes itself: a quarter of the bytes of `ImageData`. */
function encodePgm({ data, width, height }: ImagePixels): Uint8Array {
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

function toCode(result: BarcodeResult): Code {
  const { DataMask, Version, ECLevel, UEC } = JSON.parse(result.extra || "{}");
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  const { sequenceSize: size, sequenceIndex: index, sequenceId: id } = result;
  return {
    text: result.text,
    bytes: result.bytes,
    format: formatNames[result.format] ?? formatNames[result.symbology] ?? "qr",
    ecc: ["L", "M", "Q", "H"].includes(ECLevel) ? ECLevel : null,
    version: Number(Version) || Version || null,
    mask: DataMask ?? null,
    position: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({ x, y })),
    inverted: result.isInverted,
    mirrored: result.isMirrored,
    spareEcc: UEC ?? null,
    sequence: size > 0 ? { index, size, id } : null,
  };
}
