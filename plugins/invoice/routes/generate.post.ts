import { binary, t } from "hub";
import { resolveForm } from "../document/answer-options.ts";
import invoice from "../plugin.ts";
import { invoiceBody } from "../schema/bodies.ts";
import { answerQuery, sumsAnswer } from "../schema/response.ts";

export default invoice.route({
  summary: "Create a PDF invoice",
  keywords: "invoice generator, pdf invoice, create invoice, bill",
  description:
    "Calculates totals and taxes, and lays out the invoice to be sent or printed. Totals are exact and follow EN 16931: each line is rounded before it is summed, discounts are applied before tax, and the tax of each rate is rounded once. The PDF is tagged for screen readers (PDF/A-3b, PDF/UA-1). With `response=json&pdf=false` the response only has the totals. The same request on the same day returns the same bytes.",
  query: answerQuery,
  body: invoiceBody,
  response: t.Union([
    binary("application/pdf"),
    t.Object({ invoice_number: t.String({ description: "Number of the invoice" }), ...sumsAnswer }),
  ]),
  heavy: true,
  bodyBytesMax: invoice.limits.bodyBytesMax,
  headers: ["x-document-number", "x-warning"],
  tool: {
    title: "Write an invoice",
    fields: [
      "invoice_number",
      "from.name",
      "from.address",
      "to.name",
      "to.address",
      "items.description",
      "items.quantity",
      "items.unit_price",
      "currency",
      "tax_rate",
    ],
    labels: { from: "Seller", to: "Customer", items: "Line", tax_rate: "Tax rate in percent" },
  },
  example: {
    query: {},
    body: {
      invoice_number: "INV-2026-001",
      from: { name: "Northwind Studio", address: "12 Harbour Street\nDublin" },
      to: { name: "Acme Ltd", address: "5 High Street\nCork" },
      items: [
        { description: "Design of the new website", quantity: 12, unit_price: 85 },
        { description: "Hosting for one year", quantity: 1, unit_price: 240 },
      ],
      tax_rate: 23,
      currency: "EUR",
      notes: "Thank you for your business.",
    },
  },
  gallery: "body.template",
  async handler({ body, query, clock, net, kv, caller, signal }) {
    const { makeInvoice } = await import("../generate.ts");
    const numbers = { kv, caller, clock, signal };
    return makeInvoice(body, { ...resolveForm(body, query), now: clock(), net, numbers });
  },
});
