import invoice from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { CommonBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, roundToStep, spread, sum, zero } from "./decimal.ts";
import { discountOn, type LineInput, type PricedLine, priceLine } from "./line.ts";
import {
  addTax,
  buildTaxGroups,
  buildTaxKey,
  getTaxDivisor,
  type LineGroup,
  type TaxGroup,
} from "./tax.ts";

/** Input of the computation. Rates and percentages are in percent. */
export interface Sums<Item extends LineInput = LineInput>
  extends Pick<
    CommonBody,
    | "tax_rate"
    | "taxes"
    | "withholding"
    | "prices_include_tax"
    | "discount"
    | "discount_type"
    | "shipping"
    | "shipping_tax_rate"
    | "cash_rounding"
  > {
  items: readonly Item[];
  amount_paid: number;
}

/** All amounts of a document. They are exact and have at most the currency's decimals. */
export interface Totals<Item extends LineInput = LineInput> {
  lines: TotalLine<Item>[];
  subtotal: Decimal;
  discount: Decimal;
  shipping: Decimal;
  /** Taxable amount without tax, even if prices include it. */
  taxable: Decimal;
  groups: TaxGroup[];
  tax: Decimal;
  /** The named taxes of all groups. */
  taxes: TaxSum[];
  total: Decimal;
  /** Taxes that the buyer withholds from the amount due. */
  withheld: { name: string; rate: number; base: Decimal; amount: Decimal }[];
  roundingAmount: Decimal;
  paid: Decimal;
  balance: Decimal;
}

/** One of several taxes, over all lines that have it. */
export interface TaxSum {
  name: string;
  rate: number;
  base: Decimal;
  tax: Decimal;
}

/** A line with its tax before any document-level discount. */
export interface TotalLine<Item extends LineInput = LineInput> extends PricedLine<Item> {
  /** Amount without tax. */
  net: Decimal;
  tax: Decimal;
}

/**
 * Computes the totals in the order of EN 16931. Each line is rounded before it is summed, document-level discounts
 * are split over the tax groups, and each group's tax is rounded once. Optional lines don't count.
 */
export function computeTotals<Item extends LineInput>(
  sums: Sums<Item>,
  precision: Precision,
): Totals<Item> {
  const { discount, discount_type } = sums;
  if (sums.taxes && sums.tax_rate !== undefined)
    throw invoice.error("invalid_input", "body must have one of taxes and tax_rate: it has both", {
      at: "body.taxes",
    });
  const priced = sums.items.map((item, index) =>
    priceLine(item, { at: `body.items.${index}`, defaults: sums, precision }),
  );
  const summed = priced.filter(({ optional }) => !optional);
  const subtotal = sum(summed.map(({ amount }) => amount));
  const discountAmount = discountOn(subtotal, { discount, discount_type, at: "body", precision });
  const shipping = roundAmount(new Decimal(sums.shipping), precision);
  const groups = buildGroups(summed, { discount: discountAmount, shipping, sums, precision });
  const tax = sum(groups.map((group) => group.tax));
  const taxable = sum(groups.map((group) => group.base));
  const total = taxable.plus(tax);
  const withheld = computeWithholding(sums, { taxable, tax, precision });
  const payable = total.minus(sum(withheld.map(({ amount }) => amount)));
  const roundedTotal = roundToStep(payable, new Decimal(sums.cash_rounding), precision.rounding);
  const paid = roundAmount(new Decimal(sums.amount_paid), precision);
  return {
    lines: addLineTax(priced, { groups, sums, precision }),
    subtotal,
    discount: discountAmount,
    shipping,
    taxable,
    groups,
    tax,
    taxes: sumTaxes(groups),
    total,
    withheld,
    roundingAmount: roundedTotal.minus(payable),
    paid,
    balance: roundedTotal.minus(paid),
  };
}

/** Adds up each named tax, in order of first appearance. */
function sumTaxes(groups: readonly TaxGroup[]): TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const { base, parts } of groups)
    for (const { tax, amount } of parts) {
      const key = `${tax.rate} ${tax.name}`;
      const found = sums.get(key) ?? { name: tax.name, rate: tax.rate, base: zero, tax: zero };
      sums.set(key, { ...found, base: found.base.plus(base), tax: found.tax.plus(amount) });
    }
  return [...sums.values()];
}

