import { type Static, t } from "hub";
import { readCsv } from "hub/csv";
import email from "../plugin.ts";

const { batchMax, bodyBytesMax } = email.limits;

/** Input formats of a batch. */
export const sourceFields = {
  emails: t.Optional(
    t.Array(t.String({ maxLength: 2000 }), {
      description: `Email addresses, at most ${batchMax}. An address that is too long gets the verdict \`invalid\``,
    }),
  ),
  csv: t.Optional(
    t.String({
      maxLength: bodyBytesMax,
      description:
        "CSV table, separated by commas, semicolons or tabs. The addresses must be in the column `email`, or in the first column if there is no such header",
    }),
  ),
  text: t.Optional(
    t.String({ maxLength: bodyBytesMax, description: "Email addresses, one per line" }),
  ),
};

type Source = Partial<{ [Name in keyof typeof sourceFields]: Static<(typeof sourceFields)[Name]> }>;

/** Returns the addresses of a batch. */
export function readAddresses({ emails, csv, text }: Source): string[] {
  const given = [emails, csv, text].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw email.error(
      "invalid_input",
      `body must have exactly one of emails, csv and text: it has ${given.length}`,
      { at: "body" },
    );
  const found = emails ?? (csv === undefined ? splitLines(text ?? "") : readCsvAddresses(csv));
  if (found.length === 0)
    throw email.error("invalid_input", "body must have at least one address: it has none", {
      at: "body",
    });
  if (found.length > batchMax)
    throw email.error(
      "batch_too_large",
      `A batch must have at most ${batchMax} addresses: it has ${found.length}`,
      { at: "body", members: { max: batchMax } },
    );
  return found;
}

function splitLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

const reading = { refuse: refuseCsv, looseQuotes: true };

/** Returns the addresses in the column `email`, or else in the first column. */
function readCsvAddresses(csv: string): string[] {
  const rows = readCsv(csv, { ...reading, separator: detectSeparator(csv) });
  const named = findColumn(rows[0] ?? []);
  const body = named === -1 ? rows : rows.slice(1);
  return body.map((cells) => cells[Math.max(0, named)]?.trim() ?? "").filter(Boolean);
}

/** The comma of RFC 4180, the semicolon of locales with decimal commas, and the tab of copied cells. */
const separators = [",", ";", "\t"] as const;
type Separator = (typeof separators)[number];

/** Returns the separator with which the first line has the header, or starts with an address. */
function detectSeparator(csv: string): Separator {
  const line = csv.split(/[\r\n]/).find((line) => line.trim() !== "" && line !== "\uFEFF") ?? "";
  const by = (separator: Separator) => splitCells(line, separator);
  const named = separators.find((separator) => findColumn(by(separator)) !== -1);
  return named ?? separators.find((separator) => isAddress(by(separator)[0])) ?? ",";
}

function splitCells(line: string, separator: Separator): string[] {
  try {
    return readCsv(line, { ...reading, separator })[0] ?? [];
  } catch {
    // The cell continues on the next line.
    return [];
  }
}

function findColumn(head: readonly string[]): number {
  return head.findIndex((cell) => names.has(cell.trim().toLowerCase()));
}

/** Returns whether a cell looks like a single address. */
function isAddress(cell = ""): boolean {
  const at = cell.lastIndexOf("@");
  return at > 0 && !separators.some((separator) => cell.includes(separator, at));
}

/** Accepted headers of the address column. */
const names = new Set(["email", "e-mail", "mail", "email address", "e-mail address", "address"]);

function refuseCsv(fault: string) {
  return email.error("invalid_input", `body.csv ${fault}`, { at: "body.csv" });
}
