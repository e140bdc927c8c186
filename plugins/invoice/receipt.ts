import { answerDocument } from "./answer.ts";
import { buildStamp, type Extras, presentFacts } from "./document/build-content.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay } from "./document/day.ts";
import { buildDocument, type Document, resolveNumber } from "./document/document.ts";
import { Decimal } from "./money/decimal.ts";
import invoice from "./plugin.ts";
import type { InvoiceAnswerOptions } from "./schema/answer.ts";
import type { ReceiptBody } from "./schema/bodies.ts";
import { drawRoll } from "./templates/roll.ts";

/** Adds up a receipt, and draws it on a sheet or a roll. */
export async function makeReceipt(request: ReceiptBody, asked: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  const number = resolveNumber("receipt_number", body);
  const { format = body.paper } = body;
  const isRoll = format === "thermal80" || format === "thermal58";
  const document = await readReceipt(body, { number, now: asked.now });
  const change = computeChange(document);
  return answerDocument(
    isRoll ? document : { ...document, body: { ...document.body, paper: format } },
    {
      asked,
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

/** Reads the body with all of it paid, unless it says how much. */
async function readReceipt(body: ReceiptBody, { number, now }: { number: string; now: number }) {
  const reading = { kind: "receipt", number, now } as const;
  if (body.amount_paid !== undefined)
    return buildDocument(body, { ...reading, amountPaid: body.amount_paid });
  const open = await buildDocument(body, { ...reading, amountPaid: 0 });
  const { balance } = open.totals;
  const paid = Decimal.max(balance, 0);
  return { ...open, totals: { ...open.totals, paid, balance: balance.minus(paid) } };
}

function computeChange({ body, totals }: Document<ReceiptBody>): Decimal | undefined {
  if (body.amount_tendered === undefined) return undefined;
  const tendered = new Decimal(body.amount_tendered);
  if (tendered.gte(totals.paid)) return tendered.minus(totals.paid);
  throw invoice.error(
    "invalid_input",
    `body.amount_tendered must be at least what was paid, ${totals.paid}: it is ${tendered}`,
    { at: "body.amount_tendered" },
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
