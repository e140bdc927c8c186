import { readCsv } from "hub";
import email from "../plugin.ts";

const reading = { refuse: refusal, looseQuotes: true };

/** The addresses of a table: of its column `email`, or of its first. */
export function emailsOfCsv(csv: string): string[] {
  const rows = readCsv(csv, { ...reading, separator: separatorOf(csv) });
  const named = columnIn(rows[0] ?? []);
  const body = named === -1 ? rows : rows.slice(1);
  return body.map((cells) => cells[Math.max(0, named)]?.trim() ?? "").filter(Boolean);
}

/** Besides RFC 4180's comma, what spreadsheets write where a comma stands in decimal numbers, and what they copy. */
const separators = [",", ";", "\t"] as const;
type Separator = (typeof separators)[number];

/** What stands between the cells: that by which the first line names the column, or begins with an address. */
function separatorOf(csv: string): Separator {
  const line = csv.split(/[\r\n]/).find((line) => line.trim() !== "" && line !== "\uFEFF") ?? "";
  const by = (separator: Separator) => cellsOf(line, separator);
  const named = separators.find((separator) => columnIn(by(separator)) !== -1);
  return named ?? separators.find((separator) => isAddress(by(separator)[0])) ?? ",";
}

function cellsOf(line: string, separator: Separator): string[] {
  try {
    return readCsv(line, { ...reading, separator })[0] ?? [];
  } catch {
    // A cell of several lines goes on behind this one.
    return [];
  }
}

function columnIn(head: readonly string[]): number {
  return head.findIndex((cell) => names.has(cell.trim().toLowerCase()));
}

/** Whether a cell is one address and nothing else, as far as its separators tell. */
function isAddress(cell = ""): boolean {
  const at = cell.lastIndexOf("@");
  return at > 0 && !separators.some((separator) => cell.includes(separator, at));
}

/** What the column is called, in a table that has a head. */
const names = new Set(["email", "e-mail", "mail", "email address", "e-mail address", "address"]);

function refusal(fault: string) {
  return email.error("invalid_input", `body.csv ${fault}`, { at: "body.csv" });
}
