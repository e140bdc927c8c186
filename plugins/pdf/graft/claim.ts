import { type PDFDocument, PDFName, PDFStream } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import type { Source } from "../input/open.ts";
import { streamBytes } from "../objects/streams.ts";

const key = PDFName.of("Metadata");

/** Removes a document's claim to be PDF/A (ISO 19005). Returns whether it had one. */
export function dropClaim({ catalog, context }: PDFDocument): boolean {
  const stream = catalog.lookup(key);
  const bytes = stream instanceof PDFStream ? streamBytes(stream) : undefined;
  if (!(stream instanceof PDFStream) || !bytes) return false;
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  const xmp = new TextDecoder(isWide ? "utf-16be" : "utf-8").decode(bytes);
  const remaining = stripClaim(xmp);
  if (remaining === xmp) return false;
  const entries = { Type: "Metadata", Subtype: "XML" };
  catalog.set(key, context.register(context.stream(Buffer.from(remaining), entries)));
  return true;
}

/** Returns a file without a PDF/A claim, and whether a claim was removed. */
export async function removeClaim({ bytes, hasMetadata }: Pick<Source, "bytes" | "hasMetadata">) {
  if (!hasMetadata) return { bytes, isDropped: false };
  const document = await openDocument(bytes);
  if (!dropClaim(document)) return { bytes, isDropped: false };
  return { bytes: await saveDocument(document), isDropped: true };
}

const namespace = "http://www.aiim.org/pdfa/ns/id/";

/** Removes the attributes and elements of a PDF/A claim from an XMP packet. */
export function stripClaim(xmp: string): string {
  const declared = /xmlns:([\w.-]+)\s*=\s*["']([^"'<>]*)["']/g;
  const prefixes = new Set(
    [...xmp.matchAll(declared)].flatMap(([, prefix = "", uri]) =>
      uri === namespace ? prefix : [],
    ),
  );
  let remaining = xmp;
  for (const prefix of prefixes) remaining = stripPrefix(remaining, prefix);
  return remaining;
}

/** Uses plain searches, because the packet may have any content and length. */
function stripPrefix(xmp: string, prefix: string): string {
  let remaining = "";
  let from = 0;
  const word = `${prefix}:`;
  for (let at = xmp.indexOf(word); at >= 0; at = xmp.indexOf(word, Math.max(from, at + 1))) {
    const before = xmp[at - 1] ?? "";
    const isElement = before === "<";
    if (!isElement && before.trim() !== "") continue;
    const end = isElement ? elementEnd(xmp, at) : attributeEnd(xmp, at);
    if (end < 0) continue;
    remaining += xmp.slice(from, isElement ? at - 1 : at);
    from = end;
  }
  return remaining + xmp.slice(from);
}

function attributeEnd(xmp: string, at: number): number {
  const equals = xmp.indexOf("=", at);
  const following = xmp.slice(equals + 1, equals + 10);
  const open = equals < 0 ? -1 : equals + 1 + following.length - following.trimStart().length;
  const quote = xmp[open];
  if (quote !== '"' && quote !== "'") return -1;
  const close = xmp.indexOf(quote, open + 1);
  return close < 0 ? -1 : close + 1;
}

function elementEnd(xmp: string, at: number): number {
  const open = xmp.indexOf(">", at);
  if (open < 0) return -1;
  if (xmp[open - 1] === "/") return open + 1;
  const [name = ""] = xmp.slice(at, open).split(/\s/, 1);
  const close = xmp.indexOf(`</${name}`, open);
  const end = close < 0 ? -1 : xmp.indexOf(">", close);
  return end < 0 ? -1 : end + 1;
}
