import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from "pdf-lib";
import { listMissingFields } from "../check/extension-schemas.ts";
import { readDescribedSchemas, readUsedNamespaces } from "../check/metadata-rules.ts";
import { readProperty } from "../check/parts.ts";
import type { Profile } from "../check/rule.ts";
import {
  describedNamespaces,
  readDescription,
  writeDescription,
  writePacket,
  type XmpName,
  type XmpProperty,
} from "../graft/xmp.ts";
import { readMetadata } from "../objects/claim.ts";
import { textEntry } from "../objects/entries.ts";
import type { Changes } from "./changes.ts";

/** Writes XMP metadata with the claim and the values of the information dictionary. */
export function writeMetadata(
  document: PDFDocument,
  { profile, changes }: { profile: Profile; changes: Changes },
): void {
  const { context, catalog } = document;
  const found = context.lookup(context.trailerInfo.Info);
  const info = found instanceof PDFDict ? found : undefined;
  const previous = readMetadata(document);
  const described = readDescribedSchemas(previous);
  // An incomplete extension schema describes nothing.
  const isComplete = listMissingFields(previous).length === 0;
  const kept = splitDescriptions(isComplete ? previous : "")
    .map((description) => declarePrefixes(description, previous))
    .filter((description) => keepsDescription(description, described));
  const keptNamespaces = new Set(kept.flatMap((one) => [...readUsedNamespaces(one)]));
  for (const namespace of readUsedNamespaces(previous))
    if (!writtenNamespaces.has(namespace) && !keptNamespaces.has(namespace))
      changes.add("metadata", namespace);
  const accessible = writeAccessibleClaim(previous, kept.join());
  const description = readDescription(previous);
  for (const name of description.others) changes.add("metadata", name);
  const properties = writeDescription(mergeInformation(info, description.properties));
  const packet = writePacket([...properties, writeClaim(profile)], {
    namespaces: { pdfaid: "http://www.aiim.org/pdfa/ns/id/" },
    others: [...kept, ...accessible],
  });
  const stream = context.stream(Buffer.from(packet), { Type: "Metadata", Subtype: "XML" });
  catalog.set(PDFName.of("Metadata"), context.register(stream));
}

/** The namespaces of the packet that is written, and those without properties. */
const writtenNamespaces = new Set([
  "adobe:ns:meta/",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  ...describedNamespaces,
  "http://www.aiim.org/pdfa/ns/id/",
  "http://www.aiim.org/pdfua/ns/id/",
]);

/** Returns the `rdf:Description` elements of a packet that have other elements in them. */
function splitDescriptions(xmp: string): string[] {
  const found: string[] = [];
  const [open, close] = ["<rdf:Description", "</rdf:Description>"];
  for (let at = xmp.indexOf(open); at >= 0; ) {
    const end = xmp.indexOf(close, at);
    if (end < 0) break;
    found.push(xmp.slice(at, end + close.length));
    at = xmp.indexOf(open, end);
  }
  return found;
}

/** Adds the declarations of namespaces to an element that are on the elements around it. */
function declarePrefixes(description: string, packet: string): string {
  const missing = new Set<string>();
  for (const [, prefix = ""] of description.matchAll(/[<\s]([A-Za-z_][\w.-]{0,59}):(?=[A-Za-z_])/g))
    if (!["rdf", "xml", "xmlns"].includes(prefix) && !description.includes(`xmlns:${prefix}=`))
      missing.add(prefix);
  const declared = [...missing].map((prefix) => {
    const start = packet.indexOf(`xmlns:${prefix}="`);
    const end = packet.indexOf('"', start + prefix.length + 8);
    return start < 0 || end < 0 ? ` xmlns:${prefix}="unknown"` : ` ${packet.slice(start, end + 1)}`;
  });
  const name = "<rdf:Description";
  return `${name}${declared.join("")}${description.slice(name.length)}`;
}

