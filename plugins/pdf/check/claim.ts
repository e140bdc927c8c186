import { PDFBool, type PDFDocument, PDFName } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import type { Graft } from "../graft/graft.ts";
import {
  describedNamespaces,
  readDescription,
  writeDescription,
  writePacket,
} from "../graft/xmp.ts";
import type { Source } from "../input/open.ts";
import { claimNamespaces, dropClaim, hasClaim, readMetadata } from "../objects/claim.ts";
import { dictEntry, entry } from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { readUsedNamespaces } from "./metadata-rules.ts";
import { readProperty } from "./parts.ts";
import { readStructure } from "./structure.ts";
import { findSkippedHeadings } from "./structure-rules.ts";

const key = PDFName.of("Metadata");

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
  if (
    !isClaimed ||
    !isTagged ||
    isSuspect ||
    findSkippedHeadings(readStructure(target).tags).length > 0
  )
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
  const packet = writePacket(properties, { namespaces: { pdfuaid: claimNamespaces.pdfua } });
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
