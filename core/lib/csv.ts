export interface ReadCsvOptions {
  /** Makes the failure of a table whose quotes do not close, from what is wrong with it. */
  refuse(fault: string): Error;
  /** Takes quotes that a cell goes on behind as part of it: `"Ann Lee"@example.com`. */
  looseQuotes?: boolean;
  /** What stands between the cells. Default a comma. */
  separator?: "," | ";" | "\t";
}

/**
 * Reads a table after RFC 4180: the cells of each line that is not empty. Throws what `refuse` makes
 * where quotes do not close.
 */
export function readCsv(
  csv: string,
  { refuse, looseQuotes = false, separator = "," }: ReadCsvOptions,
): string[][] {
  const options = { refuse, looseQuotes, separator };
  const rows: string[][] = [];
  let row: string[] = [];
  // A byte order mark is how some spreadsheets say UTF-8.
  for (let start = csv.startsWith("\uFEFF") ? 1 : 0; start < csv.length; ) {
    const { cell, end } =
      csv[start] === '"'
        ? readQuotedCell(csv, start, options)
        : readBareCell(csv, start, separator);
    row.push(cell);
    start = end + 1;
    if (csv[end] === separator) {
      // A separator at the very end has an empty cell after it.
      if (start < csv.length) continue;
      row.push("");
    }
    if (csv[end] === "\r" && csv[start] === "\n") start++;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Writes a table, each line ending in CR LF. What a spreadsheet would run as a formula is marked
 * as text; a number with a sign is none.
 */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const safe =
    text !== "" && "=+-@\t\r".includes(text.charAt(0)) && !isSigned(text) ? `'${text}` : text;
  const isPlain = ![...'",\r\n'].some((mark) => safe.includes(mark));
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** A number, a time zone's offset or a country's calling code: nothing that could be run. */
function isSigned(text: string): boolean {
  return /^[+-][\d.:]+$/.test(text);
}

interface Cell {
  cell: string;
  /** Where the separator or the line end behind it stands. */
  end: number;
}

function readBareCell(csv: string, start: number, separator: string): Cell {
  const ends = `${separator}\r\n`;
  let end = start;
  while (end < csv.length && !ends.includes(csv.charAt(end))) end++;
  return { cell: csv.slice(start, end), end };
}

function readQuotedCell(
  csv: string,
  start: number,
  { refuse, looseQuotes, separator }: Required<ReadCsvOptions>,
): Cell {
  for (let from = start + 1; ; ) {
    const quote = csv.indexOf('"', from);
    if (quote === -1) throw refuse(`must close the quote that opens at character ${start + 1}`);
    if (csv[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const rest = readBareCell(csv, quote + 1, separator);
    if (rest.cell === "")
      return { cell: csv.slice(start + 1, quote).replaceAll('""', '"'), end: rest.end };
    if (!looseQuotes)
      throw refuse(`must have a comma or a line end after the quote at character ${quote + 1}`);
    return { cell: csv.slice(start, rest.end), end: rest.end };
  }
}
