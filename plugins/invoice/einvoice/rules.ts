import { readIban } from "hub/bank";
import type { Decimal } from "../money/decimal.ts";
import { sum } from "../money/decimal.ts";
import type { TaxCategory } from "../schema/fields.ts";
import type { Model } from "./model.ts";
import type { Profile } from "./profile.ts";
import { lineRule, type Rule, rule } from "./rule.ts";
import { xrechnungRules } from "./rules-xrechnung.ts";

/** The VAT categories, and how the rules of each are called. */
const names: Readonly<Record<TaxCategory, string>> = {
  S: "BR-S",
  Z: "BR-Z",
  E: "BR-E",
  AE: "BR-AE",
  K: "BR-IC",
  G: "BR-G",
  O: "BR-O",
};

/** The rules of VAT: EN 16931-1, 6.4.3. */
const taxRules: readonly Rule[] = [
  rule("BR-CO-18", {
    says: "An invoice has a VAT breakdown (BG-23)",
    path: "items",
    kept: ({ breakdown }) => breakdown.length > 0,
  }),
  ...(Object.keys(names) as TaxCategory[]).flatMap(baseRules),
  ...(["S", "Z", "E", "AE", "K", "G"] as const).flatMap(numberRules),
  rule("BR-IC-11", {
    says: "A supply within the EU has a day of delivery (BT-72)",
    path: "delivery_date",
    kept: (model) => !has(model, "K") || model.delivery.date !== undefined,
  }),
  rule("BR-IC-12", {
    says: "A supply within the EU has a country it is delivered to (BT-80)",
    path: "to.country",
    kept: (model) => !has(model, "K") || model.delivery.address?.country !== undefined,
  }),
  rule("BR-O-02", {
    says: "Where nothing is subject to VAT, neither seller nor buyer has a VAT number",
    path: "from.tax_id",
    kept: (model) =>
      !has(model, "O") || (model.seller.vat === undefined && model.buyer.vat === undefined),
  }),
  rule("BR-O-11", {
    says: "What is not subject to VAT stands on no invoice with other categories",
    path: "items",
    kept: (model) => !has(model, "O") || model.breakdown.length === 1,
  }),
];

