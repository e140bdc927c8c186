import { asTable } from "hub";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from "pdf-lib";
import { inflate } from "../preflight/filters.ts";
import { listItems, numberEntry } from "./entries.ts";

// Positions stay within the rows of a stream, so `!` is used: a check for each would cost time.

/** A stream decoded up to its first image filter. */
interface Decoded {
  bytes: Uint8Array;
  /** The remaining filter, such as "DCTDecode". */
  filter: string | undefined;
}

/** Returns the decoded bytes of a stream, or undefined if it has an image filter or is broken. */
export function streamBytes(stream: PDFObject | undefined): Uint8Array | undefined {
  const decoded = decodeStream(stream);
  return decoded?.filter === undefined ? decoded?.bytes : undefined;
}

const imageFilters = new Set(["DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"]);

/** Decodes a stream up to its first image filter. Returns undefined if it is broken. */
export function decodeStream(stream: PDFObject | undefined): Decoded | undefined {
  if (!(stream instanceof PDFStream)) return undefined;
  const filters = listNames(stream.dict.lookup(PDFName.of("Filter")));
  const parameters = toList(stream.dict.lookup(PDFName.of("DecodeParms")));
  const isRaw = stream instanceof PDFRawStream;
  let bytes: Uint8Array = isRaw ? stream.contents : stream.getContents();
  try {
    for (const [index, filter] of filters.entries()) {
      if (imageFilters.has(filter)) return { bytes, filter };
      const parameter = parameters[index];
      bytes = decodeOne(stream, { bytes, filter, parameter });
    }
    return { bytes, filter: undefined };
  } catch {
    return undefined;
  }
}

/**
 * The maximum decoded size of one stream. Preflight has already limited the whole document to it.
 */
const bytesMax = 2 ** 28;

function decodeOne(
  { dict }: PDFStream,
  {
    bytes,
    filter,
    parameter,
  }: { bytes: Uint8Array; filter: string; parameter: PDFObject | undefined },
): Uint8Array {
  const parameters = parameter instanceof PDFDict ? parameter : undefined;
  const out =
    filter === "FlateDecode"
      ? inflate(bytes, bytesMax)
      : decodeWithPdfLib(dict, { bytes, filter, parameters });
  const predictor = numberEntry(parameters, "Predictor") ?? 1;
  if (predictor === 1) return out;
  return undoPrediction(out, {
    predictor,
    colors: numberEntry(parameters, "Colors") ?? 1,
    bits: numberEntry(parameters, "BitsPerComponent") ?? 8,
    columns: numberEntry(parameters, "Columns") ?? 1,
  });
}

function decodeWithPdfLib(
  { context }: PDFDict,
  {
    bytes,
    filter,
    parameters,
  }: { bytes: Uint8Array; filter: string; parameters: PDFDict | undefined },
): Uint8Array {
  const dict = context.obj({ Filter: filter });
  if (parameters) dict.set(PDFName.of("DecodeParms"), parameters);
  return decodePDFRawStream(PDFRawStream.of(dict, bytes)).decode();
}

const shortNames: Readonly<Record<string, string>> = asTable({
  Fl: "FlateDecode",
  AHx: "ASCIIHexDecode",
  A85: "ASCII85Decode",
  RL: "RunLengthDecode",
  LZW: "LZWDecode",
  DCT: "DCTDecode",
});

function listNames(value: PDFObject | undefined): string[] {
  return toList(value).flatMap((item) => {
    if (!(item instanceof PDFName)) return [];
    const name = item.decodeText();
    return [shortNames[name] ?? name];
  });
}

function toList(value: PDFObject | undefined): (PDFObject | undefined)[] {
  return value instanceof PDFArray ? listItems(value) : [value];
}

interface Prediction {
  predictor: number;
  colors: number;
  bits: number;
  columns: number;
}

/** Reverses the prediction of rows: PNG's (10 to 15), and TIFF's (2) for 8-bit samples. */
export function undoPrediction(
  bytes: Uint8Array,
  { predictor, colors, bits, columns }: Prediction,
) {
  const step = Math.max(1, (colors * bits) >> 3);
  const width = Math.ceil((colors * bits * columns) / 8);
  if (!(width > 0 && width < 2 ** 24))
    throw new Error("Cannot undo the prediction: the row length is out of range");
  if (predictor === 2) return bits === 8 ? fromTiff(bytes, { step, width }) : fail();
  if (predictor < 10) return fail();
  const rows = Math.ceil(bytes.length / (width + 1));
  const out = new Uint8Array(rows * width);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const from = row * (width + 1);
    const source = bytes.subarray(from + 1, Math.min(bytes.length, from + 1 + width));
    const to = row * width;
    length = to + source.length;
    const above = row === 0 ? undefined : out.subarray(to - width, to);
    restore(out.subarray(to, to + width), { source, above, kind: bytes[from]!, step });
  }
  return out.subarray(0, length);
}

interface FilteredRow {
  source: Uint8Array;
  above: Uint8Array | undefined;
  kind: number;
  step: number;
}

/** Reverses a PNG filter (ISO/IEC 15948, 9.2). */
function restore(row: Uint8Array, { source, above, kind, step }: FilteredRow): void {
  row.set(source);
  if (kind === 1 || kind >= 3)
    for (let at = 0; at < source.length; at++) {
      const left = at < step ? 0 : row[at - step]!;
      const up = above === undefined ? 0 : above[at]!;
      if (kind === 1) row[at]! += left;
      else if (kind === 3) row[at]! += (left + up) >> 1;
      else row[at]! += nearest(left, up, at < step || !above ? 0 : above[at - step]!);
    }
  else if (kind === 2 && above) for (let at = 0; at < source.length; at++) row[at]! += above[at]!;
}

/** Returns the neighbour closest to the estimate of PNG's Paeth filter. */
function nearest(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function fromTiff(bytes: Uint8Array, { step, width }: { step: number; width: number }) {
  const out = Uint8Array.from(bytes);
  for (let at = 0; at < out.length; at++) if (at % width >= step) out[at]! += out[at - step]!;
  return out;
}

function fail(): never {
  throw new Error("Cannot undo the prediction: its type is unknown");
}
