import type { Decimal } from "../../money/decimal.ts";
import type { ReceivedInvoice, ReceivedLine } from "../../schema/received.ts";
import { findAll, findText, type XmlNode } from "../read/xml-tree.ts";
import { isCountry } from "./codes.ts";
import {
  isDecimal,
  parseAmount,
  type Rule,
  requireFields,
  rule,
  ruleOnEach,
  ruleOnText,
  sortRules,
  sumTexts,
} from "./rule.ts";

/** Fields that must be present: EN 16931-1, 6.4.1. */
const fieldRules: readonly Rule[] = sortRules([
  ...requireFields("core"),
  rule("BR-17", {
    at: "BT-59 payee.name",
    requirement: "The payee must have a name, other than the seller's",
    isMet: ({ payee, seller }) =>
      payee === undefined || (payee.name !== undefined && payee.name !== seller.name),
  }),
]);

/** Creates the rule that an allowance or charge has a reason or its code. */
function requireReason(id: string, { each, at }: { each: string; at: string }): Rule {
  return ruleOnEach(id, {
    each,
    at: `${at} reason`,
    requirement: "Each allowance and charge must have a reason or the code of a reason",
    isMet: ({ reason, reason_code }) => (reason ?? reason_code) !== undefined,
  });
}

const reasonRules: readonly Rule[] = (
  [
    ["allowances.*", "BT-97", "BR-33", "BR-CO-21"],
    ["charges.*", "BT-104", "BR-38", "BR-CO-22"],
    ["lines.*.allowances.*", "BT-139", "BR-42", "BR-CO-23"],
    ["lines.*.charges.*", "BT-144", "BR-44", "BR-CO-24"],
  ] as const
).flatMap(([each, at, ...ids]) => ids.map((id) => requireReason(id, { each, at })));

/** Returns whether a period doesn't end before it starts. */
function isOrdered(period: ReceivedInvoice["period"]): boolean {
  const { start, end } = period ?? {};
  return start === undefined || end === undefined || end >= start;
}

const periodInCii =
  "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:BillingSpecifiedPeriod";

const linePeriodInCii =
  "rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod";

/** Returns whether a period in either syntax has a first or a last day. */
function hasDay(period: XmlNode): boolean {
  return period.children.some(({ name }) => /:(Start|End)Date/.test(name));
}

type Payment = NonNullable<ReceivedInvoice["payments"]>[number];

/** Further rules on the contents: EN 16931-1, 6.4.1 and 6.4.2. */
const contentRules: readonly Rule[] = [
  ruleOnText("BR-27", {
    at: "BT-146 lines.*.price",
    requirement: "The net price must not be negative",
    isMet: (text) => !parseAmount(text).lt(0),
  }),
  ruleOnText("BR-28", {
    at: "BT-148 lines.*.gross_price",
    requirement: "The gross price must not be negative",
    isMet: (text) => !parseAmount(text).lt(0),
  }),
  rule("BR-29", {
    at: "BT-74 period.end",
    requirement: "The invoicing period must not end before it starts",
    isMet: ({ period }) => isOrdered(period),
  }),
  ruleOnEach<ReceivedLine>("BR-30", {
    each: "lines.*",
    at: "BT-135 period.end",
    requirement: "The period of a line must not end before it starts",
    isMet: ({ period }) => isOrdered(period),
  }),
  ruleOnEach("BR-48", {
    each: "tax_breakdown.*",
    at: "BT-119 tax_rate",
    requirement: "Each VAT category must have a rate, unless nothing is subject to VAT",
    isMet: ({ tax_category, tax_rate }) => tax_category === "O" || tax_rate !== undefined,
  }),
  ruleOnText("BR-51", {
    at: "BT-87 payments.*.card.number",
    isWarning: true,
    requirement: "A card number must have at most its first six and last four digits",
    isMet: (text) => text.replace(/[^0-9]/g, "").length <= 10,
  }),
  rule("BR-53", {
    at: "BT-111 totals.tax_in_tax_currency",
    requirement: "With a currency for VAT accounting, the total VAT in it must be present",
    isMet: ({ tax_currency, totals }) =>
      tax_currency === undefined || totals.tax_in_tax_currency !== undefined,
  }),
  ruleOnEach<Payment>("BR-61", {
    each: "payments.*",
    at: "BT-84 account.id",
    requirement: "A credit transfer must have the payee's account",
    isMet: ({ code, account }) => !["30", "58"].includes(code ?? "") || account?.id !== undefined,
  }),
  rule("BR-CO-03", {
    at: "BT-8 tax_point_code",
    requirement: "The date when VAT becomes accountable and its code exclude each other",
    isMet: ({ tax_point_code, tax_point_date }) =>
      tax_point_code === undefined || tax_point_date === undefined,
  }),
  ...(
    [
      ["BT-31 seller.vat_id", "seller"],
      ["BT-48 buyer.vat_id", "buyer"],
      ["BT-63 tax_representative.vat_id", "tax representative"],
    ] as const
  ).map(([at, name]) =>
    ruleOnText("BR-CO-09", {
      at,
      requirement: `The VAT number of the ${name} must start with its country code`,
      isMet: (text) => text.startsWith("EL") || isCountry(text.slice(0, 2)),
    }),
  ),
  rule("BR-CO-18", {
    at: "BG-23 tax_breakdown",
    requirement: "The invoice must have a VAT breakdown",
    isMet: ({ tax_breakdown = [] }) => tax_breakdown.length > 0,
  }),
  rule("BR-CO-19", {
    at: "BG-14 period",
    requirement: "The invoicing period must have a first or a last day, or the code of a date",
    isMet: (_, { root, syntax }) =>
      findAll(root, syntax === "ubl" ? "cac:InvoicePeriod" : periodInCii).every(
        (node) => hasDay(node) || findText(node, "cbc:DescriptionCode") !== undefined,
      ),
  }),
  rule("BR-CO-20", {
    at: "BG-26 lines",
    requirement: "The period of a line must have a first or a last day",
    isMet: (_, { root, syntax }) =>
      (syntax === "ubl"
        ? ["cac:InvoiceLine/cac:InvoicePeriod", "cac:CreditNoteLine/cac:InvoicePeriod"]
        : [linePeriodInCii]
      ).every((path) => findAll(root, path).every(hasDay)),
  }),
  rule("BR-CO-25", {
    at: "BT-9 due_date",
    requirement: "If an amount is due, the invoice must have a due date or payment terms",
    isMet: ({ totals, due_date, payment_terms }) =>
      !parseAmount(totals.due).gt(0) || (due_date ?? payment_terms) !== undefined,
  }),
  rule("BR-CO-26", {
    at: "BT-31 seller.vat_id",
    requirement: "The seller must have an identifier, a registration number or a VAT number",
    isMet: ({ seller: { vat_id, identifiers, registration } }) =>
      vat_id !== undefined || identifiers !== undefined || registration?.id !== undefined,
  }),
];

