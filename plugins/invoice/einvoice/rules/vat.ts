import type { ReceivedInvoice } from "../../schema/received.ts";
import { matchesTaxRate } from "./core.ts";
import { type Group, parseAmount, type Rule, rule, ruleOnEach, sumTexts } from "./rule.ts";

/** Rule name prefixes by VAT category. */
const prefixes = {
  S: "BR-S",
  Z: "BR-Z",
  E: "BR-E",
  AE: "BR-AE",
  K: "BR-IC",
  G: "BR-G",
  O: "BR-O",
  L: "BR-AF",
  M: "BR-AG",
} as const;

type Category = keyof typeof prefixes;

type Breakdown = NonNullable<ReceivedInvoice["tax_breakdown"]>[number];

/** The parts of an invoice that have a VAT category, with the number of their rules. */
const parts = [
  { list: "lines", term: "BT-151", rateTerm: "BT-152", numbers: ["02", "05"], name: "a line" },
  {
    list: "allowances",
    term: "BT-95",
    rateTerm: "BT-96",
    numbers: ["03", "06"],
    name: "an allowance",
  },
  { list: "charges", term: "BT-102", rateTerm: "BT-103", numbers: ["04", "07"], name: "a charge" },
] as const;

/** The categories with a rate above 0. */
const rated: ReadonlySet<string> = new Set(["S", "L", "M"]);

/** The categories that need a reason why there is no tax. */
const exempt: ReadonlySet<string> = new Set(["E", "AE", "K", "G", "O"]);

function isUsed(invoice: ReceivedInvoice, list: (typeof parts)[number]["list"], category: string) {
  return (invoice[list] ?? []).some(({ tax_category }) => tax_category === category);
}

function isAnywhere(invoice: ReceivedInvoice, category: string): boolean {
  return parts.some(({ list }) => isUsed(invoice, list, category));
}

function createBreakdownRule(category: Category): Rule {
  const requirement = rated.has(category)
    ? `The VAT breakdown must contain category ${category} if, and only if, an item has it`
    : `The VAT breakdown must contain category ${category} once if an item has it`;
  return rule(`${prefixes[category]}-01`, {
    at: "BT-118 tax_breakdown",
    requirement,
    isMet: (invoice) => {
      const { tax_breakdown = [] } = invoice;
      const count = tax_breakdown.filter((group) => group.tax_category === category).length;
      const isItem = isAnywhere(invoice, category);
      if (rated.has(category)) return isItem === count > 0;
      return isItem ? count === 1 : count <= 1;
    },
  });
}

/** Creates the rules on the tax numbers that a category requires. */
function createNumberRules(category: Category): Rule[] {
  return parts.flatMap(({ list, numbers, name }) => {
    const id = `${prefixes[category]}-${numbers[0]}`;
    const when = `If ${name} has VAT category ${category},`;
    if (category === "O")
      return [
        rule(id, {
          at: "BT-31 seller.vat_id",
          requirement: `${when} seller, tax representative and buyer must not have VAT numbers`,
          isMet: (invoice) =>
            !isUsed(invoice, list, category) ||
            (invoice.seller.vat_id ??
              invoice.tax_representative?.vat_id ??
              invoice.buyer.vat_id) === undefined,
        }),
      ];
    const isVatOnly = category === "K" || category === "G";
    const seller = rule(id, {
      at: "BT-31 seller.vat_id",
      requirement: `${when} the seller or its tax representative must have a VAT ${isVatOnly ? "number" : "or tax number"}`,
      isMet: (invoice) => {
        const { seller, tax_representative } = invoice;
        const taxNumber = isVatOnly ? undefined : seller.tax_id;
        return (
          !isUsed(invoice, list, category) ||
          (seller.vat_id ?? tax_representative?.vat_id ?? taxNumber) !== undefined
        );
      },
    });
    if (category !== "AE" && category !== "K") return [seller];
    const buyer = rule(id, {
      at: "BT-48 buyer.vat_id",
      requirement: `${when} the buyer must have a VAT ${category === "K" ? "number" : "or registration number"}`,
      isMet: (invoice) => {
        const registration = category === "AE" ? invoice.buyer.registration?.id : undefined;
        return (
          !isUsed(invoice, list, category) || (invoice.buyer.vat_id ?? registration) !== undefined
        );
      },
    });
    return [seller, buyer];
  });
}

function createRateRules(category: Category): Rule[] {
  return parts.map(({ list, rateTerm, numbers, name }) =>
    ruleOnEach<{ tax_category?: string; tax_rate?: string }>(
      `${prefixes[category]}-${numbers[1]}`,
      {
        each: `${list}.*`,
        at: `${rateTerm} tax_rate`,
        requirement: `The VAT rate of ${name} of category ${category} must be ${describeRate(category)}`,
        isMet: ({ tax_category, tax_rate }) => {
          if (tax_category !== category) return true;
          if (category === "O") return tax_rate === undefined;
          const rate = parseAmount(tax_rate);
          // The Canary Islands and Ceuta have zero rates, too.
          if (category === "L" || category === "M") return rate.gte(0);
          return category === "S" ? rate.gt(0) : rate.isZero();
        },
      },
    ),
  );
}

function describeRate(category: Category): string {
  if (category === "O") return "absent";
  if (category === "S") return "above 0";
  return rated.has(category) ? "0 or above" : "0";
}

