import { parsePacket, rdf } from "../graft/xmp.ts";

const pdfa = "http://www.aiim.org/pdfa/ns/";

/** The fields of an item of each list of descriptions, with their namespace. */
const needs = new Map<string, readonly [namespace: string, names: readonly string[]]>([
  ["extension/schemas", ["schema#", ["schema", "namespaceURI", "prefix"]]],
  ["schema#property", ["property#", ["name", "valueType", "category", "description"]]],
  ["schema#valueType", ["type#", ["type", "namespaceURI", "prefix", "description"]]],
  ["type#field", ["field#", ["name", "valueType", "description"]]],
]);

/** The prefixes that the standard requires. */
const prefixes = new Map([
  ["extension/", "pdfaExtension"],
  ["schema#", "pdfaSchema"],
  ["property#", "pdfaProperty"],
  ["type#", "pdfaType"],
  ["field#", "pdfaField"],
]);

/** An open element, with the names of its children and attributes. */
interface OpenElement {
  name: string;
  members: Set<string>;
}

/**
 * Returns the first field that each incomplete description of an extension schema lacks, such as `property#name`, and the
 * elements with another prefix than the standard requires.
 */
export function listMissingFields(packet: string): string[] {
  const missing: string[] = [];
  const path: OpenElement[] = [];
  parsePacket(packet.trim(), (parser) => {
    parser.on("opentag", ({ uri, local, prefix, attributes }) => {
      const name = uri + local;
      const required = uri.startsWith(pdfa) ? prefixes.get(uri.slice(pdfa.length)) : undefined;
      if (required !== undefined && prefix !== required) missing.push(`${required}:${local}`);
      path.at(-1)?.members.add(name);
      const own = Object.values(attributes).map((attribute) => attribute.uri + attribute.local);
      path.push({ name, members: new Set(own) });
    });
    parser.on("closetag", () => {
      const element = path.pop();
      // A list stands between an item and its property.
      const list = path.at(-2)?.name ?? "";
      const need = list.startsWith(pdfa) ? needs.get(list.slice(pdfa.length)) : undefined;
      if (!need || element?.name !== `${rdf}li`) return;
      const [namespace, names] = need;
      const lacking = names.find((name) => !element.members.has(pdfa + namespace + name));
      if (lacking) missing.push(namespace + lacking);
    });
  });
  return missing;
}
