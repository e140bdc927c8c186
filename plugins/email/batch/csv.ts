import email from "../plugin.ts";

/** The addresses of a table after RFC 4180: of its column `email`, or of its first. */
export function emailsOfCsv(csv: string): string[] {
  const rows = rowsOf(csv.startsWith("\uFEFF") ? csv.slice(1) : csv);
  const head = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const named = head.findIndex((name) => names.has(name));
  const body = named === -1 ? rows : rows.slice(1);
  return body.map((cells) => cells[Math.max(0, named)]?.trim() ?? "").filter(Boolean);
}

/** What the column is called, in a table that has a head. */
const names = new Set(["email", "e-mail", "mail", "email address", "e-mail address", "address"]);

/** Writes a table. Each line ends in CR LF, as RFC 4180 has it. */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

/** Spreadsheets run what begins like a formula, so that is marked as text. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = text !== "" && "=+-@\t\r".includes(text[0]!) ? `'${text}` : text;
  const isPlain = ![...'",\r\n'].some((mark) => safe.includes(mark));
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** The cells of each line. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < csv.length; ) {
    const { text, end } = csv[at] === '"' ? quotedCell(csv, at) : bareCell(csv, at);
    cells.push(text);
    at = end + 1;
    if (csv[end] === ",") continue;
    if (csv[end] === "\r" && csv[at] === "\n") at++;
    rows.push(cells);
    cells = [];
  }
  return cells.length > 0 ? [...rows, cells] : rows;
}

interface Cell {
  text: string;
  /** Where the comma or the line end behind it stands. */
  end: number;
}

function bareCell(csv: string, start: number): Cell {
  let end = start;
  while (end < csv.length && !",\r\n".includes(csv[end]!)) end++;
  return { text: csv.slice(start, end), end };
}

/** An address may be quoted itself: `"""ann lee""@example.com"`, where quotes are doubled. */
function quotedCell(csv: string, start: number): Cell {
  for (let from = start + 1; ; ) {
    const quote = csv.indexOf('"', from);
    if (quote === -1)
      throw email.error(
        "invalid_input",
        `body.csv must close the quote that opens at character ${start + 1}`,
        { at: "body.csv" },
      );
    if (csv[quote + 1] === '"') from = quote + 2;
    else {
      const rest = bareCell(csv, quote + 1);
      const inside = csv.slice(start + 1, quote).replaceAll('""', '"');
      // `"ann lee"@example.com`, written by who forgot that quotes mean something here too.
      return rest.text === ""
        ? { text: inside, end: rest.end }
        : { text: csv.slice(start, rest.end), end: rest.end };
    }
  }
}
