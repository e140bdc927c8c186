import { asTable } from "hub";

/** Guesses the media type of bytes by their signature. */
export function guessMime(bytes: Uint8Array, text: string | null): string {
  // A text may start with "GIF89a", but no text contains a zero byte.
  if (text !== null && !text.includes("\0")) return guessTextMime(text);
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
  const [, , type = unknown] = signatures.find(([begin, at]) => head.startsWith(begin, at)) ?? [];
  return typeof type === "function" ? type(head) : type;
}

const headBytes = 512;
const unknown = "application/octet-stream";

type Signature = readonly [begin: string, at: number, type: string | ((head: string) => string)];

// Signatures from the formats' specifications.
const signatures: readonly Signature[] = [
  ["\x89PNG\r\n\x1a\n", 0, "image/png"],
  ["\xff\xd8\xff", 0, "image/jpeg"],
  ["GIF87a", 0, "image/gif"],
  ["GIF89a", 0, "image/gif"],
  ["RIFF", 0, (head) => riff[head.slice(8, 12)] ?? unknown],
  ["ftyp", 4, (head) => brands[head.slice(8, 12)] ?? "video/mp4"],
  ["BM", 0, "image/bmp"],
  ["II*\0", 0, "image/tiff"],
  ["MM\0*", 0, "image/tiff"],
  ["\0\0\x01\0", 0, "image/x-icon"],
  ["%PDF-", 0, "application/pdf"],
  ["PK\x03\x04", 0, detectZipType],
  ["PK\x05\x06", 0, "application/zip"],
  ["\x1f\x8b\x08", 0, "application/gzip"],
  ["1AY&SY", 4, "application/x-bzip2"],
  ["\xfd7zXZ\0", 0, "application/x-xz"],
  ["\x28\xb5\x2f\xfd", 0, "application/zstd"],
  ["7z\xbc\xaf\x27\x1c", 0, "application/x-7z-compressed"],
  ["Rar!\x1a\x07", 0, "application/vnd.rar"],
  ["ustar", 257, "application/x-tar"],
  ["\0asm", 0, "application/wasm"],
  ["\x7fELF", 0, "application/x-executable"],
  ["SQLite format 3\0", 0, "application/vnd.sqlite3"],
  ["\x1aE\xdf\xa3", 0, (head) => (head.includes("webm") ? "video/webm" : "video/x-matroska")],
  ["OggS", 0, "application/ogg"],
  ["fLaC", 0, "audio/flac"],
  ["ID3", 0, "audio/mpeg"],
  ["wOFF", 0, "font/woff"],
  ["wOF2", 0, "font/woff2"],
  ["\0\x01\0\0\0", 0, "font/ttf"],
  ["OTTO", 0, "font/otf"],
];

const riff: Readonly<Record<string, string>> = asTable({
  WEBP: "image/webp",
  WAVE: "audio/wav",
  "AVI ": "video/x-msvideo",
});

const brands: Readonly<Record<string, string>> = asTable({
  avif: "image/avif",
  heic: "image/heic",
  mif1: "image/heif",
  "M4A ": "audio/mp4",
  "qt  ": "video/quicktime",
});

/** Returns the type of a ZIP archive. EPUB and OpenDocument declare their type in the first entry. */
function detectZipType(head: string): string {
  const entry = head.slice(30);
  const end = entry.indexOf("PK");
  return entry.startsWith("mimetypeapplication/") && end > 0
    ? entry.slice("mimetype".length, end)
    : "application/zip";
}

function guessTextMime(text: string): string {
  const start = text.slice(0, headBytes).trimStart().toLowerCase();
  if (start.startsWith("%pdf-")) return "application/pdf";
  if (start.startsWith("<!doctype html") || start.startsWith("<html")) return "text/html";
  if (start.startsWith("<svg")) return "image/svg+xml";
  if (start.startsWith("<?xml"))
    return start.includes("<svg") ? "image/svg+xml" : "application/xml";
  return isJson(text) ? "application/json" : "text/plain";
}

/** Longest text that is parsed. Of a longer one, only the first and last characters are checked. */
const parsedMax = 16_384;

function isJson(text: string): boolean {
  const trimmed = text.trim();
  const ends = trimmed.charAt(0) + trimmed.charAt(trimmed.length - 1);
  if (ends !== "{}" && ends !== "[]") return false;
  if (trimmed.length > parsedMax) return true;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}
