import { readCsv } from "hub/csv";
import email from "../plugin.ts";

/** Address of a table, with the row that it comes from. */
export interface TableAddress {
  email: string;
  /** Number of the row, counted from 1 and including the header and empty rows, as in a spreadsheet. */
  row: number;
  cells: readonly string[];
}

/** A table with addresses in one column. */
interface AddressTable {
  /** Cells of the header, if the table has one. */
  header: readonly string[] | undefined;
  addresses: TableAddress[];
}

/** The comma of RFC 4180, the semicolon of locales with decimal commas, the tab of copied cells, and that of databases. */
const separators = [",", ";", "\t", "|"] as const;
type Separator = (typeof separators)[number];

/** Number of rows that decide which column has the addresses. */
const sampleRows = 200;

/**
 * Finds the addresses of a table. Their column is the one that most often has addresses; of several, the one whose header
 * names them best. Rows without an address in it are skipped.
 */
export function readTable(csv: string): AddressTable {
  if (csv.slice(0, startMax).includes("\0"))
    throw refuse(
      "must not have NUL characters, such as those of UTF-16 that was read as another encoding",
    );
  const start = csv.slice(0, csv.lastIndexOf("\n", startMax) + 1);
  const layout = csv.length > startMax && start !== "" ? chooseLayout(start) : undefined;
  // The layout of the start, without reading a large table once for each separator.
  if (layout) return toTable({ ...layout, rows: read(csv, layout.separator) });
  // Reports the fault of the quotes if there is no layout.
  return toTable(chooseLayout(csv) ?? findLayout(read(csv, ","), ","));
}

/** Number of characters at the start of a table that decide about its layout. */
const startMax = 65_536;

function chooseLayout(csv: string): TableLayout | undefined {
  const layouts = separators.flatMap((separator) => {
    const rows = tryToRead(csv, separator);
    return rows ? [findLayout(rows, separator)] : [];
  });
  const [first, ...others] = layouts;
  return others.reduce((best, one) => (best && compareLayouts(one, best) > 0 ? one : best), first);
}

/** A way to read a table. */
interface TableLayout {
  separator: Separator;
  rows: readonly (readonly string[])[];
  column: number;
  /** How well the header names the column: 2 for `email`, 1 for `Work Email`, 0 without a header. */
  naming: number;
  /** Number of sample rows with an address in the column. */
  found: number;
}

function findLayout(rows: readonly (readonly string[])[], separator: Separator): TableLayout {
  const sample = rows.filter((row) => !isEmpty(row)).slice(0, sampleRows);
  const [head = []] = sample;
  const width = sample.reduce((most, { length }) => Math.max(most, length), 1);
  const columns = Array.from({ length: width }, (_, column): TableLayout => {
    const found = sample.filter((row) => isAddress(row[column])).length;
    return { separator, rows, column, naming: rateHeader(head[column]), found };
  });
  return columns.reduce((best, one) => (compareLayouts(one, best) > 0 ? one : best));
}

/** Compares layouts: clearly more addresses count more than a header. */
function compareLayouts(one: TableLayout, other: TableLayout): number {
  const [more, less] = one.found >= other.found ? [one, other] : [other, one];
  const isClear =
    more.found > 2 * less.found &&
    more.found >= (less.naming === 0 ? 1 : 2) &&
    (less.naming < 2 || less.found === 0);
  if (isClear) return one === more ? 1 : -1;
  return one.naming - other.naming || one.found - other.found;
}

function toTable({ rows, column, naming, found }: TableLayout): AddressTable {
  const start = rows.findIndex((row) => !isEmpty(row));
  const head = rows[start];
  const title = head?.[column] ?? "";
  const width = head?.length ?? 0;
  if (found === 0 && naming === 0 && width > 1)
    throw refuse(
      `must have a column with email addresses: none of its ${width} columns has an address or a header such as "email"`,
    );
  // In a single column, a word above nothing but addresses is its title.
  const filled = rows.slice(0, sampleRows).filter((row) => !isEmpty(row)).length;
  const isAlone = width <= 1 && found < filled - 1;
  const isTitle = naming > 0 || (found > 0 && !isAlone && isWord(title));
  const isHeader = isTitle && !isAddress(title);
  const addresses = rows.flatMap((cells, index): TableAddress[] => {
    const text = cells[column]?.trim() ?? "";
    return text === "" || (isHeader && index === start)
      ? []
      : [{ email: text, row: index + 1, cells }];
  });
  return { header: isHeader ? head : undefined, addresses };
}

function tryToRead(csv: string, separator: Separator): string[][] | undefined {
  try {
    return read(csv, separator);
  } catch {
    return undefined;
  }
}

function read(csv: string, separator: Separator): string[][] {
  const rows = readCsv(csv, { refuse, looseQuotes: true, keepEmpty: true, separator });
  // Excel's hint about the separator isn't a row of the table, but counts as a line.
  if (/^sep=.?$/i.test(csv.slice(0, 8).split(/[\r\n]/, 1)[0] ?? "")) rows[0] = [];
  return rows;
}

function refuse(fault: string) {
  return email.error("invalid_input", `body.csv ${fault}`, { at: "body.csv" });
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === "");
}

/** Returns whether a cell can be the title of a column, and not a mistyped address. */
function isWord(cell: string): boolean {
  return /^[\p{L}\p{N} _-]+$/u.test(cell.trim());
}

/** Returns whether a cell looks like a single address. Only names and quotes have spaces and separators. */
function isAddress(cell = ""): boolean {
  const text = cell.trim();
  const at = text.lastIndexOf("@");
  const isQuoted = text.startsWith('"') || text.endsWith(">");
  if (at < 1 || at === text.length - 1) return false;
  return !/[\s,;]/.test(isQuoted ? text.slice(at) : text);
}

function rateHeader(cell = ""): number {
  const text = cell.trim().toLowerCase();
  if (names.has(text)) return 2;
  return !text.includes("@") && /e-?mail/.test(text) ? 1 : 0;
}

/** Usual headers of the address column. */
const names = new Set(["email", "e-mail", "mail", "email address", "e-mail address", "address"]);
