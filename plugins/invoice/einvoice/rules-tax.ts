import type { TaxCategory } from "../money/categories.ts";
import { sum } from "../money/totals.ts";
import type { Model } from "./model.ts";
import { lineRule, type Rule, rule } from "./rule.ts";

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

/** The rules of VAT: EN 16931-1, 6.4.3. */
export const taxRules: readonly Rule[] = [
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
