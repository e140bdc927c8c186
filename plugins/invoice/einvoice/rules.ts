import { readIban } from "hub/bank";
import type { Decimal } from "../money/decimal.ts";
import { sum } from "../money/decimal.ts";
import type { TaxCategory } from "../schema/fields.ts";
import type { Model } from "./model.ts";
import type { Profile } from "./profile.ts";
import { lineRule, type Rule, rule } from "./rule.ts";
import { xrechnungRules } from "./rules-xrechnung.ts";

/** Rule name prefixes by VAT category. */
const names: Readonly<Record<TaxCategory, string>> = {
  S: "BR-S",
  Z: "BR-Z",
  E: "BR-E",
  AE: "BR-AE",
  K: "BR-IC",
  G: "BR-G",
  O: "BR-O",
};

/** VAT rules: EN 16931-1, 6.4.3. */
const taxRules: readonly Rule[] = [
  rule("BR-CO-18", {
    requirement: "The invoice must have a VAT breakdown (BG-23)",
    path: "items",
    isMet: ({ breakdown }) => breakdown.length > 0,
  }),
  ...(Object.keys(names) as TaxCategory[]).flatMap(createBaseRules),
  ...(["S", "Z", "E", "AE", "K", "G"] as const).flatMap(createTaxNumberRules),
  rule("BR-IC-11", {
    requirement: "An intra-community supply must have a delivery date (BT-72)",
    path: "delivery_date",
    isMet: (model) => !hasCategory(model, "K") || model.delivery.date !== undefined,
  }),
  rule("BR-IC-12", {
    requirement: "An intra-community supply must have a delivery country (BT-80)",
    path: "to.country",
    isMet: (model) => !hasCategory(model, "K") || model.delivery.address?.country !== undefined,
  }),
  rule("BR-O-02", {
    requirement: "If nothing is subject to VAT, seller and buyer must not have VAT numbers",
    path: "from.tax_id",
    isMet: (model) =>
      !hasCategory(model, "O") || (model.seller.vat === undefined && model.buyer.vat === undefined),
  }),
  rule("BR-O-11", {
    requirement: "Supplies not subject to VAT must not be combined with other categories",
    path: "items",
    isMet: (model) => !hasCategory(model, "O") || model.breakdown.length === 1,
  }),
];

/** Rules on totals: EN 16931-1, 6.4.2. All are exact equalities. */
const sumRules: readonly Rule[] = [
  rule("BR-CO-10", {
    requirement: "The sum of the lines (BT-106) must be the sum of their net amounts (BT-131)",
    path: "items",
    isMet: ({ sums, lines }) => sums.lines.equals(sum(lines.map(({ net }) => net))),
  }),
  rule("BR-CO-11", {
    requirement: "The sum of allowances (BT-107) must be the sum of the single allowances (BT-92)",
    path: "discount",
    isMet: ({ sums, allowances }) =>
      sums.allowances.equals(
        sum(allowances.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount)),
      ),
  }),
  rule("BR-CO-12", {
    requirement: "The sum of charges (BT-108) must be the sum of the single charges (BT-99)",
    path: "shipping",
    isMet: ({ sums, allowances }) =>
      sums.charges.equals(
        sum(allowances.filter(({ isCharge }) => isCharge).map(({ amount }) => amount)),
      ),
  }),
  rule("BR-CO-13", {
    requirement:
      "The total without VAT (BT-109) must be the sum of the lines minus allowances plus charges",
    path: "items",
    isMet: ({ sums }) =>
      sums.withoutTax.equals(sums.lines.minus(sums.allowances).plus(sums.charges)),
  }),
  rule("BR-CO-14", {
    requirement: "The total VAT (BT-110) must be the sum of the VAT of all categories (BT-117)",
    path: "items",
    isMet: ({ sums, breakdown }) => sums.tax.equals(sum(breakdown.map(({ tax }) => tax))),
  }),
  rule("BR-CO-15", {
    requirement:
      "The total with VAT (BT-112) must be the total without VAT (BT-109) plus the VAT (BT-110)",
    path: "items",
    isMet: ({ sums }) => sums.withTax.equals(sums.withoutTax.plus(sums.tax)),
  }),
  rule("BR-CO-16", {
    requirement:
      "The amount due (BT-115) must be the total minus the paid amount (BT-113) plus rounding (BT-114)",
    path: "amount_paid",
    isMet: ({ sums }) => sums.due.equals(sums.withTax.minus(sums.paid).plus(sums.rounding)),
  }),
  rule("BR-CO-17", {
    requirement: "The VAT of a category (BT-117) must be base times rate, within one currency unit",
    path: "tax_rate",
    isMet: ({ breakdown }) =>
      breakdown.every(({ base, rate, tax }) => base.times(rate).div(100).minus(tax).abs().lt(1)),
  }),
  createDecimalsRule("BR-DEC-09", "The sum of the lines (BT-106)", ({ sums }) => [sums.lines]),
  createDecimalsRule("BR-DEC-12", "The total without VAT (BT-109)", ({ sums }) => [
    sums.withoutTax,
  ]),
  createDecimalsRule("BR-DEC-13", "The total VAT (BT-110)", ({ sums }) => [sums.tax]),
  createDecimalsRule("BR-DEC-14", "The total with VAT (BT-112)", ({ sums }) => [sums.withTax]),
  createDecimalsRule("BR-DEC-16", "The paid amount (BT-113)", ({ sums }) => [sums.paid]),
  createDecimalsRule("BR-DEC-17", "The rounding amount (BT-114)", ({ sums }) => [sums.rounding]),
  createDecimalsRule("BR-DEC-18", "The amount due (BT-115)", ({ sums }) => [sums.due]),
  createDecimalsRule("BR-DEC-19", "The base of a VAT category (BT-116)", ({ breakdown }) =>
    breakdown.map(({ base }) => base),
  ),
  createDecimalsRule("BR-DEC-20", "The VAT of a category (BT-117)", ({ breakdown }) =>
    breakdown.map(({ tax }) => tax),
  ),
  createDecimalsRule("BR-DEC-01", "An allowance or charge (BT-92, BT-99)", ({ allowances }) =>
    allowances.map(({ amount }) => amount),
  ),
  lineRule("BR-DEC-23", {
    requirement: "The net amount of a line (BT-131) must have at most two decimals",
    path: "unit_price",
    isMet: ({ net }) => isMoney(net),
  }),
];

