interface ReadCsvOptions {
  /** Creates the error for invalid quotes from its reason. */
  refuse(fault: string): Error;
  /** Accepts cells with text after the closing quote, and keeps the quotes: `"Ann Lee"@example.com`. */
  looseQuotes?: boolean;
  /** Whether to return lines that are empty, so that the index of a row is its number in the file. */
  keepEmpty?: boolean;
  /** The cell separator. Default: a comma. */
  separator?: "," | ";" | "\t" | "|";
}

/**
 * Parses CSV as specified in RFC 4180. Returns the cells of each line, without empty lines by default. Throws the error
 * from `refuse` if quotes don't match.
 */
export function readCsv(
  csv: string,
  { refuse, looseQuotes = false, separator = ",", keepEmpty = false }: ReadCsvOptions,
): string[][] {
  const options = { refuse, looseQuotes, separator };
  const rows: string[][] = [];
  let row: string[] = [];
  // Some spreadsheets mark UTF-8 with a byte order mark.
  for (let start = csv.startsWith("\uFEFF") ? 1 : 0; start < csv.length; ) {
    const { cell, end } =
      csv[start] === '"'
        ? readQuotedCell(csv, start, options)
        : readBareCell(csv, start, separator);
    row.push(cell);
    start = end + 1;
    if (csv[end] === separator) {
      // A separator at the very end is followed by an empty cell.
      if (start < csv.length) continue;
      row.push("");
    }
    if (csv[end] === "\r" && csv[start] === "\n") start++;
    if (keepEmpty || row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Formats a table as CSV with CRLF line ends. Marks text that a spreadsheet would run as a formula. Signed
 * numbers are safe.
 */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const escaped =
    text !== "" && "=+-@\t\r".includes(text.charAt(0)) && !isSigned(text) ? `'${text}` : text;
  const isPlain = ![...'",\r\n'].some((mark) => escaped.includes(mark));
  return isPlain ? escaped : `"${escaped.replaceAll('"', '""')}"`;
}

/** Returns whether a text is a number, a time zone offset or a country calling code: nothing executable. */
function isSigned(text: string): boolean {
  return /^[+-][\d.:]+$/.test(text);
}

interface Cell {
  cell: string;
  /** The position of the separator or line end after the cell. */
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
  { refuse, looseQuotes, separator }: Required<Omit<ReadCsvOptions, "keepEmpty">>,
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
