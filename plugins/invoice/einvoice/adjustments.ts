import type { Document } from "../document/document.ts";
import type { TaxGroup } from "../money/tax.ts";
import { sum } from "../money/totals.ts";
import type { Allowance, ModelLine } from "./model.ts";

/**
 * What is taken off and put on the whole, by tax group and without tax. Where prices include tax,
 * each group's own base decides: what its lines are short of it or beyond.
 */
export function adjustments(
  { totals, body, labels }: Document,
  lines: readonly ModelLine[],
): Allowance[] {
  const discount = { isCharge: false, code: "95", reason: labels.discount };
  const carriage = { isCharge: true, code: "FC", reason: labels.shipping };
  const all = totals.groups.flatMap((group): Allowance[] => {
    const { category, rate } = group;
    const { off, on } = body.prices_include_tax
      ? withoutTax(group, lines)
      : { off: group.discount, on: group.charge };
    return [
      { ...discount, category, rate, amount: off },
      { ...carriage, category, rate, amount: on },
    ];
  });
  return all.filter(({ amount }) => !amount.isZero());
}

function withoutTax(group: TaxGroup, lines: readonly ModelLine[]) {
  const { category, rate, base, discount, charge } = group;
  const own = lines.filter((line) => line.category === category && line.rate === rate);
  const difference = base.minus(sum(own.map(({ net }) => net)));
  if (discount.isZero()) return { off: discount, on: difference };
  const share = charge.div(100 + rate).times(100);
  const on = share.toDecimalPlaces(2);
  return { off: on.minus(difference), on };
}