const regions = new Intl.DisplayNames("en", { type: "region" });

/** Rules on parties, dates and contents: EN 16931-1, 6.4.1, except for those that the schema enforces. */
const partyRules: readonly Rule[] = [
  rule("BR-02", {
    requirement: "The invoice must have a number (BT-1)",
    path: "invoice_number",
    isMet: ({ number }) => number !== "",
  }),
  rule("BR-06", {
    requirement: "The seller must have a name (BT-27)",
    path: "from.name",
    isMet: ({ seller }) => seller.name !== "",
  }),
  rule("BR-07", {
    requirement: "The buyer must have a name (BT-44)",
    path: "to.name",
    isMet: ({ buyer }) => buyer.name !== "",
  }),
  rule("BR-09", {
    requirement: "The seller's address must have a country code (BT-40)",
    path: "from.country",
    isMet: ({ seller }) => seller.country !== undefined,
  }),
  rule("BR-11", {
    requirement: "The buyer's address must have a country code (BT-55)",
    path: "to.country",
    isMet: ({ buyer }) => buyer.country !== undefined,
  }),
  rule("BR-CL-14", {
    requirement: "The seller's country must be an ISO 3166-1 code",
    path: "from.country",
    isMet: ({ seller }) => seller.country === undefined || isCountry(seller.country),
  }),
  rule("BR-CL-14", {
    requirement: "The buyer's country must be an ISO 3166-1 code",
    path: "to.country",
    isMet: ({ buyer }) => buyer.country === undefined || isCountry(buyer.country),
  }),
  rule("BR-CO-09", {
    requirement: "The seller's VAT number must start with its country code",
    path: "from.tax_id",
    isMet: ({ seller }) => hasCountry(seller.vat),
  }),
  rule("BR-CO-09", {
    requirement: "The buyer's VAT number must start with its country code",
    path: "to.tax_id",
    isMet: ({ buyer }) => hasCountry(buyer.vat),
  }),
  rule("BR-CO-26", {
    requirement: "The seller must have a VAT number (BT-31) or a registration number (BT-30)",
    path: "from.tax_id",
    isMet: ({ seller }) => seller.vat !== undefined || seller.registration_id !== undefined,
  }),
  rule("BR-CO-25", {
    requirement:
      "If an amount is due, the invoice must have a due date (BT-9) or payment terms (BT-20)",
    path: "due_date",
    isMet: ({ sums, due, terms }) => sums.due.lte(0) || due !== undefined || terms !== undefined,
  }),
  rule("BR-50", {
    requirement: "The payee's account must have a valid identifier (BT-84)",
    path: "payment.iban",
    isMet: ({ payment }) => !payment?.account || "iban" in readIban(payment.account.iban),
  }),
  rule("BR-61", {
    requirement: "A credit transfer must have the payee's account (BT-84)",
    path: "payment.iban",
    isMet: ({ payment }) => !payment || payment.code === "1" || payment.account !== undefined,
  }),
  lineRule("BR-25", {
    requirement: "Each line must have an item name (BT-153)",
    path: "description",
    isMet: ({ name }) => name !== "",
  }),
  lineRule("BR-CL-23", {
    requirement:
      "The unit of a line must be a known word or a code of UN/ECE Recommendation 20 or 21; it may be omitted for countable items",
    path: "unit",
    isMet: ({ unit }) => unit !== undefined,
  }),
  lineRule("BR-27", {
    requirement: "The net price of a line must not be negative (BT-146)",
    path: "unit_price",
    isMet: ({ price }) => !price.isNegative(),
  }),
];

