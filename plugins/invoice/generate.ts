import { answered } from "./answered.ts";
import type { Asked } from "./asked.ts";
import { cleaned } from "./document/clean.ts";
import { checkedDay } from "./document/day.ts";
import { documentOf } from "./document/document.ts";
import { invoiceExtras } from "./document/invoice.ts";
import type { InvoiceBody } from "./schema/bodies.ts";

/** Adds up an invoice, and draws it unless it is only to be calculated. */
export async function generate(request: InvoiceBody, asked: Asked) {
  const body = cleaned(request);
  const { invoice_number, due_date, amount_paid } = body;
  checkedDay(due_date, "body.due_date");
  const document = await documentOf(body, {
    kind: "invoice",
    number: invoice_number,
    now: asked.now,
    amountPaid: amount_paid,
  });
  return answered(document, {
    asked,
    members: { invoice_number },
    extras: () => invoiceExtras(document),
  });
}
