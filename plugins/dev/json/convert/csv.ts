import { scanCsv } from "hub/csv";
import { isPlainBreak } from "../characters.ts";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { checkLength, Output } from "../output.ts";
import { type Json, type Members, Numeral, writeJson } from "../tree.ts";
import { inferValue } from "./numeral.ts";
import type { ReadOptions, Write, WriteOptions } from "./request.ts";
import { quoteKey, type Remarks } from "./request.ts";

/** The delimiter characters by name. */
const delimiterChars = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;

/** Parses CSV (RFC 4180) into a list of objects if the first row is a header, otherwise into a list of lists. */
export function readCsv(text: string, options: ReadOptions, notes: Notes): Json {
  const rows = readRows(text, options, notes);
  const header: { row: Json[] } | undefined = options.header ? rows.next().value : undefined;
  if (!header) return Array.from(rows, ({ row }) => row);
  const names = header.row.map(String);
  const columns = new Columns(names, notes);
  const width = names.join("").length;
  let count = 1;
  return Array.from(rows, ({ start, row }) => {
    // Each object in the result repeats the column names.
    checkLength(++count * width);
    if (row.length !== names.length)
      notes.add(`The row has ${row.length} cells and not ${names.length}`, start);
    return new Map(row.map((cell, index) => [columns.name(index), cell]));
  });
}

/** Unique column names: a second `a` becomes `a_2`, an unnamed third column `column_3`. */
class Columns {
  readonly #names: string[] = [];
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(given: readonly string[], notes: Notes) {
    for (const [index, name] of given.entries()) {
      const unique = this.#add(name || `column_${index + 1}`);
      if (unique !== name) notes.add(`Column ${index + 1} is named ${quoteKey(unique)}`, 0);
    }
  }

  name(index: number): string {
    let name = this.#names[index];
    while (name === undefined) {
      this.#add(`column_${this.#names.length + 1}`);
      name = this.#names[index];
    }
    return name;
  }

  #add(wanted: string): string {
    let name = wanted;
    let count = this.#counts.get(wanted) ?? 1;
    while (this.#taken.has(name)) name = `${wanted}_${++count}`;
    this.#counts.set(wanted, count);
    this.#taken.add(name);
    this.#names.push(name);
    return name;
  }
}

/** Yields the rows of a text with their offsets. Blank lines are skipped. */
function* readRows(
  text: string,
  { delimiter, infer_types }: ReadOptions,
  notes: Notes,
): Generator<{ start: number; row: Json[] }> {
  const first = text.startsWith("\ufeff") ? 1 : 0;
  // The line `sep=;` with which spreadsheets declare the delimiter.
  const line = text.slice(first, first + 8);
  const match = /^(?:sep=([^"\r\n])|"sep=([^"\r\n])")(?=\r|\n|$)/i.exec(line);
  const declared = match?.[1] ?? match?.[2];
  if (declared !== undefined)
    notes.add(`The line "sep=${declared}" sets the delimiter and is not data`, first);
  const offset = match ? first + match[0].length : 0;
  const guessed = declared ?? guessDelimiter(text);
  for (const { start, cells } of scanCsv(text.slice(offset), {
    separator: delimiter === "auto" ? guessed : delimiterChars[delimiter],
    refuse: (problem, at) => new Fault(faults[problem], offset + at),
  })) {
    if (cells.length === 1 && cells[0]?.text === "" && !cells[0].isQuoted) continue;
    const row = cells.map(({ text, isQuoted }) =>
      infer_types && !isQuoted ? inferValue(text) : text,
    );
    yield { start: offset + start, row };
  }
}

const faults = {
  open: "The quotes are not closed",
  rest: "Expected the next cell or line after the closing quote",
};

/** Returns the delimiter that occurs most often in the first line, outside quotes. */
function guessDelimiter(text: string): string {
  const counts = new Map<string, number>(Object.values(delimiterChars).map((sign) => [sign, 0]));
  let quoted = false;
  for (let at = 0; at < text.length && (quoted || !isPlainBreak(text.charCodeAt(at))); at++) {
    const char = text.charAt(at);
    const count = counts.get(char);
    if (char === '"') quoted = !quoted;
    else if (!quoted && count !== undefined) counts.set(char, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

type SheetRow = ReadonlyMap<string, Json>;

/** Writes a list as CSV (RFC 4180): one row per item, one column per key path. */
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

/** Flattens items into columns: members of nested objects become `outer.inner`. */
class Flat {
  readonly #remarks: Remarks;
  #nameCharacters = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  row(item: Json): SheetRow {
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
        this.#remarks.add(
          `Column ${quoteKey(column)} has two values in one row: the first was kept`,
        );
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
    this.#delimiter = delimiter === "auto" ? "," : delimiterChars[delimiter];
    this.#escapeFormulas = escape_formulas;
    this.#remarks = remarks;
  }

  row(cells: readonly (Json | undefined)[]): void {
    const line = cells.map((cell) => this.#cell(cell)).join(this.#delimiter);
    // An empty line would not count as a row.
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
    // OWASP, CSV Injection: spreadsheets run a cell that starts with one of these as a formula.
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
