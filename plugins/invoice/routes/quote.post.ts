import { binary, t } from "hub";
import { formOf } from "../asked.ts";
import invoice from "../plugin.ts";
import { sumsAnswer } from "../schema/answer.ts";
import { quoteBody } from "../schema/bodies.ts";
import { answerQuery } from "../schema/fields.ts";

export default invoice.route({
  summary: "Make a PDF quote",
  description:
    "With a last day, optional items that are shown but not summed, terms, and lines to sign on. With `response=json&pdf=false` it is a calculator.",
  query: answerQuery,
  body: quoteBody,
  response: t.Union([
    binary("application/pdf"),
    t.Object({
      quote_number: t.String({ description: "Number of the quote" }),
      valid_until: t.String({ description: "Last day on which it may be accepted" }),
      ...sumsAnswer,
    }),
  ]),
  heavy: true,
  bodyBytesMax: invoice.limits.bodyBytesMax,
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
  async handler({ body, query, clock, net }) {
    const { quote: makeQuote } = await import("../quote.ts");
    return makeQuote(body, { ...formOf(body, query), now: clock(), net });
  },
});
