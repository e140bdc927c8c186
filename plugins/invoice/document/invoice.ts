import type { Static } from "hub";
import type { invoiceBody } from "../schema/bodies.ts";
import { type Extras, presentFacts } from "./build.ts";
import { checkDay } from "./day.ts";
import type { Document } from "./document.ts";
import { paymentOf } from "./payment.ts";
import { stampOf } from "./stamp.ts";

type Body = Omit<Static<typeof invoiceBody>, "response" | "pdf">;

/** What an invoice has besides what all documents have. */
export function invoiceExtras(document: Document<Body>): Extras {
  const { body, labels, formats } = document;
  const due = checkDay(body.due_date, "body.due_date");
  return {
    facts: presentFacts([[labels.due_date, due && formats.day(due)]]),
    stamp: stampOf(body.status_stamp, labels),
    ...paymentOf(document, body.payment),
  };
}
