import { type Static, t } from "hub";
import { readCsv } from "hub/csv";
import email from "../plugin.ts";

const { batchMax, bodyBytesMax } = email.limits;

/** The ways to give the addresses of a batch. */
export const sourceFields = {
  emails: t.Optional(
    t.Array(t.String({ maxLength: 2000 }), {
      description: `The addresses, at most ${batchMax}; one that is too long is answered as invalid`,
    }),
  ),
  csv: t.Optional(
    t.String({
      maxLength: bodyBytesMax,
      description:
        "A table, its cells between commas, semicolons or tabs, whose column `email` has the addresses; without a head, its first",
    }),
  ),
  text: t.Optional(
    t.String({ maxLength: bodyBytesMax, description: "The addresses, one in each line" }),
  ),
};

type Source = Partial<{ [Name in keyof typeof sourceFields]: Static<(typeof sourceFields)[Name]> }>;

/** The addresses, from the one field that has them. */
export function sourceOf({ emails, csv, text }: Source): string[] {
  const given = [emails, csv, text].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw email.error(
      "invalid_input",
      `body must have one of emails, csv and text: it has ${given.length}`,
      { at: "body" },
    );
  const found = emails ?? (csv === undefined ? linesOf(text ?? "") : emailsOfCsv(csv));
  if (found.length === 0)
    throw email.error("invalid_input", "body must have an address: it has none", { at: "body" });
  if (found.length > batchMax)
    throw email.error(
      "batch_too_large",
      `A batch must have at most ${batchMax} addresses: it has ${found.length}`,
      { at: "body", members: { max: batchMax } },
    );
  return found;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

const reading = { refuse: refuseCsv, looseQuotes: true };

/** The addresses of a table: of its column `email`, or of its first. */
function emailsOfCsv(csv: string): string[] {
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

function refuseCsv(fault: string) {
  return email.error("invalid_input", `body.csv ${fault}`, { at: "body.csv" });
}
