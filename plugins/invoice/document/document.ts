import type { Labels } from "../locales/en.ts";
import { labelsOf } from "../locales/labels.ts";
import { type Currency, currencyOf } from "../money/currency.ts";
import { type Sums, type Totals, totalsOf } from "../money/totals.ts";
import type { CommonBody } from "../schema/bodies.ts";
import type { DiscountType } from "../schema/item.ts";
import { checkAmounts } from "./check.ts";
import { checkDay, dayOf } from "./day.ts";
import { type Formats, formatsOf } from "./formats.ts";

export type Kind = "invoice" | "credit_note" | "receipt" | "quote";

/** A request that was read: with its sums, its words and its formats. */
export interface Document<Body extends CommonBody = CommonBody> {
  kind: Kind;
  number: string;
  body: Body;
  /** The day of issue. */
  date: string;
  currency: Currency;
  totals: Totals;
  labels: Labels;
  formats: Formats;
}

interface Reading {
  kind: Kind;
  number: string;
  /** In milliseconds since 1970. */
  now: number;
  amountPaid: number;
}

/** Reads and adds up a request whose texts were cleaned. */
export async function documentOf<Body extends CommonBody>(
  body: Body,
  { kind, number, now, amountPaid }: Reading,
): Promise<Document<Body>> {
  const currency = currencyOf(body.currency);
  const date = checkDay(body.date, "body.date") ?? dayOf(now);
  checkDay(body.delivery_date, "body.delivery_date");
  const sums: Sums = {
    ...body,
    discount_type: plainType(body.discount_type),
    items: body.items.map((item) => ({ ...item, discount_type: plainType(item.discount_type) })),
    amount_paid: amountPaid,
  };
  const totals = totalsOf(sums, { digits: currency.digits, rounding: body.rounding });
  checkAmounts(body, totals);
  return {
    kind,
    number,
    body,
    date,
    currency,
    totals,
    labels: await labelsOf(body.locale, body.labels),
    formats: formatsOf(body.locale, currency),
  };
}

function plainType(type: DiscountType = "percentage"): "percentage" | "fixed" {
  return type === "percentage" ? type : "fixed";
}
