import { oneOf, t } from "hub";
import { kind, type Parsed, present, text } from "./kind.ts";
import { parseAmount } from "./money.ts";

const party = {
  name: text(70, "Name"),
  street: t.Optional(text(70, "Street")),
  house_number: t.Optional(text(16, "House number")),
  postal_code: text(16, "Postal code, without country code"),
  city: text(35, "City"),
  country: t.String({
    pattern: "^[A-Z]{2}$",
    errorMessage: "a country code of two capital letters, such as CH",
    description: "Country code, such as `CH`",
  }),
};

export const swissBillSchema = t.Object(
  {
    type: kind("swiss_bill"),
    iban: text(42, "IBAN or QR-IBAN of the creditor, in Switzerland or Liechtenstein"),
    creditor: t.Object(party, { additionalProperties: false, description: "The recipient" }),
    amount: t.Optional(
      t.Number({
        minimum: 0.01,
        maximum: 999_999_999.99,
        description: "Amount with at most two decimals; if omitted, the payer enters it",
      }),
    ),
    currency: oneOf(["CHF", "EUR"], { default: "CHF", description: "Currency of the amount" }),
    debtor: t.Optional(
      t.Object(party, { additionalProperties: false, description: "The payer, if known" }),
    ),
    reference: t.Optional(
      text(
        35,
        "With a QR-IBAN, the QR reference of 27 digits; otherwise an RF reference. Spaces are removed",
      ),
    ),
    message: t.Optional(text(140, "Note to the creditor")),
    billing: t.Optional(text(140, "Structured billing information, such as `//S1/…`")),
  },
  {
    additionalProperties: false,
    description:
      "The code of a Swiss QR-bill, drawn with the Swiss cross and error correction M unless a logo or level is given. On paper it measures 46 mm",
  },
);

/** Parses the lines of a QR-bill with structured addresses. */
export function parseSwissBill(text: string): Parsed | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0] !== "SPC" || !lines[1]?.startsWith("02") || lines.length < 31) return undefined;
  const line = (index: number) => lines[index]?.trim() || undefined;
  const readParty = (from: number) =>
    line(from) === undefined
      ? undefined
      : present({
          name: line(from + 1),
          street: line(from + 2),
          house_number: line(from + 3),
          postal_code: line(from + 4),
          city: line(from + 5),
          country: line(from + 6),
        });
  return present({
    type: "swiss_bill",
    iban: line(3),
    creditor: readParty(4),
    amount: parseAmount(line(18)),
    currency: line(19),
    debtor: readParty(20),
    reference: line(28),
    message: line(29),
    billing: line(31),
  });
}
