import { SaxesParser } from "saxes";

/** An element of an XML document. */
export interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
  text: string;
}

/** Parses an XML document for tests. Throws if it isn't well-formed. */
export function readXml(xml: string): Node {
  const root: Node = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const own = { ...(attributes as Record<string, string>) };
    const node: Node = { name, attributes: own, children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new Error("There is no element");
  return document;
}

/** Elements that may be repeated; a note only in the invoice itself. */
const several = new Set([
  "cbc:Note",
  "cac:InvoiceLine",
  "cac:AllowanceCharge",
  "cac:TaxTotal",
  "cac:TaxSubtotal",
  "cac:PaymentMeans",
  "cac:PartyTaxScheme",
]);

/** Converts UBL to JSON in the format of @e-invoice-eu/core: attributes are members next to their elements. */
export function toJson(node: Node): unknown {
  if (node.children.length === 0) return node.text;
  const result: Record<string, unknown> = {};
  for (const child of node.children) {
    const { name } = child;
    if (several.has(name) && node.name !== "cac:PaymentTerms")
      result[name] = [...((result[name] as unknown[]) ?? []), toJson(child)];
    else result[name] = toJson(child);
    for (const [key, value] of Object.entries(child.attributes)) result[`${name}@${key}`] = value;
  }
  return result;
}

/** Returns every text and attribute with its path, in document order. */
export function listLeaves(node: Node, way = ""): string[] {
  const here = `${way}/${node.name}`;
  const attributes = Object.entries(node.attributes)
    .filter(([key]) => !key.startsWith("xml") && !key.startsWith("xsi"))
    .map(([key, value]) => `${here}@${key}=${value}`);
  if (node.children.length === 0)
    return node.text.trim() === "" ? attributes : [...attributes, `${here}=${node.text.trim()}`];
  return [...attributes, ...node.children.flatMap((child) => listLeaves(child, here))];
}
