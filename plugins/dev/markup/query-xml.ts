import { asTable } from "hub";
import type { XmlDocument, XmlNode } from "libxml2-wasm";
import { Fault, readOrRefuse, shorten } from "../json/fault.ts";
import dev from "../plugin.ts";
import { loadLibXml2, takeXPathMessage } from "./libxml2.ts";
import { readXmlDocument } from "./read-xml.ts";

interface QueryOptions {
  path: string;
  namespaces: Record<string, string>;
  /** Maximum number of matches to list. */
  limit: number;
}

/** Once the matches exceed this many characters, the list ends. */
const listedCharactersMax = 4_194_304;

/** Depth at which libxml2's stack of 64 kB is far from full: 300 predicates overflow it. */
const nestingMax = 50;

/** Evaluates an XPath 1.0 expression. */
export async function queryXml(xml: string, { path, namespaces, limit }: QueryOptions) {
  refuseEntities(xml);
  if (path.includes("\0") || !path.isWellFormed()) throw refusePath("Invalid character");
  if (measureNesting(path) > nestingMax)
    throw refusePath(`Parentheses and brackets must not nest deeper than ${nestingMax}`);
  checkPrefixes(Object.keys(namespaces));
  const document = await readXmlDocument(xml, { dropsLayout: false });
  try {
    const known = { ...listNamespaces(document), ...namespaces };
    const result = evaluate(document, path, known);
    if (!Array.isArray(result)) return describeValue(result);
    const matches = await listMatches(result, limit);
    return {
      type: "nodes" as const,
      value: null,
      matches,
      count: result.length,
      truncated: result.length > matches.length,
      text: matches.map(({ xml, value }) => xml ?? value).join("\n"),
      warnings: result.length === 0 ? explainEmpty(document, path) : [],
    };
  } finally {
    document.dispose();
  }
}

function checkPrefixes(prefixes: readonly string[]): void {
  const wrong = prefixes.find((prefix) => !/^[A-Za-z_][\w.-]{0,63}$/.test(prefix));
  if (wrong === undefined) return;
  throw dev.error(
    "invalid_input",
    `body.namespaces must have prefixes of at most 64 letters, digits, "_", "-" and ".", and a letter or "_" at the start: one is ${shorten(JSON.stringify(wrong))}`,
    { at: "body.namespaces" },
  );
}

/** The value of a node would expand its entities, and ten lines of them can mean gigabytes. */
function refuseEntities(xml: string): void {
  const at = xml.indexOf("<!ENTITY");
  if (at === -1) return;
  readOrRefuse(xml, "body.xml", () => {
    throw new Fault("Declared entities are never expanded: remove them before the query", at);
  });
}

function measureNesting(path: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of path.replace(/"[^"]*"|'[^']*'/g, "")) {
    if (character === "(" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === ")" || character === "]") depth--;
  }
  return deepest;
}

/** Returns the namespaces of the root element. XPath has no default namespace, so that one becomes `_`. */
function listNamespaces({ root }: XmlDocument): Record<string, string> {
  return Object.fromEntries(
    Object.entries(root.nsDeclarations).map(([prefix, uri]) => [prefix || "_", uri]),
  );
}

function evaluate(document: XmlDocument, path: string, known: Record<string, string>) {
  try {
    return document.eval(path, known);
  } catch (cause) {
    throw refusePath(takeXPathMessage() ?? (cause as Error).message, cause);
  }
}

function refusePath(message: string, cause?: unknown) {
  return dev.error("invalid_path", `body.path cannot be evaluated as XPath: ${shorten(message)}`, {
    at: "body.path",
    cause,
  });
}

function describeValue(result: string | number | boolean) {
  const type = typeof result as "string" | "number" | "boolean";
  const value = String(result);
  return { type, value, matches: [], count: 1, truncated: false, text: value, warnings: [] };
}

async function listMatches(nodes: readonly XmlNode[], limit: number) {
  // Their memory is already free when the library returns them, and it doesn't export their class.
  if (nodes.some((node) => node.constructor.name === "XmlNamespaceDeclNode"))
    throw refusePath("Namespace nodes cannot be returned: use namespace-uri() or name()");
  const matches: Awaited<ReturnType<typeof describeNode>>[] = [];
  let characters = 0;
  for (const node of nodes) {
    if (matches.length === limit) break;
    const match = await describeNode(node);
    characters += match.value.length + (match.xml?.length ?? 0);
    if (characters > listedCharactersMax && matches.length > 0) break;
    matches.push(match);
  }
  return matches;
}

async function describeNode(node: XmlNode) {
  const lib = await loadLibXml2();
  const value = node.content;
  if (node instanceof lib.XmlElement)
    return {
      kind: "element",
      name: writeName(node),
      value,
      xml: node.toString({ format: false }),
      line: node.line,
    };
  if (node instanceof lib.XmlAttribute)
    return {
      kind: "attribute",
      name: writeName(node),
      value,
      xml: null,
      line: node.parent?.line ?? 0,
    };
  const isText = node instanceof lib.XmlText || node instanceof lib.XmlCData;
  const kind = isText ? "text" : (kinds[node.constructor.name] ?? "processing-instruction");
  return { kind, name: null, value, xml: null, line: kind === "document" ? 1 : node.line };
}

/** Kinds by class of the library, which exports only some. */
const kinds: Record<string, string> = asTable({
  XmlComment: "comment",
  XmlDocumentNode: "document",
});

function writeName({ prefix, name }: { prefix: string; name: string }): string {
  return prefix ? `${prefix}:${name}` : name;
}

/** Explains the commonest reason for an empty result. */
function explainEmpty({ root }: XmlDocument, path: string): string[] {
  const uri = root.nsDeclarations[""];
  if (!uri || path.includes("_:")) return [];
  return [
    `Names without a prefix mean elements in no namespace, but this document's are in "${uri}": write the prefix "_", such as //_:${root.name}`,
  ];
}
