import { HubError } from "../../contract/errors.ts";
import { bareType } from "../../contract/schema.ts";

interface MendedForm {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/**
 * Repairs forms that violate RFC 7578. Files without a name get one, because Bun would corrupt their bytes
 * by decoding them as text. httpx sends such files. Adds a boundary that is missing from the header, for
 * example because a client set the header by hand.
 */
export function mendForm(
  body: Uint8Array<ArrayBuffer>,
  type: string,
  isFileField: (name: string) => boolean,
): MendedForm {
  if (bareType(type).toLowerCase() !== "multipart/form-data") return { body, type };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const boundary = parseBoundary(type) ?? findBoundary(bytes);
  if (!boundary) return { body, type };
  refuseManyParts(bytes, `--${boundary}`, 1);
  const fixedType = parseBoundary(type) ? type : `multipart/form-data; boundary="${boundary}"`;
  return { body: nameFiles(bytes, { boundary, isFileField }) ?? body, type: fixedType };
}

/** The maximum number of parts of a form. */
export const formPartsMax = 1000;

/** Throws if a form has too many parts. It has one more delimiter than parts, or one less if it is urlencoded. */
export function refuseManyParts(bytes: Buffer, delimiter: string, extra: 1 | -1): void {
  let left = formPartsMax + extra;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1))
    if (left-- === 0) throw createPartsError();
}

/** Creates the error for a form with too many parts. */
export function createPartsError(): HubError {
  return new HubError(
    "invalid_input",
    `The form in the body must have at most ${formPartsMax} parts: it has more`,
    { at: "body" },
  );
}

/** Returns the boundary in a `Content-Type`. */
export function parseBoundary(type: string): string | undefined {
  return /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type)?.slice(1).find(Boolean);
}

/** Returns the boundary at the start of a form, or undefined if the form doesn't end with it. */
function findBoundary(bytes: Buffer): string | undefined {
  const line = bytes.subarray(0, 74).toString("latin1").split("\r\n", 1)[0] ?? "";
  const isBoundary = /^--[\w'()+,./:=?-]{1,70}$/.test(line);
  return isBoundary && bytes.subarray(-line.length - 4).includes(`${line}--`)
    ? line.slice(2)
    : undefined;
}

/** The maximum size of a part's headers. */
const headMax = 8192;

/** Adds names to files without one. Returns undefined if all have one. */
function nameFiles(
  bytes: Buffer,
  { boundary, isFileField }: { boundary: string; isFileField: (name: string) => boolean },
): Uint8Array<ArrayBuffer> | undefined {
  const between = Buffer.from(`\r\n--${boundary}\r\n`);
  const pieces: Uint8Array[] = [];
  let copiedTo = 0;
  let at = bytes.subarray(0, between.length - 2).equals(between.subarray(2))
    ? between.length - 2
    : -1;
  while (at >= 0) {
    const end = bytes.subarray(at, at + headMax).indexOf("\r\n\r\n");
    const lines = end < 0 ? [] : bytes.toString("latin1", at, at + end).split("\r\n");
    const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? "";
    const isTyped = lines.some((line) => /^content-type:/i.test(line));
    const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
    const isNamed = /;\s*filename\*?=/i.test(disposition);
    if (isTyped && !isNamed && name !== undefined && isFileField(name)) {
      const start = at + lines.slice(0, lines.indexOf(disposition)).join("\r\n").length;
      const after = start + (lines[0] === disposition ? 0 : 2) + disposition.length;
      pieces.push(bytes.subarray(copiedTo, after), Buffer.from('; filename=""'));
      copiedTo = after;
    }
    const next = bytes.indexOf(between, at);
    at = next < 0 ? -1 : next + between.length;
  }
  return pieces.length > 0 ? Buffer.concat([...pieces, bytes.subarray(copiedTo)]) : undefined;
}
