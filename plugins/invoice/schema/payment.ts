import { oneOf, type Static, t } from "hub";

const line = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, description }));

/** How to pay. */
export const paymentField = t.Optional(
  t.Object(
    {
      iban: line(42, "The account; its check digits are verified"),
      bic: line(11, "The bank: 8 or 11 characters"),
      beneficiary: line(70, "Whose account it is; `from.name` by default"),
      reference: line(140, "What the payer is to write; the document's number by default"),
      instructions: line(1000, "How to pay, in words"),
      qr: oneOf(["none", "epc"], {
        default: "none",
        description:
          "`epc` prints the code of a SEPA transfer of what is due (EPC069-12, GiroCode): for euros and with an IBAN",
      }),
    },
    { description: "How to pay" },
  ),
);

export type Payment = NonNullable<Static<typeof paymentField>>;
