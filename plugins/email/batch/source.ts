import { t } from "hub";
import email from "../plugin.ts";
import { emailsOfCsv } from "./csv.ts";

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

interface Source {
  emails?: string[] | undefined;
  csv?: string | undefined;
  text?: string | undefined;
}

/** The addresses, from the one field that has them. */
export function sourceOf({ emails, csv, text }: Source): string[] {
  const given = [emails, csv, text].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw email.error(
      "invalid_input",
      `body must have one of emails, csv and text: it has ${given.length}`,
      { at: "body" },
    );
  const found = emails ?? (csv === undefined ? linesOf(text!) : emailsOfCsv(csv));
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