/** Returns whether an amount is the expected one. A missing amount violates another rule. */
function isEqual(text: string | undefined, expected: Decimal): boolean {
  return text === undefined || !expected.isFinite() || parseAmount(text).equals(expected);
}

const round = (value: Decimal) => value.toDecimalPlaces(2);

/** Rules on totals: EN 16931-1, 6.4.2. */
const sumRules: readonly Rule[] = [
  rule("BR-CO-10", {
    at: "BT-106 totals.lines",
    requirement: "The sum of the lines must be the sum of their net amounts",
    isMet: ({ totals, lines = [] }) =>
      isEqual(totals.lines, round(sumTexts(lines.map(({ net }) => net)))),
  }),
  rule("BR-CO-11", {
    at: "BT-107 totals.allowances",
    requirement: "The sum of allowances must be the sum of the single allowances",
    isMet: ({ totals, allowances = [] }) =>
      isEqual(
        totals.allowances ?? (allowances.length > 0 ? "0" : undefined),
        round(sumTexts(allowances.map(({ amount }) => amount))),
      ),
  }),
  rule("BR-CO-12", {
    at: "BT-108 totals.charges",
    requirement: "The sum of charges must be the sum of the single charges",
    isMet: ({ totals, charges = [] }) =>
      isEqual(
        totals.charges ?? (charges.length > 0 ? "0" : undefined),
        round(sumTexts(charges.map(({ amount }) => amount))),
      ),
  }),
  rule("BR-CO-13", {
    at: "BT-109 totals.without_tax",
    requirement: "The total without VAT must be the sum of the lines minus allowances plus charges",
    isMet: ({ totals: { lines, allowances = "0", charges = "0", without_tax } }) =>
      lines === undefined ||
      isEqual(
        without_tax,
        round(parseAmount(lines).minus(parseAmount(allowances)).plus(parseAmount(charges))),
      ),
  }),
  rule("BR-CO-14", {
    at: "BT-110 totals.tax",
    requirement: "The total VAT must be the sum of the VAT of all categories",
    isMet: ({ totals, tax_breakdown = [] }) =>
      isEqual(totals.tax, round(sumTexts(tax_breakdown.map(({ tax }) => tax)))),
  }),
  rule("BR-CO-15", {
    at: "BT-112 totals.with_tax",
    requirement: "The total with VAT must be the total without VAT plus the VAT",
    isMet: ({ totals: { without_tax, tax = "0", with_tax } }) =>
      without_tax === undefined ||
      isEqual(with_tax, round(parseAmount(without_tax).plus(parseAmount(tax)))),
  }),
  rule("BR-CO-16", {
    at: "BT-115 totals.due",
    requirement: "The amount due must be the total with VAT minus the paid amount plus rounding",
    isMet: ({ totals: { with_tax, paid = "0", rounding = "0", due } }) =>
      with_tax === undefined ||
      isEqual(
        due,
        round(parseAmount(with_tax).minus(parseAmount(paid)).plus(parseAmount(rounding))),
      ),
  }),
  ruleOnEach<NonNullable<ReceivedInvoice["tax_breakdown"]>[number]>("BR-CO-17", {
    each: "tax_breakdown.*",
    at: "BT-117 tax",
    requirement: "The VAT of a category must be base times rate, within one currency unit",
    isMet: ({ base, tax, tax_rate = "0" }) =>
      base === undefined || tax === undefined || matchesTaxRate(tax, { base, rate: tax_rate }),
  }),
];

