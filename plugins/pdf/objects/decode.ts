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
import { itemsOf, numberEntry } from "./entries.ts";
import { undoPrediction } from "./predictor.ts";

/** What a stream decodes to, up to the first filter that is an image's own. */
export interface Decoded {
  bytes: Uint8Array;
  /** The filter that is left, such as "DCTDecode". */
  filter: string | undefined;
}

const imageFilters = new Set(["DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"]);
/** No more than the whole of a document may inflate to, which was counted before. */
const bytesMax = 2 ** 28;

/** The decoded bytes of a stream; none where it is an image of its own kind, or broken. */
export function streamBytes(stream: PDFObject | undefined): Uint8Array | undefined {
  const decoded = decodeStream(stream);
  return decoded?.filter === undefined ? decoded?.bytes : undefined;
}

/** Decodes a stream as far as its filters are not those of an image; nothing of a broken one. */
export function decodeStream(stream: PDFObject | undefined): Decoded | undefined {
  if (!(stream instanceof PDFStream)) return undefined;
  const filters = namesOf(stream.dict.lookup(PDFName.of("Filter")));
  const parameters = listOf(stream.dict.lookup(PDFName.of("DecodeParms")));
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
      : byPdfLib(dict, { bytes, filter, parameters });
  if ((numberEntry(parameters, "Predictor") ?? 1) === 1) return out;
  return undoPrediction(out, {
    predictor: numberEntry(parameters, "Predictor")!,
    colors: numberEntry(parameters, "Colors") ?? 1,
    bits: numberEntry(parameters, "BitsPerComponent") ?? 8,
    columns: numberEntry(parameters, "Columns") ?? 1,
  });
}

function byPdfLib(
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

const shortNames: Readonly<Record<string, string>> = {
  Fl: "FlateDecode",
  AHx: "ASCIIHexDecode",
  A85: "ASCII85Decode",
  RL: "RunLengthDecode",
  LZW: "LZWDecode",
  DCT: "DCTDecode",
};

function namesOf(value: PDFObject | undefined): string[] {
  return listOf(value).flatMap((item) => {
    if (!(item instanceof PDFName)) return [];
    const name = item.decodeText();
    return [shortNames[name] ?? name];
  });
}

function listOf(value: PDFObject | undefined): (PDFObject | undefined)[] {
  return value instanceof PDFArray ? itemsOf(value) : [value];
}
