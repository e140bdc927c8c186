import { checkLength, Output } from "../output.ts";
import { type Json, type Members, Numeral } from "../tree.ts";
import { writeJson } from "../write.ts";
import { delimiterOf } from "./csv-read.ts";
import type { Write, WriteOptions } from "./options.ts";
import { named, type Remarks } from "./remarks.ts";

type Row = ReadonlyMap<string, Json>;

/** Writes a list as CSV (RFC 4180): a row for each item, a column for each path of keys. */
export const writeCsv: Write = (json, options, remarks) => {
  const items = Array.isArray(json) ? json : [json];
  const sheet = new Sheet(options, remarks);
  if (items.length > 0 && items.every((item) => Array.isArray(item))) {
    for (const item of items) sheet.row(item);
    return sheet.toString();
  }
  const flat = new Flat(remarks);
  const rows = items.map((item) => flat.row(item));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (options.header && columns.length > 0) sheet.row(columns);
  for (const row of rows) sheet.row(columns.map((column) => row.get(column)));
  return sheet.toString();
};

/** Spreads items over columns: the members of objects inside of them are `outer.inner`. */
class Flat {
  readonly #remarks: Remarks;
  #nameCharacters = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  row(item: Json): Row {
    const row = new Map<string, Json>();
    if (item instanceof Map) this.#fill(row, item, "");
    else row.set("value", item);
    return row;
  }

  #fill(row: Map<string, Json>, members: Members, prefix: string): void {
    for (const [key, value] of members) {
      const column = prefix + key;
      this.#nameCharacters += column.length;
      checkLength(this.#nameCharacters);
      if (value instanceof Map && value.size > 0) this.#fill(row, value, `${column}.`);
      else if (row.has(column))
        this.#remarks.add(`Column ${named(column)} has two values in one row: the first was kept`);
      else row.set(column, value);
    }
  }
}

class Sheet {
  readonly #output = new Output();
  readonly #delimiter: string;
  readonly #escapeFormulas: boolean;
  readonly #remarks: Remarks;

  constructor({ delimiter, escape_formulas }: WriteOptions, remarks: Remarks) {
    this.#delimiter = delimiter === "auto" ? "," : delimiterOf[delimiter];
    this.#escapeFormulas = escape_formulas;
    this.#remarks = remarks;
  }

  row(cells: readonly (Json | undefined)[]): void {
    const line = cells.map((cell) => this.#cell(cell)).join(this.#delimiter);
    // A line with nothing on it would be no row.
    this.#output.add(`${line || '""'}\r\n`);
  }

  toString(): string {
    return this.#output.toString();
  }

  #cell(cell: Json | undefined): string {
    if (cell === undefined) return "";
    if (cell === null) {
      this.#remarks.add("CSV has no null: an empty cell was written");
      return "";
    }
    if (cell instanceof Numeral) return cell.raw;
    if (typeof cell === "boolean") return String(cell);
    if (typeof cell === "string") return this.#text(cell);
    this.#remarks.add("CSV has no lists inside of cells: they were written as JSON");
    return this.#text(writeJson(cell));
  }

  #text(text: string): string {
    // OWASP, CSV Injection: spreadsheets run what begins like this as a formula.
    const isFormula = this.#escapeFormulas && "=+-@\t\r".includes(text[0] ?? " ");
    const shown = isFormula ? `'${text}` : text;
    const mustQuote =
      shown.includes(this.#delimiter) ||
      shown.includes('"') ||
      shown.includes("\n") ||
      shown.includes("\r") ||
      shown !== shown.trim();
    return mustQuote ? `"${shown.replaceAll('"', '""')}"` : shown;
  }
}
