import { binary, t } from "hub";
import { resolveForm } from "../document/answer-options.ts";
import invoice from "../plugin.ts";
import { quoteBody } from "../schema/bodies.ts";
import { answerQuery, sumsAnswer } from "../schema/response.ts";

export default invoice.route({
  summary: "Create a PDF quote",
  tool: {
    fields: [
      "quote_number",
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
  },
  keywords: "quote, estimate, quotation, offer pdf",
  description:
    "Returns a PDF quote with an expiry date, optional items that do not count towards the total, terms, and signature lines. With `response=json&pdf=false` the response only has the totals.",
  query: answerQuery,
  body: quoteBody,
  response: t.Union([
    binary("application/pdf"),
    t.Object({
      quote_number: t.String({ description: "Number of the quote" }),
      valid_until: t.String({ description: "Last day on which the quote can be accepted" }),
      ...sumsAnswer,
    }),
  ]),
  heavy: true,
  bodyBytesMax: invoice.limits.bodyBytesMax,
  headers: ["x-document-number", "x-warning"],
  example: {
    query: {},
    body: {
      quote_number: "Q-2026-014",
      from: { name: "Northwind Studio", address: "12 Harbour Street\nDublin" },
      to: { name: "Acme Ltd", address: "5 High Street\nCork" },
      items: [
        { description: "Brand guidelines", quantity: 1, unit_price: 1800 },
        { description: "Printed handbook", quantity: 20, unit_price: 18, optional: true },
      ],
      tax_rate: 23,
      currency: "EUR",
      valid_days: 30,
      terms: "Half is due at the start, the rest on delivery.",
    },
  },
  gallery: "body.template",
  async handler({ body, query, clock, net, kv, caller, signal }) {
    const { makeQuote } = await import("../quote.ts");
    const numbers = { kv, caller, clock, signal };
    return makeQuote(body, { ...resolveForm(body, query), now: clock(), net, numbers });
  },
});
