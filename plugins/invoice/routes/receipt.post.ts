import { binary, t } from "hub";
import { resolveForm } from "../document/answer-options.ts";
import invoice from "../plugin.ts";
import { receiptBody } from "../schema/bodies.ts";
import { answerQuery, sumsAnswer } from "../schema/response.ts";

export default invoice.route({
  summary: "Create a PDF receipt",
  tool: {
    fields: [
      "receipt_number",
      "from.name",
      "from.address",
      "items.description",
      "items.quantity",
      "items.unit_price",
      "currency",
      "tax_rate",
    ],
  },
  keywords: "receipt, receipt generator, thermal receipt",
  description:
    "For tills and shops: a receipt on a sheet, or on a roll of 80 or 58 mm. Everything counts as paid unless `amount_paid` is set. With `amount_tendered` the change is computed. With `response=json&pdf=false` the response only has the totals.",
  query: answerQuery,
  body: receiptBody,
  response: t.Union([
    binary("application/pdf"),
    t.Object({
      receipt_number: t.String({ description: "Number of the receipt" }),
      change: t.Number({
        description: "Change: the tendered amount minus the paid amount",
      }),
      ...sumsAnswer,
    }),
  ]),
  heavy: true,
  bodyBytesMax: invoice.limits.bodyBytesMax,
  headers: ["x-document-number", "x-warning"],
  example: {
    query: {},
    body: {
      receipt_number: "R-1007",
      from: { name: "Corner Café", address: "3 Market Square\nGalway" },
      to: { name: "Guest", address: "" },
      items: [
        { description: "Flat white", quantity: 2, unit_price: 3.6 },
        { description: "Almond croissant", quantity: 1, unit_price: 3.2 },
      ],
      tax_rate: 13.5,
      prices_include_tax: true,
      currency: "EUR",
      payment_method: "cash",
      amount_tendered: 20,
      format: "thermal80",
    },
  },
  gallery: "body.format",
  async handler({ body, query, clock, net, kv, caller, signal }) {
    const { makeReceipt } = await import("../receipt.ts");
    const numbers = { kv, caller, clock, signal };
    return makeReceipt(body, { ...resolveForm(body, query), now: clock(), net, numbers });
  },
});
