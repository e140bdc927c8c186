import { asTable } from "hub";
import { openTable } from "hub/data-file";
import type { SaxesAttributeNS, SaxesTagNS } from "saxes";
import { parsePacket, rdf } from "../graft/xmp.ts";

/** A property of a metadata packet, with the form of its value. */
export interface FoundProperty {
  namespace: string;
  prefix: string;
  name: string;
  /** Absent if the value is a text. */
  list?: "bag" | "seq" | "alt";
  /** Its texts: one, or those of a list. A structure has none. */
  items: PropertyItem[];
}

interface PropertyItem {
  text: string;
  isStructure: boolean;
  language?: string | undefined;
}

const xml = "http://www.w3.org/XML/1998/namespace";
const lists = new Map<string, FoundProperty["list"]>([
  ["Bag", "bag"],
  ["Seq", "seq"],
  ["Alt", "alt"],
]);

/** Reads the properties of a packet. Stops at the first error of the XML. */
export function readProperties(packet: string): FoundProperty[] {
  const found: FoundProperty[] = [];
  const path: SaxesTagNS[] = [];
  let property: FoundProperty | undefined;
  /** The depths of the property and of the innermost value. */
  let [at, valueAt] = [0, 0];
  const begin = (tag: SaxesTagNS) => {
    valueAt = path.length;
    const own = Object.values(tag.attributes);
    property?.items.push({
      text: own.find(({ uri, local }) => uri === rdf && local === "resource")?.value ?? "",
      isStructure: own.some(isStructural),
      language: own.find(({ uri, local }) => uri === xml && local === "lang")?.value,
    });
  };
  parsePacket(packet.trim(), (parser) => {
    parser.on("opentag", (tag) => {
      const parent = path.at(-1);
      path.push(tag);
      const isRdf = tag.uri === rdf;
      if (!property) {
        if (isRdf && tag.local === "Description" && !(parent && parent.uri !== rdf))
          for (const { uri, prefix, local, value } of Object.values(tag.attributes))
            if (uri !== "" && uri !== rdf && uri !== xml && !uri.endsWith("/xmlns/"))
              found.push({ namespace: uri, prefix, name: local, items: [asText(value)] });
        if (isRdf || parent?.uri !== rdf || parent.local !== "Description") return;
        property = { namespace: tag.uri, prefix: tag.prefix, name: tag.local, items: [] };
        at = path.length;
        found.push(property);
        return begin(tag);
      }
      const list = isRdf && path.length === at + 1 ? lists.get(tag.local) : undefined;
      if (list) {
        property.list = list;
        property.items = [];
      } else if (isRdf && tag.local === "li" && property.list && path.length === at + 2) begin(tag);
      else markStructure(property);
    });
    parser.on("text", (text) => {
      const item = property?.items.at(-1);
      if (item && path.length === valueAt) item.text += text;
    });
    parser.on("closetag", () => {
      if (path.length === at) {
        property = undefined;
        at = 0;
      }
      path.pop();
    });
  });
  return found;
}

function asText(text: string): PropertyItem {
  return { text, isStructure: false };
}

function markStructure({ items }: FoundProperty): void {
  const item = items.at(-1);
  if (item) item.isStructure = true;
}

/** Returns whether an attribute makes its element a structure. */
function isStructural({ uri, local, value }: SaxesAttributeNS): boolean {
  if (uri === rdf) return local === "parseType" && value === "Resource";
  return uri !== "" && uri !== xml && !uri.endsWith("/xmlns/");
}

const readTable = openTable(
  new URL("./xmp-properties.tsv", import.meta.url),
  { namespace: "text", property: "text", type: "text" },
  { unique: ["namespace", "property"] },
);

let types: Map<string, Map<string, string>> | undefined;

/** Returns the types of the properties of a schema of XMP, or undefined if it has no such schema. */
export function getPropertyTypes(namespace: string): ReadonlyMap<string, string> | undefined {
  types ??= new Map(
    Map.groupBy(readTable(), (row) => row.namespace)
      .entries()
      .map(([name, rows]) => [name, new Map(rows.map(({ property, type }) => [property, type]))]),
  );
  return types.get(namespace);
}

const forms = asTable<RegExp>({
  text: /^/,
  boolean: /^(?:True|False)$/,
  integer: /^[+-]?\d{1,20}$/,
  real: /^[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})$/,
  rational: /^-?\d{1,20}\/\d{1,20}$/,
  date: /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/,
});

/** Returns whether the value of a property has a type of the table, such as `seq text` or `languages`. */
export function hasType({ list, items }: FoundProperty, type: string): boolean {
  if (type === "languages")
    return list === "alt" && items.every(({ language }) => language !== undefined);
  const [kind = "", ofList] = type.split(" ").toReversed();
  if (list !== ofList) return false;
  return items.every(({ text, isStructure }) =>
    kind === "structure"
      ? isStructure
      : !isStructure && (forms[kind]?.test(list ? text.trim() : text) ?? false),
  );
}
