import invoice from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { CommonBody } from "../schema/bodies.ts";
import type { LineTaxes, TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, sum, zero } from "./decimal.ts";

/** The price fields of a line. */
export type LineInput = Pick<
  CommonBody["items"][number],
  | "quantity"
  | "unit_price"
  | "price_quantity"
  | "allowances"
  | "charges"
  | "discount"
  | "discount_type"
  | "tax_rate"
  | "taxes"
  | "tax_category"
  | "optional"
>;

/** A line with its amounts, at the document's prices: including tax if they do. */
export interface PricedLine<Item extends LineInput = LineInput> {
  item: Item;
  quantity: Decimal;
  unitPrice: Decimal;
  /** Quantity that the price is for. */
  priceQuantity: Decimal;
  /** Quantity times price, rounded. */
  gross: Decimal;
  discount: Decimal;
  /** Further allowances and charges. */
  adjustments: readonly Adjustment[];
  /** Contribution of the line to the subtotal. */
  amount: Decimal;
  /** Sum of the rates of all taxes. */
  rate: number;
  category: TaxCategory;
  /** Several taxes by name, or none if the rate is that of the only tax. */
  taxes: readonly NamedTax[];
  optional: boolean;
}

/** An amount that is added to a line if it is a charge, or subtracted from it. */
export interface Adjustment {
  isCharge: boolean;
  amount: Decimal;
  reason: string;
  code?: string | undefined;
}

/** One of several taxes on the same amount. */
export interface NamedTax {
  name: string;
  /** Rate in percent, as printed. */
  rate: number;
  /** Rate on the amount without tax, which is higher for a tax on other taxes. */
  effective: Decimal;
}

/** Prices a line. The product of quantity and price is rounded, and so is the discount. */
export function priceLine<Item extends LineInput>(
  item: Item,
  {
    at,
    defaults,
    precision,
  }: { at: string; defaults: Pick<CommonBody, "tax_rate" | "taxes">; precision: Precision },
): PricedLine<Item> {
  const quantity = new Decimal(item.quantity);
  const unitPrice = new Decimal(item.unit_price);
  const priceQuantity = new Decimal(item.price_quantity ?? 1);
  const gross = roundAmount(quantity.times(unitPrice).div(priceQuantity), precision);
  const { discount: discountValue = 0, discount_type = "percentage" } = item;
  const discount = discountOn(gross, { discount: discountValue, discount_type, at, precision });
  const tax = resolveTaxes(item, { defaults, at });
  const optional = item.optional === true;
  const adjustments = listAdjustments(item, precision);
  const added = sum(adjustments.map(({ isCharge, amount }) => (isCharge ? amount : amount.neg())));
  const amount = gross.minus(discount).plus(added);
  if (item.allowances && amount.isNegative() && !gross.isNegative())
    refuse(
      `${at}.allowances`,
      `must be at most the amount of the line: the difference is ${amount}`,
    );
  const prices = { quantity, unitPrice, priceQuantity, gross, discount, adjustments, amount };
  return { item, ...prices, optional, ...tax };
}

function listAdjustments(
  { allowances = [], charges = [] }: LineInput,
  precision: Precision,
): Adjustment[] {
  const convert =
    (isCharge: boolean) =>
    ({ amount, reason, reason_code: code }: (typeof charges)[number]) => ({
      isCharge,
      amount: roundAmount(new Decimal(amount), precision),
      reason,
      code,
    });
  return [...allowances.map(convert(false)), ...charges.map(convert(true))];
}

/** Returns the taxes of a line. Its own fields take precedence over those of the document. */
function resolveTaxes(
  item: LineInput,
  { defaults, at }: { defaults: Pick<CommonBody, "tax_rate" | "taxes">; at: string },
): Pick<PricedLine, "rate" | "category" | "taxes"> {
  const isPlain = item.tax_rate !== undefined || item.tax_category !== undefined;
  if (item.taxes && isPlain)
    throw invoice.error(
      "invalid_input",
      `${at} must have one of taxes, and tax_rate or tax_category: it has both`,
      { at: `${at}.taxes` },
    );
  const list = item.taxes ?? (isPlain ? undefined : defaults.taxes);
  if (!list) return { ...resolveTax(item, { defaultRate: defaults.tax_rate, at }), taxes: [] };
  const taxes = resolveEffectiveRates(list);
  const rate = sum(taxes.map(({ effective }) => effective)).toNumber();
  return { rate, category: rate > 0 ? "S" : "Z", taxes };
}

function resolveEffectiveRates(list: LineTaxes): NamedTax[] {
  let total = zero;
  return list.map(({ name, rate, compound }) => {
    const onTaxes = compound ? total.times(rate).div(100) : zero;
    const effective = onTaxes.plus(rate);
    total = total.plus(effective);
    return { name, rate, effective };
  });
}

/** Returns rate and category. In EN 16931 only the standard category has a rate, which is above zero. */
function resolveTax(
  { tax_rate, tax_category }: LineInput,
  { defaultRate, at }: { defaultRate: number | undefined; at: string },
): { rate: number; category: TaxCategory } {
  if (tax_category === undefined || tax_category === "S") {
    const rate = tax_rate ?? defaultRate ?? 0;
    if (rate > 0) return { rate, category: "S" };
    if (tax_category === undefined) return { rate, category: "Z" };
    refuse(`${at}.tax_rate`, `must be above 0 in tax category S: it is ${rate}`);
  }
  // The Canary Islands, Ceuta and Melilla have their own rates, down to 0.
  if (tax_category === "L" || tax_category === "M")
    return { rate: tax_rate ?? defaultRate ?? 0, category: tax_category };
  if (tax_rate === undefined || tax_rate === 0) return { rate: 0, category: tax_category };
  refuse(`${at}.tax_rate`, `must be 0 in tax category ${tax_category}: it is ${tax_rate}`);
}

interface Discount extends Pick<CommonBody, "discount" | "discount_type"> {
  /** Path in the request, such as `body.items.2`. */
  at: string;
  precision: Precision;
}

/** Computes a rounded discount. Throws `invalid_input` if it exceeds the amount. */
export function discountOn(
  amount: Decimal,
  { discount, discount_type, at, precision }: Discount,
): Decimal {
  const isShare = discount_type === "percentage";
  const discountValue = isShare ? amount.times(discount).div(100) : new Decimal(discount);
  const maximum = isShare ? new Decimal(100) : Decimal.max(amount, zero);
  if (maximum.gte(discount)) return roundAmount(discountValue, precision);
  const limit = isShare ? "100 percent" : `the amount it applies to, ${maximum}`;
  refuse(`${at}.discount`, `must be at most ${limit}: it is ${discount}`);
}
