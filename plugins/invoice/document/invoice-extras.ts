import type { InvoiceBody } from "../schema/bodies.ts";
import { buildStamp, type Extras, presentFacts } from "./build-content.ts";
import { checkDay } from "./day.ts";
import type { Document } from "./document.ts";
import { buildPayment } from "./payment.ts";

type DrawnInvoice = Omit<InvoiceBody, "response" | "pdf">;

/** Returns the content specific to invoices, electronic ones included. */
export function invoiceExtras(document: Document<DrawnInvoice>): Extras {
  const { body, labels, formats } = document;
  const due = checkDay(body.due_date, "body.due_date");
  return {
    facts: presentFacts([[labels.due_date, due && formats.day(due)]]),
    stamp: buildStamp(body.status_stamp, labels),
    ...buildPayment(document, body.payment),
  };
}
