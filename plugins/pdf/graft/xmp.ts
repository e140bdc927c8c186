import { asTable } from "hub";
import { SaxesParser, type SaxesTagNS } from "saxes";
import properties from "./xmp.json" with { type: "json" };

/** A property of XMP metadata that describes a document. */
export interface XmpProperty {
  /** One text, or those of a list. */
  items: readonly XmpText[];
}

interface XmpText {
  text: string;
  /** The language of a text in several languages. */
  language?: string | undefined;
}

const prefixes: Readonly<Record<string, string>> = asTable({
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://ns.adobe.com/xap/1.0/": "xmp",
  "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
  "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
  "http://ns.adobe.com/pdf/1.3/": "pdf",
});

/** The namespaces of the properties that are read and written. */
export const describedNamespaces: readonly string[] = Object.keys(prefixes);

const types: Readonly<Record<XmpName, string>> = properties.types;

/** The name of a property, with the usual prefix of its namespace. */
export type XmpName = keyof typeof properties.types;

/** The properties that depend on the state of a file, or that programs write for themselves. */
const ownProperties: ReadonlySet<string> = new Set(properties.own);

/** The namespace of RDF. */
export const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const lists = new Set(["Alt", "Bag", "Seq"]);

/** The properties of a packet. */
interface XmpReading {
  properties: Map<XmpName, XmpProperty>;
  /** The names of other properties in the same namespaces. */
  others: Set<string>;
}

/** An open element of a packet. */
interface OpenElement {
  uri: string;
  local: string;
  text: string;
}

/** Reads the properties that describe a document. Stops at the first error of the XML. */
export function readDescription(xmp: string): XmpReading {
  const reading: XmpReading = { properties: new Map(), others: new Set() };
  const path: OpenElement[] = [];
  let items: XmpText[] = [];
  let isSimple = true;
  let language: string | undefined;
  parsePacket(xmp.replace(/^\ufeff/, ""), (parser) => {
    // Entities of a DOCTYPE can multiply.
    parser.on("doctype", stop);
    parser.on("opentag", (tag) => {
      const isProperty = isInDescription(path);
      path.push({ uri: tag.uri, local: tag.local, text: "" });
      if (isInDescription(path)) {
        for (const [name, text] of listAttributes(tag)) add(name, [{ text }]);
        return;
      }
      const isItem = tag.uri === rdf && tag.local === "li";
      const isList = tag.uri === rdf && lists.has(tag.local);
      if (isProperty) {
        items = [];
        isSimple = true;
      } else if (!isItem && !isList) isSimple = false;
      if (hasValueAttributes(tag)) isSimple = false;
      if (isItem) language = tag.attributes["xml:lang"]?.value;
    });
    parser.on("text", (text) => {
      const last = path.at(-1);
      if (last) last.text += text;
    });
    parser.on("closetag", () => {
      const element = path.pop();
      if (!element) return;
      const { uri, local, text } = element;
      if (uri === rdf && local === "li") items.push({ text: text.trim(), language });
      const name = isInDescription(path) ? getName(uri, local) : undefined;
      if (name === undefined) return;
      if (isSimple) add(name, items.length > 0 ? items : [{ text: text.trim() }]);
      else addOther(name);
    });
  });
  return reading;

  function add(name: string, found: readonly XmpText[]): void {
    const filled = found.filter(({ text }) => text !== "");
    if (filled.length === 0) return;
    if (!isKnown(name) || !isValid(name, filled)) addOther(name);
    else if (!reading.properties.has(name)) reading.properties.set(name, { items: filled });
  }

  function addOther(name: string): void {
    if (!ownProperties.has(name)) reading.others.add(name);
  }
}

class XmpError extends Error {}

/** Parses a packet up to its first error. The function that is passed listens to the parser. */
export function parsePacket(
  packet: string,
  listen: (parser: SaxesParser<{ xmlns: true }>) => void,
): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", stop);
  listen(parser);
  try {
    parser.write(packet).close();
  } catch (error) {
    if (!(error instanceof XmpError)) throw error;
  }
}

function stop(): never {
  throw new XmpError("Cannot read XMP metadata");
}

function isKnown(name: string): name is XmpName {
  return Object.hasOwn(types, name);
}

/** Whether the innermost element describes the document, not a part of a value. */
function isInDescription(path: readonly OpenElement[]): boolean {
  const isRdf = (element: OpenElement | undefined, local: string) =>
    element?.uri === rdf && element.local === local;
  return isRdf(path.at(-1), "Description") && isRdf(path.at(-2), "RDF");
}

function getName(uri: string, local: string): string | undefined {
  const prefix = Object.hasOwn(prefixes, uri) ? prefixes[uri] : undefined;
  return prefix === undefined ? undefined : `${prefix}:${local}`;
}

function listAttributes({ attributes }: SaxesTagNS): [name: string, text: string][] {
  return Object.values(attributes).flatMap(({ uri, local, value }) => {
    const name = getName(uri, local);
    return name === undefined ? [] : [[name, value.trim()] as [string, string]];
  });
}

/** Whether a value has parts of its own, which are written as attributes or by their address. */
function hasValueAttributes({ attributes }: SaxesTagNS): boolean {
  return Object.values(attributes).some(
    ({ prefix, uri }) => prefix !== "xmlns" && prefix !== "xml" && uri !== "",
  );
}

const day = /^\d{4}(?:-\d\d){0,2}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function isValid(name: XmpName, items: readonly XmpText[]): boolean {
  const type = types[name];
  if (type === "date" || type === "dates")
    return items.every(({ text }) => day.test(text) || moment.test(text));
  if (type === "boolean") return items.every(({ text }) => text === "True" || text === "False");
  return true;
}

/** Writes properties as elements with the usual prefixes. */
export function writeDescription(properties: ReadonlyMap<XmpName, XmpProperty>): string[] {
  return [...properties].map(
    ([name, { items }]) => `<${name}>${writeValue(name, items)}</${name}>`,
  );
}

function writeValue(name: XmpName, items: readonly XmpText[]): string {
  const type = types[name];
  if (type === "text" || type === "date" || type === "boolean")
    return escapeText(items[0]?.text ?? "");
  const kind = type === "dates" ? "Seq" : type;
  const written = items.map(({ text, language = "x-default" }) => {
    const attribute = kind === "Alt" ? ` xml:lang="${escapeText(language)}"` : "";
    return `<rdf:li${attribute}>${escapeText(text)}</rdf:li>`;
  });
  return `<rdf:${kind}>${written.join("")}</rdf:${kind}>`;
}

/** Writes a packet of XMP metadata. */
export function writePacket(
  properties: readonly string[],
  { namespaces = {}, others = [] }: PacketOptions = {},
): string {
  const declared = Object.entries(prefixes).map(([uri, prefix]) => [prefix, uri] as const);
  const attributes = [...declared, ...Object.entries(namespaces)].map(
    ([prefix, uri]) => ` xmlns:${prefix}="${uri}"`,
  );
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}">
<rdf:Description rdf:about=""${attributes.join("")}>
${properties.join("\n")}
</rdf:Description>
${others.join("\n")}
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

interface PacketOptions {
  /** The namespaces of other prefixes. */
  namespaces?: Readonly<Record<string, string>>;
  /** Further elements, behind the first description. */
  others?: readonly string[];
}

/** Escapes a text for XML, without the control characters that XML forbids. */
function escapeText(text: string): string {
  const allowed = Array.from(text.toWellFormed()).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 32
      ? code !== 0xfffe && code !== 0xffff
      : code === 9 || code === 10 || code === 13;
  });
  return allowed
    .join("")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
