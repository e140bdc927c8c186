import { asTable } from "hub";
import type { ReceivedInvoice } from "../../schema/received.ts";
import terms from "./terms.json" with { type: "json" };
import { compact, type XmlNode } from "./xml-tree.ts";

/** The column of a syntax in `terms.json`: UN/CEFACT Cross Industry Invoice D16B, and OASIS UBL 2.1. */
const columns = { cii: 0, ubl: 1 };

/** Paths to a value in both syntaxes. */
type Paths = readonly string[];

/**
 * Where a field is found: as the first text, as all texts in a list or as lines of one text, or as a group
 * of fields below the first or each element.
 */
type TermPaths =
  | Paths
  | { texts: Paths }
  | { lines: Paths }
  | { first: Paths; group: string }
  | { each: Paths; group: string };

const groups: Readonly<Record<string, Readonly<Record<string, TermPaths>>>> = asTable(terms);

/** Reads an invoice or credit note by the table of its syntax. */
export function readInvoice(
  root: XmlNode,
  syntax: keyof typeof columns,
): { invoice: ReceivedInvoice; paths: ReadonlyMap<XmlNode, string> } {
  const reader = new Reader(root, columns[syntax]);
  const read = compact<ReceivedInvoice & { taxes?: TaxTotal[] }>(
    reader.readGroup(root, "invoice", ""),
  );
  const { taxes = [], ...invoice } = { seller: {}, buyer: {}, totals: {}, ...read };
  // A second VAT total has the currency for VAT accounting.
  const own = taxes.find(({ currency = invoice.currency }) => currency === invoice.currency);
  const accounting = invoice.tax_currency;
  const other = accounting && taxes.findLast(({ currency }) => currency === accounting)?.amount;
  const tax = (own ?? taxes[0])?.amount;
  Object.assign(invoice.totals, tax && { tax }, other && { tax_in_tax_currency: other });
  return { invoice, paths: reader.paths };
}

interface TaxTotal {
  amount?: string;
  currency?: string;
}

/** Reads groups of fields of a document by one column of the table. */
class Reader {
  readonly #root: XmlNode;
  readonly #column: number;
  /** The path of each element that was read. */
  readonly paths = new Map<XmlNode, string>();

  constructor(root: XmlNode, column: number) {
    this.#root = root;
    this.#column = column;
  }

  readGroup(node: XmlNode, group: string, path: string): Record<string, unknown> {
    const prefix = path === "" ? "" : `${path}.`;
    return Object.fromEntries(
      Object.entries(groups[group] ?? {}).map(([name, term]) => [
        name,
        this.#read(node, term, `${prefix}${name}`),
      ]),
    );
  }

  #read(node: XmlNode, term: TermPaths, path: string): unknown {
    const isList = "each" in term;
    const find = (paths: Paths) => {
      const found = this.#find(node, paths[this.#column] ?? "");
      for (const [index, one] of found.entries())
        if (!this.paths.has(one)) this.paths.set(one, isList ? `${path}.${index}` : path);
      return found;
    };
    const findTexts = (paths: Paths) => find(paths).flatMap((found) => readText(found) ?? []);
    if ("texts" in term) return findTexts(term.texts);
    if ("lines" in term) return findTexts(term.lines).join("\n") || undefined;
    if (isList)
      return find(term.each).map((one, index) =>
        this.readGroup(one, term.group, `${path}.${index}`),
      );
    if (!("first" in term)) return findTexts(term)[0];
    const [first] = find(term.first);
    return first && this.readGroup(first, term.group, path);
  }

  /** Returns the elements at a path: names and attributes with conditions, from the root if it starts with "/". */
  #find(node: XmlNode, path: string): XmlNode[] {
    return path.split(" | ").flatMap((one) => {
      let found = [one.startsWith("/") ? this.#root : node];
      for (const [step, name, condition] of one.matchAll(/([^/[\]]+)(?:\[([^\]]+)\])?/g)) {
        found = found.flatMap((parent) => takeStep(parent, name ?? step));
        if (condition) found = found.filter((each) => this.#meets(each, condition));
      }
      return found;
    });
  }

  /** Returns whether an element meets a condition such as `cbc:ID=1,2`, `cbc:ID!=1` or `cbc:ID`. */
  #meets(node: XmlNode, condition: string): boolean {
    const [path = "", values] = condition.split(/!?=/);
    const text = this.#find(node, path).map(readText)[0];
    if (values === undefined) return text !== undefined;
    return values.split(",").includes(text ?? "") !== condition.includes("!=");
  }
}

function takeStep(node: XmlNode, name: string): XmlNode[] {
  if (name === ".") return [node];
  if (!name.startsWith("@")) return node.children.filter((child) => child.name === name);
  const text = node.attributes[name.slice(1)];
  if (text === undefined) return [];
  return [{ name, text, parent: node, order: node.order, attributes: {}, children: [] }];
}

/** Returns the text of an element. Dates in format 102 of UNTDID 2379, YYYYMMDD, get hyphens. */
function readText({ name, text }: XmlNode): string | undefined {
  const trimmed = text.trim() || undefined;
  const isDate = name.endsWith(":DateTimeString") || name.endsWith(":DateString");
  const [, year, month, day] = (isDate && /^(\d{4})(\d\d)(\d\d)$/.exec(trimmed ?? "")) || [];
  return year ? `${year}-${month}-${day}` : trimmed;
}