/** The namespaces of RDF and of extension schemas. */
const structuralNamespaces: ReadonlySet<string> = new Set([
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  ...["extension/", "schema#", "property#", "type#", "field#"].map(
    (name) => `http://www.aiim.org/pdfa/ns/${name}`,
  ),
]);

/** Whether an element only has an extension schema, or properties that one describes. */
function keepsDescription(description: string, described: ReadonlySet<string>): boolean {
  const used = [...readUsedNamespaces(description)];
  const isKnown = used.every(
    (namespace) => structuralNamespaces.has(namespace) || described.has(namespace),
  );
  return used.length > 0 && isKnown && isBalanced(description);
}

/** Whether the elements of a text are closed in the order in which they are opened. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const end = text.indexOf(">", at);
    if (end < 0) return false;
    const tag = text.slice(at + 1, end);
    const [name = ""] = tag.split(/[\s/]/, 2).filter(Boolean);
    if (tag.startsWith("/")) {
      if (open.pop() !== name) return false;
    } else if (!tag.endsWith("/")) open.push(name);
    at = end;
  }
  return open.length === 0;
}

/**
 * Returns the properties of the information dictionary, which must not contradict the metadata.
 * Properties that say the same remain, with their lists and languages.
 */
function mergeInformation(
  info: PDFDict | undefined,
  properties: ReadonlyMap<XmpName, XmpProperty>,
): Map<XmpName, XmpProperty> {
  const merged = new Map(properties);
  for (const [name, key] of informationKeys) {
    const text = key.endsWith("Date")
      ? readDate(info?.lookup(PDFName.of(key)))
      : textEntry(info, key);
    const known = properties.get(name);
    if (text && !(known && isSameValue(known, text))) merged.set(name, { items: [{ text }] });
  }
  return merged;
}

/** The properties that the information dictionary also has. */
const informationKeys = [
  ["dc:title", "Title"],
  ["dc:creator", "Author"],
  ["dc:description", "Subject"],
  ["pdf:Keywords", "Keywords"],
  ["pdf:Producer", "Producer"],
  ["xmp:CreatorTool", "Creator"],
  ["xmp:CreateDate", "CreationDate"],
  ["xmp:ModifyDate", "ModDate"],
] as const;

function isSameValue({ items }: XmpProperty, text: string): boolean {
  const texts = items.map((item) => item.text);
  const main = items.find(({ language }) => language === "x-default")?.text ?? texts[0];
  const isSameTime = main !== undefined && Date.parse(main) === Date.parse(text);
  return main === text || isSameTime || [", ", "; ", ","].some((mark) => texts.join(mark) === text);
}

/** Returns a date in ISO 8601, if it is valid. */
function readDate(value: unknown): string | undefined {
  if (!(value instanceof PDFString) && !(value instanceof PDFHexString)) return undefined;
  try {
    return value.decodeDate().toISOString().replace(".000Z", "Z");
  } catch {
    return undefined;
  }
}

function writeClaim(profile: Profile): string {
  return `<pdfaid:part>${profile.slice(5, 6)}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`;
}

const pdfua = "http://www.aiim.org/pdfua/ns/id/";

/** Writes the claim to be PDF/UA of the previous metadata again, if `kept` doesn't have it. */
function writeAccessibleClaim(previous: string, kept: string): string[] {
  const part = readProperty(previous, "pdfuaid:part");
  if (part !== "1" || kept.includes("pdfuaid:part")) return [];
  const claim = `<rdf:Description rdf:about="" xmlns:pdfuaid="${pdfua}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`;
  if (kept.includes(`>${pdfua}<`)) return [claim];
  // A packet has one list of extension schemas.
  return kept.includes(":schemas") ? [] : [accessibleSchema, claim];
}

/** The extension schema that describes the claim to be PDF/UA. */
const accessibleSchema = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema><pdfaSchema:namespaceURI>${pdfua}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>The part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;
