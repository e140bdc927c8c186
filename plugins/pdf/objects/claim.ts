import { type PDFDocument, PDFName } from "pdf-lib";
import { streamBytes } from "./streams.ts";

const key = PDFName.of("Metadata");

/** Returns the XMP metadata of a document. Empty if it has none. */
export function readMetadata({ catalog }: Pick<PDFDocument, "catalog">): string {
  const bytes = streamBytes(catalog.lookup(key));
  if (!bytes) return "";
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isWide ? "utf-16be" : "utf-8").decode(bytes);
}

/** The namespaces of claims in XMP. */
export const claimNamespaces = {
  /** ISO 19005. */
  pdfa: "http://www.aiim.org/pdfa/ns/id/",
  /** ISO 14289. */
  pdfua: "http://www.aiim.org/pdfua/ns/id/",
} as const;

type Claim = keyof typeof claimNamespaces;

/** Removes a document's claim. Returns whether it had one. */
export function dropClaim(document: PDFDocument, claim: Claim = "pdfa"): boolean {
  const { catalog, context } = document;
  const xmp = readMetadata(document);
  const remaining = stripClaim(xmp, claim);
  if (remaining === xmp) return false;
  const entries = { Type: "Metadata", Subtype: "XML" };
  catalog.set(key, context.register(context.stream(Buffer.from(remaining), entries)));
  return true;
}

/** Returns whether a document has a claim. */
export function hasClaim(document: PDFDocument, claim: Claim): boolean {
  const xmp = readMetadata(document);
  return stripClaim(xmp, claim) !== xmp;
}

/** Removes the attributes and elements of a claim from an XMP packet. */
export function stripClaim(xmp: string, claim: Claim = "pdfa"): string {
  const declared = /xmlns:([\w.-]+)\s*=\s*["']([^"'<>]*)["']/g;
  const prefixes = new Set(
    [...xmp.matchAll(declared)].flatMap(([, prefix = "", uri]) =>
      uri === claimNamespaces[claim] ? prefix : [],
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
