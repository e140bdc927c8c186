import type { InvoiceAnswerOptions } from "./document/answer-options.ts";
import { buildStamp, type Extras, presentFacts } from "./document/build-content.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay } from "./document/day.ts";
import { buildDocument, type Document, withNumber } from "./document/document.ts";
import { Decimal } from "./money/decimal.ts";
import { refuse } from "./refuse.ts";
import { answerDocument } from "./response.ts";
import type { ReceiptBody } from "./schema/bodies.ts";
import { drawRoll } from "./templates/roll.ts";

/** Computes a receipt, and draws it on a sheet or a roll. */
export function makeReceipt(request: ReceiptBody, options: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  return withNumber("receipt_number", { body, options }, (number) =>
    makeNumbered(body, { number, options }),
  );
}

async function makeNumbered(
  body: ReceiptBody,
  { number, options }: { number: string; options: InvoiceAnswerOptions },
) {
  const { format = body.paper } = body;
  const isRoll = format === "thermal80" || format === "thermal58";
  const document = await readReceipt(body, { number, now: options.now });
  const change = computeChange(document);
  return answerDocument(
    isRoll ? document : { ...document, body: { ...document.body, paper: format } },
    {
      options,
      members: {
        receipt_number: number,
        change: change?.toNumber() ?? 0,
      },
      extras: () => buildExtras(document, change),
      ...(isRoll && {
        draw: (content, ink) => [drawRoll(content, ink, format)],
      }),
    },
  );
}

/** Builds the document. It counts as fully paid unless the body has a paid amount. */
async function readReceipt(body: ReceiptBody, { number, now }: { number: string; now: number }) {
  const baseOptions = { kind: "receipt", number, now } as const;
  if (body.amount_paid !== undefined)
    return buildDocument(body, { ...baseOptions, amountPaid: body.amount_paid });
  const unpaid = await buildDocument(body, { ...baseOptions, amountPaid: 0 });
  const { balance } = unpaid.totals;
  const paid = Decimal.max(balance, 0);
  return { ...unpaid, totals: { ...unpaid.totals, paid, balance: balance.minus(paid) } };
}

function computeChange({ body, totals }: Document<ReceiptBody>): Decimal | undefined {
  if (body.amount_tendered === undefined) return undefined;
  const tendered = new Decimal(body.amount_tendered);
  if (tendered.gte(totals.paid)) return tendered.minus(totals.paid);
  refuse(
    "body.amount_tendered",
    `must be at least the amount paid, ${totals.paid}: it is ${tendered}`,
  );
}

function buildExtras(
  { body, date, number, labels, formats, totals }: Document<ReceiptBody>,
  change: Decimal | undefined,
): Extras {
  const { invoice_number, payment_method, card_last4, amount_tendered } = body;
  const paidAt = checkDay(body.paid_at, "body.paid_at") ?? date;
  const card = card_last4 === undefined ? "" : ` •••• ${card_last4}`;
  const method = payment_method ?? (card ? "card" : undefined);
  return {
    facts: presentFacts([
      [labels.paid_at, formats.day(paidAt)],
      [labels.payment_method, method && `${labels[method]}${card}`],
      [labels.transaction_id, body.transaction_id],
      [labels.invoice, invoice_number !== number && invoice_number],
    ]),
    sums:
      amount_tendered === undefined || change === undefined
        ? []
        : [
            [labels.amount_tendered, formats.money(new Decimal(amount_tendered))],
            [labels.change, formats.money(change)],
          ],
    stamp: totals.balance.lte(0) ? buildStamp("paid", labels) : undefined,
  };
}
