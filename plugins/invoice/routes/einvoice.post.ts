import { binary, oneOf, t } from "hub";
import { resolveForm } from "../document/answer-options.ts";
import invoice from "../plugin.ts";
import { type EinvoiceBody, einvoiceBody, profiles } from "../schema/bodies.ts";
import { answerQuery, fileAnswer } from "../schema/response.ts";

export default invoice.route({
  summary: "Create an electronic invoice (EN 16931)",
  keywords: "zugferd, xrechnung, factur-x, e-invoice, peppol, ubl invoice",
  description:
    "Returns a PDF/A-3 with the invoice embedded as XML (Factur-X, ZUGFeRD), or only the XML (UN/CEFACT CII, OASIS UBL, XRechnung, Peppol BIS Billing 3.0). The rules of EN 16931 and of the profile are checked first: if any are violated, the request fails with 422, and the error lists each rule with the field to correct. With `response=json&pdf=false` no PDF is created, and the violations are listed instead.",
  query: answerQuery,
  body: einvoiceBody,
  response: t.Union([
    binary("application/pdf", "application/xml"),
    t.Object({
      invoice_number: t.String({ description: "Number of the invoice" }),
      format: t.String({ description: "The format" }),
      profile: oneOf(profiles, { description: "The effective profile" }),
      xml: t.Union([t.String(), t.Null()], {
        description: "The invoice as XML; null if it violates rules",
      }),
      rules_checked: t.Integer({ description: "Number of rules checked" }),
      violations: t.Array(
        t.Object({
          rule: t.String({ description: "Name of the rule, such as `BR-CO-15`" }),
          message: t.String({ description: "The requirement of the rule" }),
          path: t.String({ description: "The field of the request to correct" }),
        }),
        { description: "The violated rules; only if no PDF is created" },
      ),
      ...fileAnswer,
    }),
  ]),
  heavy: true,
  bodyBytesMax: invoice.limits.bodyBytesMax,
  headers: ["x-document-number", "x-warning"],
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
        // Fields with defaults are optional in a request, but not in the type of a parsed body.
      } as Partial<EinvoiceBody["invoice"]> as EinvoiceBody["invoice"],
    },
  },
  async handler({ body, query, clock, net, kv, caller, signal, data }) {
    const { makeEinvoice } = await import("../write-einvoice/write-einvoice.ts");
    const numbers = { kv, caller, clock, signal };
    const options = { ...resolveForm(body, query), now: clock(), net, numbers };
    return makeEinvoice(body, options, await data.find("rules"));
  },
});
