import { binary, oneOf, t } from "hub";
import { formOf } from "../asked.ts";
import invoice from "../plugin.ts";
import { type EinvoiceBody, einvoiceBody } from "../schema/einvoice.ts";
import { answerQuery } from "../schema/fields.ts";

export default invoice.route({
  summary: "Make an electronic invoice after EN 16931",
  description:
    "As a PDF/A-3 with the invoice as XML in it (Factur-X, ZUGFeRD), or as that XML alone (UN/CEFACT CII, OASIS UBL, XRechnung). The rules of EN 16931 are checked first: where some are broken, the answer is 422 with the name of each and the field it is mended in. With `response=json&pdf=false` nothing is drawn, and violations are listed instead.",
  query: answerQuery,
  body: einvoiceBody,
  response: t.Union([
    binary("application/pdf", "application/xml"),
    t.Object({
      format: t.String({ description: "The format that was asked for" }),
      profile: oneOf(["basic", "en16931", "extended", "xrechnung"], {
        description: "The rules it follows",
      }),
      xml: t.Union([t.String(), t.Null()], {
        description: "The invoice as XML; null where it breaks rules",
      }),
      rules_checked: t.Integer({ description: "How many rules were checked" }),
      violations: t.Array(
        t.Object({
          rule: t.String({ description: "Name of the rule, such as `BR-CO-15`" }),
          message: t.String({ description: "What it asks for" }),
          path: t.String({ description: "Where in the request it may be mended" }),
        }),
        { description: "The rules that are broken; only where nothing is drawn" },
      ),
      pages: t.Integer({ description: "Pages of the PDF; 0 where none was drawn" }),
      warnings: t.Array(t.String(), { description: "What was left out, and why" }),
      pdf_base64: t.Union([t.String(), t.Null()], {
        description: "The PDF in base64; null where none was drawn",
      }),
    }),
  ]),
  heavy: true,
  bodyBytesMax: invoice.limits.bodyBytesMax,
  example: {
    query: {},
    body: {
      invoice: {
        invoice_number: "RE-2026-001",
        from: {
          name: "Nordwind GmbH",
          address: "Hafenstraße 12",
          postal_code: "20457",
          city: "Hamburg",
          country: "DE",
          tax_id: "DE123456788",
        },
        to: {
          name: "Acme AG",
          address: "Hauptstraße 5",
          postal_code: "10827",
          city: "Berlin",
          country: "DE",
        },
        items: [{ description: "Beratung", quantity: 8, unit: "h", unit_price: 120 }],
        tax_rate: 19,
        currency: "EUR",
        due_date: "2030-01-31",
        locale: "de",
        // What is left out has defaults, which the type of a request's own fields knows alone.
      } as Partial<EinvoiceBody["invoice"]> as EinvoiceBody["invoice"],
    },
  },
  async handler({ body, query, clock, net }) {
    const { einvoice: makeEinvoice } = await import("../einvoice.ts");
    return makeEinvoice(body, { ...formOf(body, query), now: clock(), net });
  },
});
