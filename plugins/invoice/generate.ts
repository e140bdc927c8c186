import { answered } from "./answered.ts";
import type { Asked } from "./asked.ts";
import { present } from "./document/build.ts";
import { cleaned } from "./document/clean.ts";
import { checkedDay } from "./document/day.ts";
import { documentOf } from "./document/document.ts";
import { paymentOf } from "./document/payment.ts";
import { stampOf } from "./document/stamp.ts";
import type { InvoiceBody } from "./schema/bodies.ts";

/** Adds up an invoice, and draws it unless it is only to be calculated. */
export async function generate(request: InvoiceBody, asked: Asked) {
  const body = cleaned(request);
  const number = body.invoice_number;
  const { now } = asked;
  const document = await documentOf(body, {
    kind: "invoice",
    number,
    now,
    amountPaid: body.amount_paid,
  });
  const { labels, formats } = document;
  const due = checkedDay(body.due_date, "body.due_date");
  return answered(document, {
    asked,
    members: { invoice_number: number },
    extras: () => ({
      facts: present([[labels.due_date, due && formats.day(due)]]),
      stamp: stampOf(body.status_stamp, labels),
      ...paymentOf(document, body.payment),
    }),
  });
}
