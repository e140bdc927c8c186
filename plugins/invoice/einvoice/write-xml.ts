import { openTable } from "hub/data-file";
import { escapeXml } from "hub/drawing";

/** The terms of an invoice as texts, by the names that the outlines of the syntaxes use. */
export interface Terms {
  readonly [name: string]: TermValue;
}

type TermValue = string | undefined | Terms | readonly TermValue[];

const columns = {
  group: "text",
  path: "text",
  value: "text",
  only: ["", "invoice", "credit", "full", "scheme", "no_scheme"],
} as const;
const unique = ["group", "path", "only"] as const;

/** The elements of UN/CEFACT Cross Industry Invoice D16B and OASIS UBL 2.1 in the order of their schemas. */
const outlines = {
  cii: openTable(new URL("./cii.tsv", import.meta.url), columns, { unique }),
  ubl: openTable(new URL("./ubl.tsv", import.meta.url), columns, { unique }),
};

export type Syntax = keyof typeof outlines;

interface WriteOptions {
  syntax: Syntax;
  /** Whether to leave out the parts of EN 16931 that BASIC lacks: contacts, descriptions and others. */
  isBasic: boolean;
}

/** Writes an invoice, or a credit note, which is a document type of its own in UBL. */
export function writeXml(invoice: Terms, { syntax, isBasic }: WriteOptions): string {
  const type = invoice.type === "381" ? "credit" : "invoice";
  const writer = new Writer(invoice, {
    groups: readGroups(syntax),
    conditions: new Set(isBasic ? [type] : [type, "full"]),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writer.writeGroup("invoice").xml}`;
}

type OutlineRow = ReturnType<(typeof outlines)[Syntax]>[number];

/** The content of an element: a constant, a term, or terms that a group writes. */
interface Value extends Pick<OutlineRow, "only"> {
  constant: string | undefined;
  /** Names of the term in its scope, or in the invoice. */
  names: readonly string[];
  isOfInvoice: boolean;
  group: string | undefined;
}

/** An element of an outline with its attributes and the elements inside. */
interface Element {
  /** Its name in the outline, which ends with a label in brackets if an equal one precedes it. */
  key: string;
  values: Value[];
  attributes: Element[];
  children: Element[];
}

const groupsBySyntax = new Map<Syntax, ReadonlyMap<string, Element>>();

function readGroups(syntax: Syntax): ReadonlyMap<string, Element> {
  const known = groupsBySyntax.get(syntax);
  if (known) return known;
  const rows = Map.groupBy(outlines[syntax](), ({ group }) => group);
  const groups = new Map([...rows].map(([name, own]) => [name, buildTree(own)]));
  groupsBySyntax.set(syntax, groups);
  return groups;
}

function buildTree(rows: readonly OutlineRow[]): Element {
  const root = createElement("");
  for (const row of rows) {
    let element = root;
    for (const key of row.path.split("/").filter((key) => key !== ".")) {
      const list = key.startsWith("@") ? element.attributes : element.children;
      const last = list.at(-1);
      const next = last?.key === key ? last : createElement(key);
      if (next !== last) list.push(next);
      element = next;
    }
    element.values.push(parseValue(row));
  }
  return root;
}

function createElement(key: string): Element {
  return { key, values: [], attributes: [], children: [] };
}

function parseValue({ value, only }: OutlineRow): Value {
  const constant = value.startsWith('"') ? value.slice(1, -1) : undefined;
  const [path = "", group] = constant === undefined ? value.split(":") : [];
  const names = path.split(/[./]/).filter((name) => name !== "");
  return { only, constant, names, isOfInvoice: path.startsWith("/"), group };
}

/** The XML of an element. */
interface Written {
  xml: string;
  /** Whether it has a term, or is required. An element of which all terms are missing is left out. */
  hasTerm: boolean;
  /** Whether its outline has constants alone, so that it depends on the element around it. */
  isConstant: boolean;
}

class Writer {
  readonly #invoice: Terms;
  readonly #groups: ReadonlyMap<string, Element>;
  readonly #conditions: ReadonlySet<string>;

  constructor(
    invoice: Terms,
    options: { groups: ReadonlyMap<string, Element>; conditions: ReadonlySet<string> },
  ) {
    this.#invoice = invoice;
    this.#groups = options.groups;
    this.#conditions = options.conditions;
  }

  /** Writes a group without an element around it. */
  writeGroup(name: string, scope: TermValue = this.#invoice): Written {
    return joinWritten(this.#getGroup(name).children.map((child) => this.#write(child, scope)));
  }

  /** Writes an element, or one for each of the terms of its group. */
  #write(element: Element, scope: TermValue): Written {
    const value = this.#findValue(element, scope);
    if (value?.group === undefined) return this.#writeElement(element, { scope, value });
    const { values, attributes, children } = this.#getGroup(value.group);
    const content = { ...element, attributes: [...element.attributes, ...attributes], children };
    const found = this.#find(value, scope);
    const items = (Array.isArray(found) ? found : [found]).filter((item) => item !== undefined);
    return joinWritten(
      items.map((item) =>
        this.#writeElement(content, { scope: item, value: this.#findValue({ values }, item) }),
      ),
    );
  }

  #writeElement(
    { key, attributes, children }: Element,
    { scope, value }: { scope: TermValue; value: Value | undefined },
  ): Written {
    const [name = ""] = key.split("[");
    const own = this.#readText(value, scope) ?? "";
    const inner = joinWritten(children.map((child) => this.#write(child, scope)));
    // Format 102 of UNTDID 2379.
    const isDate = name.endsWith(":DateTimeString") || name.endsWith(":DateString");
    const content = `${escapeXml(isDate ? own.replaceAll("-", "") : own)}${inner.xml}`;
    const isConstant = value ? value.constant !== undefined : inner.isConstant;
    const hasTerm = inner.hasTerm || value?.constant === "" || (!isConstant && own !== "");
    if (!hasTerm && !isConstant) return { xml: "", hasTerm, isConstant };
    const pairs = attributes.map((attribute) => this.#writeAttribute(attribute, scope));
    const tag = [name, ...(isDate ? [' format="102"'] : []), ...pairs].join("");
    const xml = content === "" ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
    return { xml, hasTerm, isConstant };
  }

  #writeAttribute(attribute: Element, scope: TermValue): string {
    const text = this.#readText(this.#findValue(attribute, scope), scope);
    return text === undefined ? "" : ` ${attribute.key.slice(1)}="${escapeXml(text)}"`;
  }

  /** Returns a constant, or the text of a term, if there is one. */
  #readText(value: Value | undefined, scope: TermValue): string | undefined {
    if (!value || value.constant !== undefined) return value?.constant;
    const term = this.#find(value, scope);
    return typeof term === "string" ? term : undefined;
  }

  #findValue({ values }: Pick<Element, "values">, scope: TermValue): Value | undefined {
    const hasScheme = () => typeof scope === "object" && (scope as Terms).scheme !== undefined;
    return values.find(({ only }) => {
      if (only === "scheme") return hasScheme();
      if (only === "no_scheme") return !hasScheme();
      return only === "" || this.#conditions.has(only);
    });
  }

  #find({ names, isOfInvoice }: Value, scope: TermValue): TermValue {
    return names.reduce<TermValue>(
      (term, name) => (typeof term === "object" ? (term as Terms)[name] : undefined),
      isOfInvoice ? this.#invoice : scope,
    );
  }

  #getGroup(name: string): Element {
    const group = this.#groups.get(name);
    if (!group) throw new RangeError(`No group "${name}" in the outline`);
    return group;
  }
}

function joinWritten(all: readonly Written[]): Written {
  return {
    xml: all.map(({ xml }) => xml).join(""),
    hasTerm: all.some(({ hasTerm }) => hasTerm),
    isConstant: all.length > 0 && all.every(({ isConstant }) => isConstant),
  };
}
