import { openTable } from "hub/data-file";
import type { ReceivedInvoice } from "../../schema/received.ts";
import { isDay } from "../schematron/values.ts";

/** A rule that an invoice violates. */
export interface Finding {
  /** Rule name: `BR-CO-15`. */
  rule: string;
  isWarning: boolean;
  /** Business term: `BT-31`. Empty if the rule is about none. */
  term: string;
  /** Path in the invoice: `lines.0.net`. */
  path: string;
  requirement: string;
}

const readTypes = openTable(
  new URL("./types.tsv", import.meta.url),
  { type: ["XSD-DECIMAL", "XSD-DATE"], term: "text", path: "text" },
  { unique: ["path"] },
);

const requirements = {
  "XSD-DECIMAL": "The value must be a decimal number",
  "XSD-DATE": "The date must be in the calendar",
};

/** Returns the fields that aren't of the type in the XML schemas: decimals and dates. */
export function checkTypes(invoice: ReceivedInvoice): Finding[] {
  return readTypes().flatMap(({ type, term, path }) =>
    listTexts(invoice, path.split("."))
      .filter(({ text }) => !(type === "XSD-DECIMAL" ? isDecimal(text) : isDate(text)))
      .map((found) => ({
        rule: type,
        isWarning: false,
        term,
        path: found.path,
        requirement: requirements[type],
      })),
  );
}

/** Returns the texts at a path with `*` for each item of a list. */
function listTexts(
  value: unknown,
  [name, ...others]: readonly string[],
  before = "",
): { text: string; path: string }[] {
  if (name === undefined) return typeof value === "string" ? [{ text: value, path: before }] : [];
  const prefix = before === "" ? "" : `${before}.`;
  if (name === "*" && Array.isArray(value))
    return value.flatMap((item, index) => listTexts(item, others, `${prefix}${index}`));
  if (typeof value !== "object" || value === null) return [];
  return listTexts((value as Record<string, unknown>)[name], others, `${prefix}${name}`);
}

/** Returns whether a text is a decimal of XML Schema, of at most 40 characters. */
export function isDecimal(text: string): boolean {
  return text.length <= 40 && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/** Returns whether a text is a date of XML Schema, such as 2026-01-31. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/.test(text) && isDay(text.slice(0, 10));
}