/** Returns whether a tax is a base times a rate, within one currency unit as in the official validator. */
export function matchesTaxRate(
  tax: string,
  { base, rate }: { base: string; rate: string },
): boolean {
  const expected = parseAmount(base).times(parseAmount(rate)).div(100);
  return expected.minus(parseAmount(tax)).abs().lt(1);
}

/** Amounts with at most two decimals, by rule. */
const decimalFields: readonly (readonly [id: string, at: string])[] = [
  ["BR-DEC-01", "BT-92 allowances.*.amount"],
  ["BR-DEC-02", "BT-93 allowances.*.base"],
  ["BR-DEC-05", "BT-99 charges.*.amount"],
  ["BR-DEC-06", "BT-100 charges.*.base"],
  ["BR-DEC-09", "BT-106 totals.lines"],
  ["BR-DEC-10", "BT-107 totals.allowances"],
  ["BR-DEC-11", "BT-108 totals.charges"],
  ["BR-DEC-12", "BT-109 totals.without_tax"],
  ["BR-DEC-13", "BT-110 totals.tax"],
  ["BR-DEC-14", "BT-112 totals.with_tax"],
  ["BR-DEC-15", "BT-111 totals.tax_in_tax_currency"],
  ["BR-DEC-16", "BT-113 totals.paid"],
  ["BR-DEC-17", "BT-114 totals.rounding"],
  ["BR-DEC-18", "BT-115 totals.due"],
  ["BR-DEC-19", "BT-116 tax_breakdown.*.base"],
  ["BR-DEC-20", "BT-117 tax_breakdown.*.tax"],
  ["BR-DEC-23", "BT-131 lines.*.net"],
  ["BR-DEC-24", "BT-136 lines.*.allowances.*.amount"],
  ["BR-DEC-25", "BT-137 lines.*.allowances.*.base"],
  ["BR-DEC-27", "BT-141 lines.*.charges.*.amount"],
  ["BR-DEC-28", "BT-142 lines.*.charges.*.base"],
];

const decimalRules = decimalFields.map(([id, at]) =>
  ruleOnText(id, {
    at,
    requirement: "The amount must have at most two decimals",
    isMet: (text) => (text.split(".")[1] ?? "").length <= 2,
  }),
);

const otherNumbers = [
  "BT-94 allowances.*.percent",
  "BT-96 allowances.*.tax_rate",
  "BT-101 charges.*.percent",
  "BT-103 charges.*.tax_rate",
  "BT-119 tax_breakdown.*.tax_rate",
  "BT-129 lines.*.quantity",
  "BT-138 lines.*.allowances.*.percent",
  "BT-143 lines.*.charges.*.percent",
  "BT-146 lines.*.price",
  "BT-147 lines.*.price_discount",
  "BT-148 lines.*.gross_price",
  "BT-149 lines.*.base_quantity",
  "BT-152 lines.*.tax_rate",
];

const dates = [
  "BT-2 issue_date",
  "BT-7 tax_point_date",
  "BT-9 due_date",
  "BT-26 preceding_invoices.*.date",
  "BT-72 delivery.date",
  "BT-73 period.start",
  "BT-74 period.end",
  "BT-134 lines.*.period.start",
  "BT-135 lines.*.period.end",
];

/** Returns whether a text is a date of the calendar, such as 2026-01-31. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Types of the schemas that the calculations depend on. */
const typeRules: readonly Rule[] = [
  ...[...decimalFields.map(([, at]) => at), ...otherNumbers].map((at) =>
    ruleOnText("XSD-DECIMAL", {
      at,
      requirement: "The value must be a decimal number",
      isMet: isDecimal,
    }),
  ),
  ...dates.map((at) =>
    ruleOnText("XSD-DATE", {
      at,
      requirement: "The date must be in the calendar",
      // XML Schema allows a time zone.
      isMet: (text) => isDate(text.replace(/(Z|[+-]\d\d:\d\d)$/, "")),
    }),
  ),
];

/** The rules of EN 16931 on fields and totals. */
export const coreRules: readonly Rule[] = [
  ...fieldRules,
  ...reasonRules,
  ...contentRules,
  ...sumRules,
  ...decimalRules,
  ...typeRules,
];
