import { asTable } from "hub";
import { SaxesParser } from "saxes";
import invoice from "../../plugin.ts";

/** An element of an XML document. Its prefix is the usual one of its namespace. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
  /** The element around it. The outermost element is in the document, whose name is empty. */
  parent?: XmlNode | undefined;
  /** Its place in the document. */
  order: number;
}

const { xmlDepthMax, xmlElementsMax } = invoice.limits;

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const cefact = "urn:un:unece:uncefact:data:standard:";

/** Prefixes by namespace. */
export const prefixes: Readonly<Record<string, string>> = asTable({
  [`${ubl}Invoice-2`]: "",
  [`${ubl}CreditNote-2`]: "",
  [`${ubl}CommonAggregateComponents-2`]: "cac:",
  [`${ubl}CommonBasicComponents-2`]: "cbc:",
  [`${ubl}CommonExtensionComponents-2`]: "ext:",
  [`${cefact}CrossIndustryInvoice:100`]: "rsm:",
  [`${cefact}ReusableAggregateBusinessInformationEntity:100`]: "ram:",
  [`${cefact}UnqualifiedDataType:100`]: "udt:",
  [`${cefact}QualifiedDataType:100`]: "qdt:",
});

/** Parses an XML document. Throws `invalid_xml` for broken or too large ones, and for those with a DOCTYPE. */
export function parseXml(xml: string, at: string): XmlNode {
  const document: XmlNode = { name: "", attributes: {}, children: [], text: "", order: 0 };
  const open = [document];
  let count = 0;
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (problem: string): never => {
    throw invoice.error("invalid_xml", `${at} ${problem}`, { at });
  };
  parser.on("error", ({ message }) => refuse(`must be well-formed XML: ${message}`));
  // Entities of a DOCTYPE can multiply or include other files.
  parser.on("doctype", () => refuse("must not have a DOCTYPE"));
  parser.on("opentag", ({ uri, local, attributes }) => {
    if (++count > xmlElementsMax) refuse(`must have at most ${xmlElementsMax} elements`);
    if (open.length > xmlDepthMax) refuse(`must be nested at most ${xmlDepthMax} deep`);
    const own = Object.values(attributes).filter(
      ({ prefix, name }) => !(prefix || name).startsWith("xmlns"),
    );
    const parent = open.at(-1);
    const node: XmlNode = {
      name: `${prefixes[uri] ?? "?:"}${local}`,
      attributes: Object.fromEntries(own.map(({ name, value }) => [name, value])),
      children: [],
      text: "",
      parent,
      order: count,
    };
    parent?.children.push(node);
    open.push(node);
  });
  const append = (text: string) => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on("text", append);
  parser.on("cdata", append);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();
  return document.children[0] ?? refuse("must have an element");
}

/** Elements of a document by name, by prefix as `cbc:*`, and all as `*`. */
export type ElementIndex = ReadonlyMap<string, readonly XmlNode[]>;

const indexes = new WeakMap<XmlNode, ElementIndex>();

/** Returns the elements of a document by name. */
export function indexElements(document: XmlNode): ElementIndex {
  const known = indexes.get(document);
  if (known) return known;
  const index = new Map<string, XmlNode[]>();
  const add = (element: XmlNode) => {
    for (const key of new Set([element.name, element.name.replace(/:.*/, ":*"), "*"])) {
      const same = index.get(key);
      if (same) same.push(element);
      else index.set(key, [element]);
    }
    element.children.forEach(add);
  };
  document.children.forEach(add);
  indexes.set(document, index);
  return index;
}

/** Decodes an XML document in the encoding that its first bytes declare. */
export function decodeXml(bytes: Uint8Array, at: string): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const [, declared = "utf-8"] = /^<\?xml[^>]{0,100}encoding=["']([\w.-]{1,40})/.exec(head) ?? [];
  const encoding = detectWideEncoding(bytes) ?? declared;
  try {
    return new TextDecoder(encoding as "utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invoice.error("invalid_xml", `${at} must be text in the encoding "${encoding}"`, {
      at,
      cause,
    });
  }
}

/** Returns the encoding of UTF-16, which a document may start with its mark or with an angle bracket. */
function detectWideEncoding([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  return isBigEndian ? "utf-16be" : undefined;
}

/** Returns the elements at a path of names. */
export function findAll(node: XmlNode | undefined, path: string): XmlNode[] {
  let found = node ? [node] : [];
  for (const name of path.split("/"))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** Returns the first element at a path of names. */
export function findNode(node: XmlNode | undefined, path: string): XmlNode | undefined {
  return findAll(node, path)[0];
}

/** Returns the text of the first element at a path of names, or undefined if it is empty. */
export function findText(node: XmlNode | undefined, path: string): string | undefined {
  return findNode(node, path)?.text.trim() || undefined;
}

/** Removes members without a value. The result is of the type that the caller expects of the rest. */
export function compact<Value>(value: unknown): Value | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => compact(item)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : (items as Value);
  }
  if (typeof value !== "object" || value === null) return value as Value;
  const entries = Object.entries(value)
    .map(([key, item]) => [key, compact(item)] as const)
    .filter(([, item]) => item !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}
