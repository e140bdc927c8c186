import { answerDocument } from "./answered.ts";
import type { Asked } from "./asked.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay, checkNotBefore } from "./document/day.ts";
import { documentOf } from "./document/document.ts";
import { invoiceExtras } from "./document/invoice.ts";
import type { InvoiceBody } from "./schema/bodies.ts";

/** Adds up an invoice, and draws it unless it is only to be calculated. */
export async function makeInvoice(request: InvoiceBody, asked: Asked) {
  const body = cleanTexts(request);
  const { invoice_number, due_date, amount_paid } = body;
  const at = "body.due_date";
  checkDay(due_date, at);
  const document = await documentOf(body, {
    kind: "invoice",
    number: invoice_number,
    now: asked.now,
    amountPaid: amount_paid,
  });
  if (due_date !== undefined) checkNotBefore(document.date, { day: due_date, at });
  return answerDocument(document, {
    asked,
    members: { invoice_number },
    extras: () => invoiceExtras(document),
  });
}