/** Returns whether the base of a group is the sum of its lines, allowances and charges. */
function addsUp({ base, tax_category, tax_rate }: Breakdown, invoice: ReceivedInvoice): boolean {
  const isByRate = rated.has(tax_category ?? "");
  const isOwn = (one: { tax_category?: string; tax_rate?: string }) =>
    one.tax_category === tax_category &&
    (!isByRate || parseAmount(one.tax_rate).equals(parseAmount(tax_rate)));
  const { lines = [], allowances = [], charges = [] } = invoice;
  const sum = sumTexts(lines.filter(isOwn).map(({ net }) => net))
    .plus(sumTexts(charges.filter(isOwn).map(({ amount }) => amount)))
    .minus(sumTexts(allowances.filter(isOwn).map(({ amount }) => amount)));
  const difference = sum.minus(parseAmount(base)).abs();
  // The official validator allows less than one currency unit where rates are compared.
  return isByRate ? difference.lt(1) : difference.isZero();
}

/** Creates a rule on each group of a category in the VAT breakdown. */
function groupRule(
  category: Category,
  number: string,
  {
    at,
    requirement,
    isMet,
  }: {
    at: string;
    requirement: string;
    isMet(group: Breakdown, invoice: ReceivedInvoice): boolean;
  },
): Rule {
  return ruleOnEach<Breakdown>(`${prefixes[category]}-${number}`, {
    each: "tax_breakdown.*",
    at,
    requirement,
    isMet: (group, { invoice }) => group.tax_category !== category || isMet(group, invoice),
  });
}

function createGroupRules(category: Category): Rule[] {
  const needsReason = exempt.has(category);
  return [
    groupRule(category, "08", {
      at: "BT-116 base",
      requirement: `The base of VAT category ${category} must be the sum of its lines, allowances and charges`,
      isMet: (group, invoice) => group.base === undefined || addsUp(group, invoice),
    }),
    groupRule(category, "09", {
      at: "BT-117 tax",
      requirement: rated.has(category)
        ? `The tax of VAT category ${category} must be base times rate`
        : `The tax of VAT category ${category} must be 0`,
      isMet: ({ base, tax, tax_rate = "0" }) => {
        if (tax === undefined || base === undefined) return true;
        return rated.has(category)
          ? matchesTaxRate(tax, { base, rate: tax_rate })
          : parseAmount(tax).isZero();
      },
    }),
    groupRule(category, "10", {
      at: "BT-120 reason",
      requirement: needsReason
        ? `VAT category ${category} must have an exemption reason or its code`
        : `VAT category ${category} must not have an exemption reason`,
      isMet: ({ reason, reason_code }) => ((reason ?? reason_code) !== undefined) === needsReason,
    }),
  ];
}

function hasGroup({ tax_breakdown = [] }: ReceivedInvoice, category: string): boolean {
  return tax_breakdown.some((group) => group.tax_category === category);
}

/** Rules on single categories. */
const specialRules: readonly Rule[] = [
  rule("BR-IC-11", {
    at: "BT-72 delivery.date",
    requirement: "An intra-community supply must have a delivery date or an invoicing period",
    isMet: (invoice) =>
      !hasGroup(invoice, "K") || (invoice.delivery?.date ?? invoice.period) !== undefined,
  }),
  rule("BR-IC-12", {
    at: "BT-80 delivery.address.country",
    requirement: "An intra-community supply must have a delivery country",
    isMet: (invoice) => !hasGroup(invoice, "K") || invoice.delivery?.address?.country !== undefined,
  }),
  rule("BR-O-11", {
    at: "BG-23 tax_breakdown",
    requirement: "A VAT breakdown of category O must not have other categories",
    isMet: (invoice) =>
      !hasGroup(invoice, "O") ||
      (invoice.tax_breakdown ?? []).every(({ tax_category }) => tax_category === "O"),
  }),
  ...(["lines", "allowances", "charges"] as const).map((list, index) =>
    ruleOnEach<Group>(`BR-O-${12 + index}`, {
      each: `${list}.*`,
      at: `${parts[index]?.term ?? ""} tax_category`,
      requirement: "Supplies not subject to VAT must not be combined with other categories",
      isMet: ({ tax_category }, { invoice }) => !hasGroup(invoice, "O") || tax_category === "O",
    }),
  ),
  rule("BR-B-01", {
    at: "BT-151 lines",
    requirement: "Split payment (category B) is for invoices within Italy",
    isMet: (invoice) =>
      !(isAnywhere(invoice, "B") || hasGroup(invoice, "B")) ||
      (invoice.seller.address?.country === "IT" && invoice.buyer.address?.country === "IT"),
  }),
  rule("BR-B-02", {
    at: "BT-151 lines",
    requirement: "Split payment (category B) must not be combined with the standard rate",
    isMet: (invoice) =>
      !(isAnywhere(invoice, "B") || hasGroup(invoice, "B")) ||
      !(isAnywhere(invoice, "S") || hasGroup(invoice, "S")),
  }),
];

/** The VAT rules of EN 16931-1, 6.4.3. */
export const vatRules: readonly Rule[] = [
  ...(Object.keys(prefixes) as Category[]).flatMap((category) => [
    createBreakdownRule(category),
    ...createNumberRules(category),
    ...createRateRules(category),
    ...createGroupRules(category),
  ]),
  ...specialRules,
];
