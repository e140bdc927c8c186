import type { InvoiceAnswerOptions } from "./document/answer-options.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay, checkNotBefore } from "./document/day.ts";
import { buildDocument, withNumber } from "./document/document.ts";
import { invoiceExtras } from "./document/invoice-extras.ts";
import { answerDocument } from "./response.ts";
import type { InvoiceBody } from "./schema/bodies.ts";

/** Computes an invoice, and draws it unless only the totals were requested. */
export function makeInvoice(request: InvoiceBody, options: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  return withNumber("invoice_number", { body, options }, (number) =>
    makeNumbered({ ...body, invoice_number: number }, options),
  );
}

async function makeNumbered(
  body: InvoiceBody & { invoice_number: string },
  options: InvoiceAnswerOptions,
) {
  const { invoice_number, due_date, amount_paid } = body;
  const at = "body.due_date";
  checkDay(due_date, at);
  const document = await buildDocument(body, {
    kind: "invoice",
    number: invoice_number,
    now: options.now,
    amountPaid: amount_paid,
  });
  if (due_date !== undefined) checkNotBefore(document.date, { day: due_date, at });
  return answerDocument(document, {
    options,
    members: { invoice_number },
    extras: () => invoiceExtras(document),
  });
}
