import { PDFBool, type PDFDocument, PDFName } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import type { Graft } from "../graft/graft.ts";
import {
  describedNamespaces,
  readDescription,
  readMetadata,
  writeDescription,
  writePacket,
} from "../graft/xmp.ts";
import type { Source } from "../input/open.ts";
import { dictEntry, entry } from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { readUsedNamespaces } from "./metadata-rules.ts";
import { readProperty } from "./parts.ts";
import { findSkippedHeadings } from "./pdfua.ts";

const key = PDFName.of("Metadata");

/** The namespaces of claims in XMP. */
const namespaces = {
  /** ISO 19005. */
  pdfa: "http://www.aiim.org/pdfa/ns/id/",
  /** ISO 14289. */
  pdfua: "http://www.aiim.org/pdfua/ns/id/",
} as const;

type Claim = keyof typeof namespaces;

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

/**
 * Removes the claim to be PDF/UA from a merged document, unless all of its content comes from
 * documents with this claim, and its headings still follow each other.
 */
export function dropLostTagClaim(target: PDFDocument, grafts: readonly Graft[]): void {
  if (!hasClaim(target, "pdfua")) return;
  const claimed = new Set(
    grafts.flatMap(({ source, pages }) => (hasClaim(source, "pdfua") ? pages : [])),
  );
  const isClaimed = pageLeaves(target).every(
    ({ ref, dict }) => (ref && claimed.has(ref)) || !dict.has(PDFName.of("Contents")),
  );
  const marks = dictEntry(target.catalog, "MarkInfo");
  const isTagged = target.catalog.has(PDFName.of("StructTreeRoot"));
  const isSuspect = entry(marks, "Suspects", PDFBool)?.asBoolean() ?? false;
  if (!isClaimed || !isTagged || isSuspect || findSkippedHeadings(target).length > 0)
    dropClaim(target, "pdfua");
}

/**
 * Reduces a document's metadata to the properties that describe it, and its claim to be PDF/UA.
 * Metadata of attached files no longer applies without them.
 */
export function reduceMetadata({ catalog, context }: PDFDocument): void {
  const xmp = readMetadata({ catalog });
  const properties = writeDescription(readDescription(xmp).properties);
  const part = readProperty(xmp, "pdfuaid:part");
  if (part === "1") properties.push(`<pdfuaid:part>${part}</pdfuaid:part>`);
  catalog.delete(key);
  if (properties.length === 0) return;
  const packet = writePacket(properties, { namespaces: { pdfuaid: namespaces.pdfua } });
  const entries = { Type: "Metadata", Subtype: "XML" };
  catalog.set(key, context.register(context.stream(Buffer.from(packet), entries)));
}

/** Returns the properties and namespaces that a document's reduced metadata lacks. */
export function listReducedMetadata(document: PDFDocument): string[] {
  const xmp = readMetadata(document);
  const own = [...readUsedNamespaces(xmp)].filter(
    (namespace) =>
      !describedNamespaces.includes(namespace) &&
      !structuralNamespaces.includes(namespace) &&
      !/^http:\/\/www\.aiim\.org\/pdf(?:a|ua)\/ns\/.*$/.test(namespace),
  );
  return [...readDescription(xmp).others, ...own];
}

/** The namespaces of packets. */
const structuralNamespaces = ["adobe:ns:meta/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"];

/** Returns a file without a PDF/A claim, and whether a claim was removed. */
export async function removeClaim({ bytes, hasMetadata }: Pick<Source, "bytes" | "hasMetadata">) {
  if (!hasMetadata) return { bytes, isDropped: false };
  const document = await openDocument(bytes);
  if (!dropClaim(document)) return { bytes, isDropped: false };
  return { bytes: await saveDocument(document), isDropped: true };
}

/** Removes the attributes and elements of a claim from an XMP packet. */
export function stripClaim(xmp: string, claim: Claim = "pdfa"): string {
  const declared = /xmlns:([\w.-]+)\s*=\s*["']([^"'<>]*)["']/g;
  const prefixes = new Set(
    [...xmp.matchAll(declared)].flatMap(([, prefix = "", uri]) =>
      uri === namespaces[claim] ? prefix : [],
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
