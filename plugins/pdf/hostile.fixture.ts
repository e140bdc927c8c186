import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { bookPdf, formPdf } from "./documents.fixture.ts";
import { samplePdf, stream, writePdf } from "./sample.ts";

interface Hostile {
  bytes: Uint8Array<ArrayBuffer>;
  code: string;
  /** The limit that the error names. */
  limit?: string;
}

const mebibyte = 2 ** 20;
const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>";

/** Malicious or broken files, each with the expected error. */
export const hostileFiles: Readonly<Record<string, Hostile>> = {
  "no bytes": { bytes: toBytes(""), code: "pdf_empty" },
  "no pages": {
    bytes: writePdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 0/Kids[]>>"]),
    code: "pdf_empty",
  },
  "a web page": { bytes: toBytes("<!doctype html><title>%PDF-1.7</title>"), code: "pdf_corrupt" },
  "a header and nothing else": { bytes: toBytes("%PDF-1.7\n"), code: "pdf_corrupt" },
  "a file that was cut off": { bytes: samplePdf().slice(0, 700), code: "pdf_corrupt" },
  "a GIF that is a PDF, too": {
    bytes: join(toBytes("GIF89a\x01\0\x01\0\0\0\0;"), samplePdf()),
    code: "pdf_corrupt",
  },
  "a PDF with a long tail": {
    bytes: join(samplePdf(), toBytes(`PK\x03\x04${"x".repeat(5000)}`)),
    code: "pdf_corrupt",
  },
  "no catalogue": { bytes: writePdf(["<</Type/Nothing>>"]), code: "pdf_corrupt" },
  "two gigabytes of content": {
    bytes: withContent(bomb(2048)),
    code: "pdf_limit_exceeded",
    limit: "inflation_ratio",
  },
  "two gigabytes of content without a declared filter": {
    bytes: withContent(bomb(2048), ""),
    code: "pdf_limit_exceeded",
    limit: "inflation_ratio",
  },
  "three hundred megabytes in small streams": {
    bytes: withObjects(Array.from({ length: 100 }, () => flate(bomb(3)))),
    code: "pdf_limit_exceeded",
    limit: "inflated_bytes",
  },
  "two gigabytes of objects": {
    bytes: withObjects([flate(bomb(2048), "/Type/ObjStm/N 1/First 4")]),
    code: "pdf_limit_exceeded",
    limit: "inflated_bytes",
  },
  "a bomb in a bomb": {
    bytes: withContent(compress(bomb(2048)), "/Filter[/FlateDecode/FlateDecode]"),
    code: "pdf_limit_exceeded",
    limit: "inflation_ratio",
  },
  "a bomb in hexadecimal digits": {
    bytes: withContent(`${Buffer.from(bomb(300), "latin1").toString("hex")}>`, "/Filter[/AHx/Fl]"),
    code: "pdf_limit_exceeded",
    limit: "inflation_ratio",
  },
  "a bomb within another stream": {
    bytes: withContent(`9 0 obj<</Filter/FlateDecode>>stream\n${bomb(2048)}`, ""),
    code: "pdf_limit_exceeded",
    limit: "inflation_ratio",
  },
  "a bomb whose end is broken": {
    bytes: withContent(`${bomb(2048).slice(0, -12)}\xff\xff\xff`),
    code: "pdf_limit_exceeded",
    limit: "inflation_ratio",
  },
  "a chain of five filters": {
    bytes: withContent("00>", "/Filter[/AHx/AHx/AHx/AHx/AHx]"),
    code: "pdf_limit_exceeded",
    limit: "filters",
  },
  "a stream of too many objects": {
    bytes: withObjects([flate(compress("1 0"), "/Type/ObjStm/N 100001/First 4")]),
    code: "pdf_limit_exceeded",
    limit: "packed_objects",
  },
  "a table of too many objects": {
    bytes: replaceText(samplePdf(), "/Size 10/", "/Size 1000001/"),
    code: "pdf_limit_exceeded",
    limit: "objects",
  },
  "an object of too high a number": {
    bytes: replaceText(samplePdf(), "1 0 obj", "9999999 0 obj"),
    code: "pdf_limit_exceeded",
    limit: "objects",
  },
  "a page that is too wide": {
    bytes: replaceText(samplePdf(), "[0 0 298 420]", "[0 0 14401 9]"),
    code: "pdf_limit_exceeded",
    limit: "page_side",
  },
  "too many pages": {
    bytes: writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      `<</Type/Pages/Count 2001/Kids[${"3 0 R ".repeat(2001)}]>>`,
      page,
      stream(""),
    ]),
    code: "pdf_limit_exceeded",
    limit: "pages",
  },
  "a page tree that contains itself": {
    bytes: writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 2/Kids[3 0 R 2 0 R]>>",
      page,
      stream(""),
    ]),
    code: "pdf_corrupt",
  },
  "a page tree that doubles at each of its levels": {
    bytes: writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      ...Array.from(
        { length: 40 },
        (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]>>`,
      ),
      "<</Type/Pages/Kids[]>>",
    ]),
    code: "pdf_limit_exceeded",
    limit: "page_tree",
  },
  "a page tree of many levels": {
    bytes: writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      ...Array.from(
        { length: 5000 },
        (_, level) => `<</Type/Pages/Count 1/Kids[${level + 3} 0 R]>>`,
      ),
      page,
    ]),
    code: "pdf_limit_exceeded",
    limit: "page_tree",
  },
  "an unknown encryption": {
    bytes: writePdf(
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", page, stream("")],
      "/Encrypt<</Filter/Nobody/V 99/R 99>>/ID[<00><00>]",
    ),
    code: "pdf_corrupt",
  },
};

/**
 * Odd but harmless files, or files that look like them. Any response is fine if it comes
 * quickly.
 */
export const oddFiles: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "arrays within arrays": withObjects([`${"[".repeat(200_000)}${"]".repeat(200_000)}`]),
  "dictionaries within dictionaries": withObjects([
    `${"<</A ".repeat(100_000)}1${">>".repeat(100_000)}`,
  ]),
  "a million keywords": withContent("obj stream\nendobj ".repeat(60_000), ""),
  "a string that does not end": withObjects([`(${"(".repeat(500_000)}`]),
  "a length that lies": replaceText(samplePdf(), "/Length 3", "/Length 9"),
  "bookmarks in a circle": writePdf([
    "<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    page,
    stream(""),
    "<</First 6 0 R/Last 6 0 R/Count 1>>",
    "<</Title(a)/Next 6 0 R/First 5 0 R/Parent 5 0 R/Dest[3 0 R/Fit]>>",
  ]),
  "a name tree that contains itself twice": withObjects(
    ["<</Kids[5 0 R 5 0 R]>>"],
    "/Names<</EmbeddedFiles 5 0 R/Dests 5 0 R>>",
  ),
  "arrays that contain themselves several times": withObjects(
    [`[${"5 0 R ".repeat(9)}]`, "<</S/GoTo/D 5 0 R/Order 5 0 R/Next 5 0 R/CS 5 0 R>>"],
    "/OCProperties<</OCGs[]/D<</Order 5 0 R>>>>/OpenAction 6 0 R",
  ),
  "a page with a malformed number": writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e99 (x)]>>",
  ]),
  "form fields in a circle": writePdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[5 0 R]>>",
    stream(""),
    "<</T(a)/FT/Tx/Subtype/Widget/Rect[0 0 9 9]/Kids[5 0 R]/Parent 5 0 R>>",
  ]),
  "a chain of ten thousand objects": withObjects(
    Array.from({ length: 10_000 }, (_, index) => `<</Next ${index + 6} 0 R>>`),
    "/Chain 5 0 R",
  ),
};

/** A PDF that looks signed to software without the keys. */
export const signedPdf = writePdf([
  "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/SigFlags 3>>>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[5 0 R]/Contents 4 0 R>>",
  stream(""),
  "<</T(Signature)/FT/Sig/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R/V 6 0 R>>",
  "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 10]/Contents<00>>>",
]);

const tokens = [
  "<<",
  ">>",
  "[",
  "]",
  "(",
  "/Kids",
  "/Type",
  "null",
  "2 0 R",
  "9 0 R",
  "-1",
  "/Annots",
];

/** Builds a document with a few bytes, references and words replaced by others. */
export function withFaults(random: Dice): Uint8Array<ArrayBuffer> {
  const good = random.integer(2) ? bookPdf() : formPdf();
  let text = Buffer.from(good).toString("latin1");
  for (let faults = 1 + random.integer(5); faults > 0; faults--) {
    const at = random.integer(text.length);
    const token = tokens[random.integer(tokens.length)] ?? "";
    const from = random.integer(2) ? text.indexOf(" 0 R", at) - 1 : text.indexOf("/", at);
    if (from < 0) continue;
    text = text.slice(0, from) + token + text.slice(from + random.integer(6));
  }
  return toBytes(text);
}

interface Dice {
  integer(below: number): number;
}

/** Builds zlib code, as latin1, of a number of mebibytes of zeros, by repeating one block. */
function bomb(mebibytes: number): string {
  const block = deflateRawSync(new Uint8Array(mebibyte), { finishFlush: constants.Z_FULL_FLUSH });
  const length = mebibytes * mebibyte;
  // Adler-32 of zeros: the lower half stays 1, the upper half counts the bytes.
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((((length % 65_521) << 16) >>> 0) + 1);
  const text = block.toString("latin1").repeat(mebibytes);
  return `\x78\x9c${text}\x03\x00${sum.toString("latin1")}`;
}

function compress(text: string): string {
  return deflateSync(Buffer.from(text, "latin1")).toString("latin1");
}

function flate(code: string, entries = ""): string {
  return stream(code, `/Filter/FlateDecode${entries}`);
}

function withContent(content: string, filter = "/Filter/FlateDecode") {
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    page,
    stream(content, filter),
  ]);
}

function withObjects(objects: readonly string[], catalogue = "") {
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    page,
    stream(""),
    ...objects,
  ]);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function replaceText(bytes: Uint8Array, what: string, by: string): Uint8Array<ArrayBuffer> {
  return toBytes(Buffer.from(bytes).toString("latin1").replace(what, by));
}
