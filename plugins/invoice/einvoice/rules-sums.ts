import type { Decimal } from "../money/decimal.ts";
import { sum } from "../money/totals.ts";
import type { Model } from "./model.ts";
import { lineRule, type Rule, rule } from "./rule.ts";

const isMoney = (value: Decimal) => value.decimalPlaces() <= 2;

/** A sum of the whole, and the rule that it has two decimals at most. */
function decimals(id: string, name: string, value: (model: Model) => readonly Decimal[]): Rule {
  return rule(id, {
    says: `${name} has two decimals at most`,
    path: "currency",
    kept: (model) => value(model).every(isMoney),
  });
}

/** How the sums agree: EN 16931-1, 6.4.2, each an exact equality. */
export const sumRules: readonly Rule[] = [
  rule("BR-CO-10", {
    says: "The sum of the lines (BT-106) is the sum of their net amounts (BT-131)",
    path: "items",
    kept: ({ sums, lines }) => sums.lines.equals(sum(lines.map(({ net }) => net))),
  }),
  rule("BR-CO-11", {
    says: "The sum of the allowances (BT-107) is that of each one (BT-92)",
    path: "discount",
    kept: ({ sums, allowances }) =>
      sums.allowances.equals(
        sum(allowances.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount)),
      ),
  }),
  rule("BR-CO-12", {
    says: "The sum of the charges (BT-108) is that of each one (BT-99)",
    path: "shipping",
    kept: ({ sums, allowances }) =>
      sums.charges.equals(
        sum(allowances.filter(({ isCharge }) => isCharge).map(({ amount }) => amount)),
      ),
  }),
  rule("BR-CO-13", {
    says: "The total without VAT (BT-109) is the sum of the lines, less allowances, and charges",
    path: "items",
    kept: ({ sums }) =>
      sums.withoutTax.equals(sums.lines.minus(sums.allowances).plus(sums.charges)),
  }),
  rule("BR-CO-14", {
    says: "The total VAT (BT-110) is the sum of that of each category (BT-117)",
    path: "items",
    kept: ({ sums, breakdown }) => sums.tax.equals(sum(breakdown.map(({ tax }) => tax))),
  }),
  rule("BR-CO-15", {
    says: "The total with VAT (BT-112) is that without (BT-109) and the VAT (BT-110)",
    path: "items",
    kept: ({ sums }) => sums.withTax.equals(sums.withoutTax.plus(sums.tax)),
  }),
  rule("BR-CO-16", {
    says: "What is due (BT-115) is the total less what is paid (BT-113), rounded (BT-114)",
    path: "amount_paid",
    kept: ({ sums }) => sums.due.equals(sums.withTax.minus(sums.paid).plus(sums.rounding)),
  }),
  rule("BR-CO-17", {
    says: "The VAT of a category (BT-117) is its base times its rate, to one unit",
    path: "tax_rate",
    kept: ({ breakdown }) =>
      breakdown.every(({ base, rate, tax }) => base.times(rate).div(100).minus(tax).abs().lt(1)),
  }),
  decimals("BR-DEC-09", "The sum of the lines (BT-106)", ({ sums }) => [sums.lines]),
  decimals("BR-DEC-12", "The total without VAT (BT-109)", ({ sums }) => [sums.withoutTax]),
  decimals("BR-DEC-13", "The total VAT (BT-110)", ({ sums }) => [sums.tax]),
  decimals("BR-DEC-14", "The total with VAT (BT-112)", ({ sums }) => [sums.withTax]),
  decimals("BR-DEC-16", "The paid amount (BT-113)", ({ sums }) => [sums.paid]),
  decimals("BR-DEC-17", "The rounding amount (BT-114)", ({ sums }) => [sums.rounding]),
  decimals("BR-DEC-18", "The amount due (BT-115)", ({ sums }) => [sums.due]),
  decimals("BR-DEC-19", "The base of a VAT category (BT-116)", ({ breakdown }) =>
    breakdown.map(({ base }) => base),
  ),
  decimals("BR-DEC-20", "The VAT of a category (BT-117)", ({ breakdown }) =>
    breakdown.map(({ tax }) => tax),
  ),
  decimals("BR-DEC-01", "An allowance or charge (BT-92, BT-99)", ({ allowances }) =>
    allowances.map(({ amount }) => amount),
  ),
  lineRule("BR-DEC-23", {
    says: "The net amount of a line (BT-131) has two decimals at most",
    path: "unit_price",
    kept: ({ net }) => isMoney(net),
  }),
];