/** How the sums agree: EN 16931-1, 6.4.2, each an exact equality. */
const sumRules: readonly Rule[] = [
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

const regions = new Intl.DisplayNames("en", { type: "region" });

/** Who, when and what: EN 16931-1, 6.4.1, as far as the schema leaves it open. */
const partyRules: readonly Rule[] = [
  rule("BR-02", {
    says: "An invoice has a number (BT-1)",
    path: "invoice_number",
    kept: ({ number }) => number !== "",
  }),
  rule("BR-06", {
    says: "An invoice has the seller's name (BT-27)",
    path: "from.name",
    kept: ({ seller }) => seller.name !== "",
  }),
  rule("BR-07", {
    says: "An invoice has the buyer's name (BT-44)",
    path: "to.name",
    kept: ({ buyer }) => buyer.name !== "",
  }),
  rule("BR-09", {
    says: "The seller's address has a country code (BT-40)",
    path: "from.country",
    kept: ({ seller }) => seller.country !== undefined,
  }),
  rule("BR-11", {
    says: "The buyer's address has a country code (BT-55)",
    path: "to.country",
    kept: ({ buyer }) => buyer.country !== undefined,
  }),
  rule("BR-CL-14", {
    says: "The seller's country is a code of ISO 3166-1",
    path: "from.country",
    kept: ({ seller }) => seller.country === undefined || isCountry(seller.country),
  }),
  rule("BR-CL-14", {
    says: "The buyer's country is a code of ISO 3166-1",
    path: "to.country",
    kept: ({ buyer }) => buyer.country === undefined || isCountry(buyer.country),
  }),
  rule("BR-CO-09", {
    says: "The seller's VAT number begins with the code of its country",
    path: "from.tax_id",
    kept: ({ seller }) => hasCountry(seller.vat),
  }),
  rule("BR-CO-09", {
    says: "The buyer's VAT number begins with the code of its country",
    path: "to.tax_id",
    kept: ({ buyer }) => hasCountry(buyer.vat),
  }),
  rule("BR-CO-26", {
    says: "The seller is known by a VAT number (BT-31) or a registration (BT-30)",
    path: "from.tax_id",
    kept: ({ seller }) => seller.vat !== undefined || seller.registration_id !== undefined,
  }),
  rule("BR-CO-25", {
    says: "Where something is due, there is a day for it (BT-9) or terms of payment (BT-20)",
    path: "due_date",
    kept: ({ sums, due, terms }) => sums.due.lte(0) || due !== undefined || terms !== undefined,
  }),
  rule("BR-50", {
    says: "The payee's account has an identifier that can be one (BT-84)",
    path: "payment.iban",
    kept: ({ payment }) => !payment?.account || "iban" in readIban(payment.account.iban),
  }),
  rule("BR-61", {
    says: "A credit transfer has the payee's account (BT-84)",
    path: "payment.iban",
    kept: ({ payment }) => !payment || payment.code === "1" || payment.account !== undefined,
  }),
  lineRule("BR-25", {
    says: "Each line has the name of what is sold (BT-153)",
    path: "description",
    kept: ({ name }) => name !== "",
  }),
  lineRule("BR-CL-23", {
    says: "The unit of a line is a known word or a code of UN/ECE Recommendation 20 or 21; what is only counted needs none",
    path: "unit",
    kept: ({ unit }) => unit !== undefined,
  }),
  lineRule("BR-27", {
    says: "The net price of a line is not below zero (BT-146)",
    path: "unit_price",
    kept: ({ price }) => !price.isNegative(),
  }),
];

/** A rule that an invoice breaks. */
export interface Violation {
  /** Its name in EN 16931 or XRechnung: `BR-CO-15`. */
  rule: string;
  message: string;
  /** Where in the request it may be mended. */
  path: string;
}

/** Checks an invoice against the rules of its profile. */
export function checkRules(
  model: Model,
  profile: Profile,
): { rules: number; violations: Violation[] } {
  const rules = [
    ...partyRules,
    ...sumRules,
    ...taxRules,
    ...(profile === "xrechnung" ? xrechnungRules : []),
  ];
  const violations = rules.flatMap(({ id, says, path, broken }) =>
    broken(model).map((index) => ({ rule: id, message: says, path: path(index) })),
  );
  return { rules: rules.length, violations };
}

/** Two letters that ISO 3166-1 has a country for; Northern Ireland has XI for VAT alone. */
function isCountry(code: string | undefined): boolean {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return false;
  return regions.of(code) !== code && !["EU", "UN", "ZZ", "EZ"].includes(code);
}

/** Whether a VAT number begins with its country: BR-CO-09, where Greece has EL. */
function hasCountry(vat: string | undefined): boolean {
  const prefix = vat?.slice(0, 2) ?? "";
  return vat === undefined || prefix === "EL" || prefix === "XI" || isCountry(prefix);
}

const isMoney = (value: Decimal) => value.decimalPlaces() <= 2;

/** A sum of the whole, and the rule that it has two decimals at most. */
function decimals(id: string, name: string, value: (model: Model) => readonly Decimal[]): Rule {
  return rule(id, {
    says: `${name} has two decimals at most`,
    path: "currency",
    kept: (model) => value(model).every(isMoney),
  });
}

function has({ breakdown }: Model, category: TaxCategory): boolean {
  return breakdown.some((group) => group.category === category);
}

/** Each kind of supply that is on a line is in the breakdown, with a base that adds up. */
function baseRules(category: TaxCategory): Rule[] {
  return [
    lineRule(`${names[category]}-01`, {
      says: `A line of VAT category ${category} has its place in the VAT breakdown (BG-23)`,
      path: "tax_category",
      kept: (line, { breakdown }) =>
        line.category !== category ||
        breakdown.some(({ category, rate }) => category === line.category && rate === line.rate),
    }),
    rule(`${names[category]}-08`, {
      says: `The base of VAT category ${category} (BT-116) is that of its lines, allowances and charges`,
      path: "items",
      kept: (model) =>
        model.breakdown.every((group) => group.category !== category || addsUp(model, group)),
    }),
  ];
}

function addsUp(
  { lines, allowances }: Model,
  { category, rate, base }: Model["breakdown"][number],
): boolean {
  const own = (one: { category: TaxCategory; rate: number }) =>
    one.category === category && one.rate === rate;
  const net = sum(lines.filter(own).map(({ net }) => net));
  const adjusted = sum(
    allowances.filter(own).map(({ isCharge, amount }) => (isCharge ? amount : amount.neg())),
  );
  return base.equals(net.plus(adjusted));
}

/** Who must have a VAT number, by category. */
function numberRules(category: TaxCategory): Rule[] {
  const name = names[category];
  const seller = rule(`${name}-02`, {
    says: `With VAT category ${category} the seller has a VAT or tax number (BT-31, BT-32)`,
    path: "from.tax_id",
    kept: (model) => {
      const { vat, taxNumber } = model.seller;
      const isVatAsked = category === "K" || category === "G";
      return !has(model, category) || Boolean(vat ?? (isVatAsked ? undefined : taxNumber));
    },
  });
  if (category !== "AE" && category !== "K") return [seller];
  const buyer = rule(`${name}-02`, {
    says:
      category === "K"
        ? "With VAT category K the buyer has a VAT number (BT-48)"
        : "With VAT category AE the buyer has a VAT number or a registration (BT-48, BT-47)",
    path: "to.tax_id",
    kept: (model) => {
      const { vat, registration_id } = model.buyer;
      const known = category === "K" ? vat : (vat ?? registration_id);
      return !has(model, category) || known !== undefined;
    },
  });
  return [seller, buyer];
}
