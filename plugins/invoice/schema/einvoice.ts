import { oneOf, type Static, t } from "hub";
import { invoiceFields } from "./bodies.ts";
import { answerFields, dayField } from "./fields.ts";

/** An electronic invoice. */
export const einvoiceBody = t.Object({
  invoice: t.Object(invoiceFields, { description: "The invoice, as for /generate" }),
  format: oneOf(["facturx", "zugferd", "cii", "ubl", "xrechnung-ubl", "xrechnung-cii"], {
    default: "facturx",
    description:
      "A PDF/A-3 with the XML in it (Factur-X and ZUGFeRD are one format under two names), or the XML alone, in the syntax of UN/CEFACT or of OASIS",
  }),
  profile: oneOf(["basic", "en16931", "extended", "xrechnung"], {
    default: "en16931",
    description:
      "The rules it follows; the formats of XRechnung have their own, and UBL no basic and extended",
  }),
  type: t.Union([oneOf(["380", "381"]), t.Literal(380), t.Literal(381)], {
    default: "380",
    description: "380 invoice, 381 credit note; as a text or a number",
  }),
  buyer_reference: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      description: "What the buyer files it under; with XRechnung the Leitweg-ID",
    }),
  ),
  preceding_invoice: t.Optional(
    t.Object(
      {
        number: t.String({ minLength: 1, maxLength: 64, description: "Its number" }),
        date: dayField("Its day of issue"),
      },
      { description: "The invoice that a credit note corrects" },
    ),
  ),
  ...answerFields,
});

export type EinvoiceBody = Static<typeof einvoiceBody>;
