import { openTable } from "hub/data-file";
import { Decimal } from "../../money/decimal.ts";
import type { ReceivedInvoice } from "../../schema/received.ts";
import type { Received } from "../read/read-xml.ts";

/** A validation rule of EN 16931, XRechnung or Peppol BIS Billing. */
export interface Rule {
  id: string;
  /** Whether the official validator only warns. */
  isWarning?: boolean;
  /** The business term that violates the rule: `BT-31`. */
  term: string;
  requirement: string;
  /** Returns the path of each value that violates the rule: `lines.0.net`. */
  findViolations(received: Received): readonly string[];
}

/** An object of the invoice and its path. */
interface Located<Item> {
  item: Item;
  path: string;
}

interface Check<Subject> {
  /** Business term and path of the field, separated by a space: `BT-131 net`. */
  at: string;
  requirement: string;
  isMet(subject: Subject, received: Received): boolean;
  isWarning?: boolean;
}

/** Creates a rule on the whole invoice. */
export function rule(id: string, { at, isMet, ...rest }: Check<ReceivedInvoice>): Rule {
  const [term = "", path = ""] = at.split(" ");
  return {
    id,
    term,
    ...rest,
    findViolations: (received) => (isMet(received.invoice, received) ? [] : [path]),
  };
}

/** Creates a rule on each object at a path: `lines.*`. The path in `at` is relative to the object. */
export function ruleOnEach<Item = Group>(
  id: string,
  { each, at, isMet, ...rest }: Check<Item> & { each: string },
): Rule {
  const [term = "", path = ""] = at.split(" ");
  return {
    id,
    term,
    ...rest,
    findViolations: (received) =>
      listObjects<Item>(received.invoice, each)
        .filter(({ item }) => !isMet(item, received))
        .map((found) => `${found.path}.${path}`),
  };
}

/** A group of fields. */
export type Group = Readonly<Record<string, unknown>>;

const readRequiredFields = openTable(
  new URL("./required-fields.tsv", import.meta.url),
  { rules: ["core", "xrechnung", "peppol"], id: "text", at: "text", requirement: "text" },
  { unique: ["id", "at"] },
);

/** Sorts rules by their numbers: violations are listed in this order. */
export function sortRules(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((one, two) => one.id.localeCompare(two.id, "en", { numeric: true }));
}

/** Creates the rules on fields that must be present if the object around them is. */
export function requireFields(rules: "core" | "xrechnung" | "peppol"): Rule[] {
  const rows = readRequiredFields().filter((row) => row.rules === rules);
  return rows.map(({ id, at, requirement }) => {
    const [term = "", path = ""] = at.split(" ");
    const cut = path.lastIndexOf(".");
    const [parent, field] = [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)];
    return {
      id,
      term,
      requirement,
      findViolations: ({ invoice }) =>
        listObjects<Group>(invoice, parent)
          .filter(({ item }) => item[field] === undefined)
          .map((found) => (found.path === "" ? field : `${found.path}.${field}`)),
    };
  });
}

/** Creates a rule on the text of a field, if it is present. */
export function ruleOnText(
  id: string,
  { at, isMet, ...rest }: Omit<Check<string>, "isMet"> & { isMet(text: string): boolean },
): Rule {
  const [term = "", path = ""] = at.split(" ");
  return {
    id,
    term,
    ...rest,
    findViolations: ({ invoice }) =>
      listObjects<unknown>(invoice, path)
        .filter(({ item }) => typeof item === "string" && !isMet(item))
        .map((found) => found.path),
  };
}

/** Returns the existing values at a path with `*` for each item of a list. */
function listObjects<Item>(invoice: object, path: string): Located<Item>[] {
  let found: Located<unknown>[] = [{ item: invoice, path: "" }];
  if (path === "") return found as Located<Item>[];
  for (const name of path.split("."))
    found = found.flatMap((parent) => {
      const prefix = parent.path === "" ? "" : `${parent.path}.`;
      if (name === "*")
        return (parent.item as unknown[]).map((item, index) => ({
          item,
          path: `${prefix}${index}`,
        }));
      const item = (parent.item as Group)[name];
      return item === undefined ? [] : [{ item, path: `${prefix}${name}` }];
    });
  return found as Located<Item>[];
}

/** Parses an amount as XML Schema writes decimals. Returns NaN for any other text. */
export function parseAmount(text: string | undefined): Decimal {
  return text !== undefined && isDecimal(text) ? new Decimal(text) : new Decimal(Number.NaN);
}

/** Returns whether a text is a decimal of XML Schema, of at most 40 characters. */
export function isDecimal(text: string): boolean {
  return text.length <= 40 && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/** Returns the sum of amounts; a missing one counts as 0. */
export function sumTexts(texts: readonly (string | undefined)[]): Decimal {
  return texts.reduce(
    (total, text) => (text === undefined ? total : total.plus(parseAmount(text))),
    new Decimal(0),
  );
}
