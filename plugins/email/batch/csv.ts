import { readCsv } from "hub";

/** The addresses of a table after RFC 4180: of its column `email`, or of its first. */
export function emailsOfCsv(csv: string): string[] {
  const rows = readCsv(csv, { at: "body.csv", looseQuotes: true });
  const head = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const named = head.findIndex((name) => names.has(name));
  const body = named === -1 ? rows : rows.slice(1);
  return body.map((cells) => cells[Math.max(0, named)]?.trim() ?? "").filter(Boolean);
}

/** What the column is called, in a table that has a head. */
const names = new Set(["email", "e-mail", "mail", "email address", "e-mail address", "address"]);
