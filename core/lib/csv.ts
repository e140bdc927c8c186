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
  { refuse, looseQuotes, separator, keepEmpty = false }: ReadCsvOptions,
): string[][] {
  const rows: string[][] = [];
  for (const { cells } of scanCsv(csv, {
    ...{ looseQuotes, separator },
    refuse: (problem, at) =>
      problem === "open"
        ? refuse(`must close the quote that opens at character ${at + 1}`)
        : refuse(`must have a comma or a line end after the quote at character ${at}`),
  })) {
    const row = cells.map(({ text }) => text);
    if (keepEmpty || row.length > 1 || row[0] !== "") rows.push(row);
  }
  return rows;
}

/** A line of a table with its position in the text. An empty line has one cell. */
interface CsvRow {
  start: number;
  cells: { text: string; isQuoted: boolean }[];
}

interface ScanCsvOptions {
  /** Creates the error for a quote that isn't closed, or for text after a closing quote, at a position. */
  refuse(problem: "open" | "rest", at: number): Error;
  looseQuotes?: boolean | undefined;
  /** Default: a comma. */
  separator?: string | undefined;
}

/** Yields the lines of a CSV text with the positions and quotes of its cells. */
export function* scanCsv(
  csv: string,
  { refuse, looseQuotes = false, separator = "," }: ScanCsvOptions,
): Generator<CsvRow> {
  const options = { refuse, looseQuotes, separator };
  // Some spreadsheets mark UTF-8 with a byte order mark.
  for (let start = csv.startsWith("\uFEFF") ? 1 : 0; start < csv.length; ) {
    const row: CsvRow = { start, cells: [] };
    for (let isLast = false; !isLast; start++) {
      const isQuoted = csv[start] === '"';
      const { text, end } = isQuoted
        ? readQuotedCell(csv, start, options)
        : readBareCell(csv, start, separator);
      row.cells.push({ text, isQuoted });
      isLast = csv[end] !== separator;
      start = end;
    }
    if (csv[start - 1] === "\r" && csv[start] === "\n") start++;
    yield row;
  }
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

interface CellEnd {
  text: string;
  /** The position of the separator or line end after the cell. */
  end: number;
}

function readBareCell(csv: string, start: number, separator: string): CellEnd {
  const ends = `${separator}\r\n`;
  let end = start;
  while (end < csv.length && !ends.includes(csv.charAt(end))) end++;
  return { text: csv.slice(start, end), end };
}

function readQuotedCell(
  csv: string,
  start: number,
  { refuse, looseQuotes, separator = "," }: ScanCsvOptions,
): CellEnd {
  for (let from = start + 1; ; ) {
    const quote = csv.indexOf('"', from);
    if (quote === -1) throw refuse("open", start);
    if (csv[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const rest = readBareCell(csv, quote + 1, separator);
    if (rest.text === "")
      return { text: csv.slice(start + 1, quote).replaceAll('""', '"'), end: rest.end };
    if (!looseQuotes) throw refuse("rest", quote + 1);
    return { text: csv.slice(start, rest.end), end: rest.end };
  }
}