/** A rule violation. */
export interface Violation {
  /** Rule name in EN 16931 or XRechnung: `BR-CO-15`. */
  rule: string;
  message: string;
  /** Path of the request field to correct. */
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
  const violations = rules.flatMap(({ id, requirement, path, findViolations }) =>
    findViolations(model).map((index) => ({ rule: id, message: requirement, path: path(index) })),
  );
  return { rules: rules.length, violations };
}

/** Returns whether ISO 3166-1 has a country with this code. Northern Ireland's XI only exists for VAT. */
function isCountry(code: string | undefined): boolean {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return false;
  return regions.of(code) !== code && !["EU", "UN", "ZZ", "EZ"].includes(code);
}

/** Returns whether a VAT number starts with its country: BR-CO-09. Greece uses EL. */
function hasCountry(vat: string | undefined): boolean {
  const prefix = vat?.slice(0, 2) ?? "";
  return vat === undefined || prefix === "EL" || prefix === "XI" || isCountry(prefix);
}

const isMoney = (value: Decimal) => value.decimalPlaces() <= 2;

/** Creates a rule that limits amounts to two decimals. */
function createDecimalsRule(
  id: string,
  name: string,
  value: (model: Model) => readonly Decimal[],
): Rule {
  return rule(id, {
    requirement: `${name} must have at most two decimals`,
    path: "currency",
    isMet: (model) => value(model).every(isMoney),
  });
}

function hasCategory({ breakdown }: Model, category: TaxCategory): boolean {
  return breakdown.some((group) => group.category === category);
}

/** Creates the rules that the breakdown contains the category of each line, with the correct base. */
function createBaseRules(category: TaxCategory): Rule[] {
  return [
    lineRule(`${names[category]}-01`, {
      requirement: `The VAT breakdown (BG-23) must contain the VAT category ${category} of the line`,
      path: "tax_category",
      isMet: (line, { breakdown }) =>
        line.category !== category ||
        breakdown.some(({ category, rate }) => category === line.category && rate === line.rate),
    }),
    rule(`${names[category]}-08`, {
      requirement: `The base of VAT category ${category} (BT-116) must be the sum of its lines, allowances and charges`,
      path: "items",
      isMet: (model) =>
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

/** Creates the rules on required VAT numbers, by category. */
function createTaxNumberRules(category: TaxCategory): Rule[] {
  const name = names[category];
  const seller = rule(`${name}-02`, {
    requirement: `For VAT category ${category} the seller must have a VAT or tax number (BT-31, BT-32)`,
    path: "from.tax_id",
    isMet: (model) => {
      const { vat, taxNumber } = model.seller;
      const isVatRequired = category === "K" || category === "G";
      return (
        !hasCategory(model, category) || Boolean(vat ?? (isVatRequired ? undefined : taxNumber))
      );
    },
  });
  if (category !== "AE" && category !== "K") return [seller];
  const buyer = rule(`${name}-02`, {
    requirement:
      category === "K"
        ? "For VAT category K the buyer must have a VAT number (BT-48)"
        : "For VAT category AE the buyer must have a VAT or registration number (BT-48, BT-47)",
    path: "to.tax_id",
    isMet: (model) => {
      const { vat, registration_id } = model.buyer;
      const id = category === "K" ? vat : (vat ?? registration_id);
      return !hasCategory(model, category) || id !== undefined;
    },
  });
  return [seller, buyer];
}
