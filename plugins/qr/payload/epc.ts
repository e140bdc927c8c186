import { t } from "hub";
import { kind, type Parsed, present, text } from "./kind.ts";

export const epcSchema = t.Object(
  {
    type: kind("epc"),
    name: text(70, "Name of the recipient"),
    iban: text(42, "IBAN of the recipient; spaces are removed"),
    bic: t.Optional(text(11, "BIC of the bank: 8 or 11 characters, only required outside the EEA")),
    amount: t.Optional(
      t.Number({
        minimum: 0.01,
        maximum: 999_999_999.99,
        description: "Amount in euros with at most two decimals; if omitted, the payer enters it",
      }),
    ),
    purpose: t.Optional(text(4, "Purpose code of ISO 20022, such as `CHAR`")),
    reference: t.Optional(text(35, "Structured reference, such as `RF18539007547034`")),
    remittance: t.Optional(text(140, "Free text instead of a reference")),
    information: t.Optional(text(70, "Note to the payer")),
  },
  { additionalProperties: false, description: "A SEPA credit transfer (EPC069-12, GiroCode)" },
);

/** Parses versions 001 and 002. */
export function parseEpc(text: string): Parsed | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0] !== "BCD" || lines[3] !== "SCT") return undefined;
  const line = (index: number) => lines[index]?.trim() || undefined;
  const money = line(7);
  const value = money?.startsWith("EUR") ? Number(money.slice(3)) : Number.NaN;
  return present({
    type: "epc",
    name: line(5),
    iban: line(6),
    bic: line(4),
    amount: Number.isNaN(value) ? undefined : value,
    purpose: line(8),
    reference: line(9),
    remittance: line(10),
    information: line(11),
  });
}
