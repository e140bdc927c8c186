import { type PDFDocument, PDFName, PDFStream } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import type { Source } from "../input/open.ts";
import { streamBytes } from "../objects/streams.ts";

const key = PDFName.of("Metadata");

/** Takes away that a document says it is PDF/A (ISO 19005), and answers whether it did. */
export function dropClaim({ catalog, context }: PDFDocument): boolean {
  const stream = catalog.lookup(key);
  const bytes = stream instanceof PDFStream ? streamBytes(stream) : undefined;
  if (!(stream instanceof PDFStream) || !bytes) return false;
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  const xmp = new TextDecoder(isWide ? "utf-16be" : "utf-8").decode(bytes);
  const left = stripClaim(xmp);
  if (left === xmp) return false;
  const entries = { Type: "Metadata", Subtype: "XML" };
  catalog.set(key, context.register(context.stream(Buffer.from(left), entries)));
  return true;
}

/** A file that does not say that it is PDF/A, and whether it said so. */
export async function removeClaim({ bytes, hasMetadata }: Pick<Source, "bytes" | "hasMetadata">) {
  if (!hasMetadata) return { bytes, isDropped: false };
  const document = await openDocument(bytes);
  if (!dropClaim(document)) return { bytes, isDropped: false };
  return { bytes: await saveDocument(document), isDropped: true };
}

const namespace = "http://www.aiim.org/pdfa/ns/id/";

/** An XMP packet without the attributes and elements that say it. */
export function stripClaim(xmp: string): string {
  const declared = /xmlns:([\w.-]+)\s*=\s*["']([^"'<>]*)["']/g;
  const prefixes = new Set(
    [...xmp.matchAll(declared)].flatMap(([, prefix = "", uri]) =>
      uri === namespace ? prefix : [],
    ),
  );
  let left = xmp;
  for (const prefix of prefixes) left = stripPrefix(left, prefix);
  return left;
}

/** By looking for one thing after the other: the packet may be anything, and is as long as it likes. */
function stripPrefix(xmp: string, prefix: string): string {
  let left = "";
  let from = 0;
  const word = `${prefix}:`;
  for (let at = xmp.indexOf(word); at >= 0; at = xmp.indexOf(word, Math.max(from, at + 1))) {
    const before = xmp[at - 1] ?? "";
    const isElement = before === "<";
    if (!isElement && before.trim() !== "") continue;
    const end = isElement ? elementEnd(xmp, at) : attributeEnd(xmp, at);
    if (end < 0) continue;
    left += xmp.slice(from, isElement ? at - 1 : at);
    from = end;
  }
  return left + xmp.slice(from);
}

function attributeEnd(xmp: string, at: number): number {
  const equals = xmp.indexOf("=", at);
  const behind = xmp.slice(equals + 1, equals + 10);
  const open = equals < 0 ? -1 : equals + 1 + behind.length - behind.trimStart().length;
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