function computeWithholding(
  { withholding = [] }: Sums,
  { taxable, tax, precision }: { taxable: Decimal; tax: Decimal; precision: Precision },
): Totals["withheld"] {
  for (const base of ["net", "tax"] as const) {
    const rates = withholding.filter(({ on }) => on === base);
    const percent = sum(rates.map(({ rate, share }) => new Decimal(rate).times(share).div(100)));
    if (percent.gt(100))
      refuse(
        "body.withholding",
        `must be at most 100 percent of the ${base === "net" ? "taxable amount" : "tax"}: it is ${percent}`,
      );
  }
  return withholding.map(({ name, rate, on, share }) => {
    const base = roundAmount((on === "tax" ? tax : taxable).times(share).div(100), precision);
    return { name, rate, base, amount: roundAmount(base.times(rate).div(100), precision) };
  });
}

interface GroupOptions {
  discount: Decimal;
  shipping: Decimal;
  sums: Sums;
  precision: Precision;
}

function buildGroups(
  lines: readonly PricedLine[],
  { discount, shipping, sums, precision }: GroupOptions,
): TaxGroup[] {
  const { digits } = precision;
  const weigh = ({ amount }: LineGroup) => amount;
  const reduced = spread(discount, buildTaxGroups(lines), { weigh, digits }).map(
    ({ item, part }) => ({
      ...item,
      discount: part,
    }),
  );
  const all = shipping.isZero() ? reduced : addShipping(reduced, { shipping, sums, digits });
  return all.map((group) => addTax(group, sums.prices_include_tax, precision));
}

/**
 * Adds shipping, which is taxed like the goods unless it has its own rate. It joins the group with the document's
 * rate. If there is none, it is split over all goods by amount.
 */
function addShipping(
  groups: readonly LineGroup[],
  { shipping, sums, digits }: { shipping: Decimal; sums: Sums; digits: number },
): LineGroup[] {
  const { shipping_tax_rate, tax_rate } = sums;
  const hasDefaultRate = groups.some(({ rate, taxes }) => rate === tax_rate && taxes.length === 0);
  const rate = shipping_tax_rate ?? (hasDefaultRate ? tax_rate : undefined);
  if (rate === undefined) {
    // Free goods are still shipped.
    const isFree = groups.every(({ amount }) => amount.isZero());
    const weigh = ({ amount }: LineGroup) => (isFree ? new Decimal(1) : amount.abs());
    const charges = spread(shipping, groups, { weigh, digits });
    return charges.map(({ item, part }) => ({ ...item, charge: part }));
  }
  const category: TaxCategory = rate > 0 ? "S" : "Z";
  const [first, ...others] = groups;
  // If no group matches, shipping joins the only group there is.
  const only = others.length === 0 && rate === 0 && first?.rate === 0 ? first : undefined;
  const shippingGroup =
    groups.find(
      (group) => group.rate === rate && group.category === category && group.taxes.length === 0,
    ) ?? only;
  if (!shippingGroup) {
    const empty = { category, rate, taxes: [], amount: zero, discount: zero };
    return [...groups, { ...empty, charge: shipping }];
  }
  return groups.map((group) => (group === shippingGroup ? { ...group, charge: shipping } : group));
}

/**
 * Splits each group's tax over its lines, so that the parts add up unless discounts or shipping have a share.
 * Optional lines get the tax they would have.
 */
function addLineTax<Item extends LineInput>(
  lines: readonly PricedLine<Item>[],
  {
    groups,
    sums: { prices_include_tax: isIncluded },
    precision,
  }: { groups: readonly TaxGroup[]; sums: Sums<Item>; precision: Precision },
): TotalLine<Item>[] {
  const weigh = (line: PricedLine) => computeExactTax(line, isIncluded);
  const shares = groups.flatMap((group) => {
    const groupLines = lines.filter((line) => isInGroup(line, group));
    const groupTax = computeLinesTax(groupLines, { group, isIncluded, precision });
    return spread(groupTax, groupLines, { weigh, digits: precision.digits });
  });
  const taxes = new Map(shares.map(({ item, part }) => [item, part]));
  return lines.map((line) => {
    const tax = taxes.get(line) ?? roundAmount(weigh(line), precision);
    return { ...line, tax, net: isIncluded ? line.amount.minus(tax) : line.amount };
  });
}

/** Computes the tax of a group's lines. Each of several taxes is rounded, as in the total. */
function computeLinesTax(
  lines: readonly PricedLine[],
  { group, isIncluded, precision }: { group: LineGroup; isIncluded: boolean; precision: Precision },
): Decimal {
  const amount = sum(lines.map((line) => line.amount));
  const total = { ...group, amount, discount: zero, charge: zero };
  return addTax(total, isIncluded, precision).tax;
}

function isInGroup(line: PricedLine, group: TaxGroup): boolean {
  return !line.optional && buildTaxKey(line) === buildTaxKey(group);
}

function computeExactTax({ amount, rate }: PricedLine, isIncluded: boolean): Decimal {
  return amount.times(rate).div(getTaxDivisor(rate, isIncluded));
}
