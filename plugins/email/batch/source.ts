import { type Static, t } from "hub";
import email from "../plugin.ts";
import { readTable, type TableAddress } from "./table.ts";

const { batchMax, batchBytesMax } = email.limits;

/** Input formats of a batch. */
export const sourceFields = {
  emails: t.Optional(
    t.Array(t.String({ maxLength: 2000 }), {
      description: `Email addresses, at most ${batchMax}. An address that is too long gets the verdict \`invalid\``,
    }),
  ),
  csv: t.Optional(
    t.String({
      maxLength: batchBytesMax,
      description:
        "CSV table, separated by commas, semicolons, tabs or vertical bars, with or without a header. The addresses are read from the column that has the most, and of several from the one whose header is `email` or contains it",
    }),
  ),
  text: t.Optional(
    t.String({ maxLength: batchBytesMax, description: "Email addresses, one per line" }),
  ),
};

type Source = {
  [Name in keyof typeof sourceFields]?: Static<(typeof sourceFields)[Name]> | undefined;
};

/** Address of a batch, with the row and the cells that it comes from. */
export interface BatchItem extends Partial<Omit<TableAddress, "email">> {
  email: string;
}

/** Addresses of a batch, and the header of their table. */
interface BatchSource {
  items: readonly BatchItem[];
  header?: readonly string[] | undefined;
}

/** Numbers of addresses and of characters up to which a batch runs in the hub's own process. */
const smallMax = { emails: 100, characters: 4096 };

/** Returns whether a batch is too large for the hub's own process. */
export function isLarge({ emails, csv = "", text = "" }: Source): boolean {
  if (emails && emails.length > smallMax.emails) return true;
  return csv.length > smallMax.characters || text.length > smallMax.characters;
}

/** Returns the addresses of a batch. */
export function readAddresses({ emails, csv, text }: Source): BatchSource {
  const given = [emails, csv, text].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw email.error(
      "invalid_input",
      `body must have exactly one of emails, csv and text: it has ${given.length}`,
      { at: "body" },
    );
  const found = readSource({ emails, csv, text });
  const { length } = found.items;
  if (length === 0)
    throw email.error("invalid_input", "body must have at least one address: it has none", {
      at: "body",
    });
  if (length > batchMax)
    throw email.error(
      "batch_too_large",
      `A batch must have at most ${batchMax} addresses: it has ${length}`,
      { at: "body", members: { max: batchMax } },
    );
  return found;
}

function readSource({ emails, csv, text = "" }: Source): BatchSource {
  if (emails) return { items: emails.map((email) => ({ email })) };
  if (csv === undefined) return { items: splitLines(text) };
  const { header, addresses } = readTable(csv);
  return { items: addresses, header };
}

function splitLines(text: string): BatchItem[] {
  return text
    .split("\n")
    .map((line, index) => ({ email: line.trim(), row: index + 1 }))
    .filter(({ email }) => email !== "");
}
