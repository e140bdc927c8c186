import { fillGaps, type LabelName, type Labels, rightToLeft } from "../locales/labels.ts";
import type { Decimal } from "../money/decimal.ts";
import { sum } from "../money/decimal.ts";
import { buildTaxKey, type TaxGroup } from "../money/tax.ts";
import type { TaxSum, TotalLine } from "../money/totals.ts";
import type { Raster } from "../pdf/file.ts";
import type { CommonBody } from "../schema/bodies.ts";
import type { Party } from "../schema/fields.ts";
import type { LineTerms } from "../schema/terms.ts";
import type {
  Fact,
  PartyText,
  PrintedColumn,
  PrintedContent,
  PrintedRow,
  SumLine,
  TextBlock,
} from "./content.ts";
import type { Document, DocumentKind } from "./document.ts";

/** Content that only some document types have. */
export interface Extras {
  /** Printed after the date of issue. */
  facts?: readonly Fact[];
  /** Printed after the totals. */
  sums?: readonly Fact[];
  payment?: PrintedContent["payment"];
  swissBill?: PrintedContent["swissBill"];
  blocks?: readonly TextBlock[];
  acceptance?: PrintedContent["acceptance"];
  stamp?: PrintedContent["stamp"];
  logo?: Raster | undefined;
  /** Content that was left out, with reasons. */
  warnings?: readonly string[];
}

/** Label of the buyer by document type. Default: `bill_to`. */
const buyerLabel: { [Kind in DocumentKind]?: LabelName } = {
  receipt: "received_from",
  quote: "quote_for",
};

/** Formats everything that is printed. */
export function buildContent(document: Document, extras: Extras): PrintedContent {
  const { kind, number, body, labels } = document;
  const payments = (extras.sums ?? []).map(
    ([label, value]) => ({ label, value, kind: "plain" }) as const,
  );
  return {
    rtl: rightToLeft.has(body.locale),
    labels,
    title: labels[kind],
    number,
    seller: formatParty(body.from, { label: labels.from, document }),
    buyer: formatParty(body.to, { label: labels[buyerLabel[kind] ?? "bill_to"], document }),
    facts: listFacts(document, extras),
    ...buildTable(document),
    sums: [...buildSumLines(document), ...payments],
    payment: extras.payment,
    swissBill: extras.swissBill,
    blocks: [...listBlocks(document), ...(extras.blocks ?? [])],
    acceptance: extras.acceptance,
    stamp: extras.stamp,
    logo: extras.logo && { width: extras.logo.width, height: extras.logo.height },
  };
}

/** Returns the pairs that have a value. */
export function presentFacts(
  pairs: readonly (readonly [string, string | undefined | false])[],
): readonly Fact[] {
  return pairs.filter((pair): pair is Fact => Boolean(pair[1]));
}

/** Longest texts printed in the head of the page. Longer ones are printed below the totals. */
const shortMax = { terms: 28, field: 60 };

/** Maximum number of address lines. The remaining ones are joined in one line. */
const addressMax = 7;

function listFacts({ date, body, labels, formats }: Document, { facts = [] }: Extras) {
  const { delivery_date, purchase_order, payment_terms, custom_fields = [] } = body;
  return presentFacts([
    [labels.date, formats.day(date)],
    ...facts,
    [labels.delivery_date, delivery_date && formats.day(delivery_date)],
    [labels.purchase_order, purchase_order],
    [
      labels.payment_terms,
      payment_terms && payment_terms.length <= shortMax.terms && payment_terms,
    ],
    ...custom_fields
      .filter(({ value }) => value.length <= shortMax.field)
      .map(({ label, value }) => [label, value.replaceAll("\n", " ")] as const),
  ]);
}

function listBlocks({ body, labels }: Document): readonly TextBlock[] {
  const { payment_terms = "", notes, custom_fields = [] } = body;
  const longTerms = payment_terms.length > shortMax.terms && payment_terms;
  return presentFacts([
    ...custom_fields
      .filter(({ value }) => value.length > shortMax.field)
      .map(({ label, value }) => [label, value] as const),
    [labels.payment_terms, longTerms],
    [labels.notes, notes],
  ]).map(([title, text]) => ({ title, text }));
}

function formatParty(
  party: Party,
  { label, document: { labels, formats } }: { label: string; document: Document },
): PartyText {
  const cityLine = [party.postal_code, party.city].filter(Boolean).join(" ");
  const address = party.address.split("\n").filter((line) => line !== "");
  const lines = [
    party.contact_name,
    ...address.slice(0, addressMax),
    address.slice(addressMax).join(", "),
    cityLine,
    party.region,
    party.country && formats.country(party.country),
    party.email,
    party.phone,
    party.website,
    party.tax_id && `${labels.tax_id} ${party.tax_id}`,
    party.registration_id && `${labels.registration_id} ${party.registration_id}`,
  ];
  return { label, name: party.name, lines: lines.filter((line): line is string => Boolean(line)) };
}

/** Formats the totals, from the subtotal to the amount due. */
function buildSumLines(document: Document): SumLine[] {
  const { kind, body, totals, labels, formats } = document;
  const { discount, shipping, roundingAmount, paid, balance, total } = totals;
  const plain = (label: string, value: Decimal): SumLine => ({
    label,
    value: formats.money(value),
    kind: "plain",
  });
  const linesAbove: SumLine[] = [];
  if (!discount.isZero())
    linesAbove.push(plain(`${labels.discount}${formatPercentage(document)}`, discount.neg()));
  if (!shipping.isZero()) linesAbove.push(plain(labels.shipping, shipping));
  const taxes = buildTaxLines(document);
  if (!body.prices_include_tax) linesAbove.push(...taxes);
  if (linesAbove.length > 0) linesAbove.unshift(plain(labels.subtotal, totals.subtotal));
  const included = body.prices_include_tax ? taxes : [];
  const totalLine = { label: labels.total, value: formats.money(total) };
  const payments: SumLine[] = totals.withheld.map(({ name, rate, amount }) =>
    plain(`${name} ${formats.rate(rate)}`, amount.neg()),
  );
  if (!roundingAmount.isZero()) payments.push(plain(labels.rounding, roundingAmount));
  const dueLine = { label: labels.balance_due, value: formats.money(balance) };
  if (kind === "receipt") {
    payments.push(plain(labels.amount_paid, paid));
    if (balance.gt(0)) payments.push({ ...dueLine, kind: "total" });
    return [...linesAbove, { ...totalLine, kind: "due" }, ...included, ...payments];
  }
  if (!paid.isZero()) payments.push(plain(labels.amount_paid, paid.neg()));
  if (payments.length === 0) return [...linesAbove, { ...totalLine, kind: "due" }, ...included];
  return [
    ...linesAbove,
    { ...totalLine, kind: "total" },
    ...included,
    ...payments,
    { ...dueLine, kind: "due" },
  ];
}

function formatPercentage({ body, formats }: Document): string {
  return body.discount_type === "percentage" ? ` ${formats.rate(body.discount)}` : "";
}

/** Returns a line for each tax rate, with its base if there are several. */
function buildTaxLines(document: Document): SumLine[] {
  const { totals, body } = document;
  const isTaxed = body.tax_rate !== undefined || totals.groups.some(({ rate }) => rate > 0);
  const printed = totals.groups.filter(
    ({ category, taxes }) => taxes.length === 0 && (isTaxed || category !== "Z"),
  );
  const several = printed.length > 1;
  return [
    ...totals.taxes.map((tax) => buildNamedTaxLine(tax, document)),
    ...printed.map((group) => buildTaxLine(group, { document, several })),
  ];
}

function buildNamedTaxLine({ name, rate, base, tax }: TaxSum, document: Document): SumLine {
  const { body, labels, formats } = document;
  const value = formats.money(tax);
  const words = { tax: name, rate: formats.rate(rate), base: formats.money(base) };
  if (body.prices_include_tax)
    return { label: fillGaps(labels.tax_included, words), value, kind: "note" };
  // A base is only of interest if a tax is not on everything.
  const isOnAll = base.equals(document.totals.taxable);
  const label = isOnAll ? `${words.tax} ${words.rate}` : fillGaps(labels.tax_on, words);
  return { label, value, kind: "plain" };
}

function buildTaxLine(
  { category, rate, base, tax }: TaxGroup,
  { document, several }: { document: Document; several: boolean },
): SumLine {
  const { body, labels, formats } = document;
  const value = formats.money(tax);
  if (category === "AE") return { label: labels.reverse_charge, value, kind: "plain" };
  if (category !== "S" && category !== "Z")
    return { label: body.tax_exemption_reason ?? labels.exempt, value, kind: "plain" };
  const words = {
    tax: body.tax_label ?? labels.tax,
    rate: formats.rate(rate),
    base: formats.money(base),
  };
  if (body.prices_include_tax)
    return { label: fillGaps(labels.tax_included, words), value, kind: "note" };
  const label = several ? fillGaps(labels.tax_on, words) : `${words.tax} ${words.rate}`;
  return { label, value, kind: "plain" };
}

type Item = CommonBody["items"][number];

interface FigureColumn extends PrintedColumn {
  /** Returns the cell's text for a line. */
  cell(line: TotalLine<Item>): string;
}

/** Formats the lines and their columns. */
function buildTable(document: Document): Pick<PrintedContent, "columns" | "rows" | "sumUpTo"> {
  const { totals, labels, formats } = document;
  const figures = listFigures(document);
  const rows = totals.lines.map((line): PrintedRow => {
    const { description, sku } = line.item;
    const [title = "", ...more] = description.split("\n").filter((text) => text.trim() !== "");
    const optional = line.optional ? ` (${labels.optional})` : "";
    return {
      title: `${title}${optional}`,
      details: [
        ...(sku ? [sku] : []),
        ...more,
        ...listAttributes(line.item),
        ...line.adjustments.map(
          ({ isCharge, amount, reason }) =>
            `${reason}: ${formats.amount(isCharge ? amount : amount.neg())}`,
        ),
      ],
      optional: line.optional,
      cells: figures.map(({ cell }) => cell(line)),
    };
  });
  return {
    columns: [{ label: labels.description, maxShare: 1 }, ...figures],
    rows,
    sumUpTo(row) {
      const lines = totals.lines.slice(0, row + 1).filter(({ optional }) => !optional);
      return formats.money(sum(lines.map(({ amount }) => amount)));
    },
  };
}

/** Returns the attributes of an item of an electronic invoice. */
function listAttributes(item: Item & { terms?: LineTerms | undefined }): string[] {
  return (item.terms?.attributes ?? []).map(({ name, value }) => `${name}: ${value}`);
}

function listFigures({ body, totals, labels, formats }: Document): FigureColumn[] {
  const figures: FigureColumn[] = [
    {
      label: labels.quantity,
      maxShare: 0.16,
      cell: ({ quantity, item: { unit } }) =>
        unit ? `${formats.quantity(quantity)} ${unit}` : formats.quantity(quantity),
    },
    {
      label: labels.unit_price,
      maxShare: 0.2,
      cell: ({ unitPrice, priceQuantity }) =>
        priceQuantity.equals(1)
          ? formats.price(unitPrice)
          : `${formats.price(unitPrice)} / ${formats.quantity(priceQuantity)}`,
    },
  ];
  if (totals.lines.some(({ discount }) => !discount.isZero()))
    figures.push({
      label: labels.discount,
      maxShare: 0.16,
      cell: ({ discount }) => (discount.isZero() ? "" : formats.amount(discount.neg())),
    });
  const rates = new Set(totals.lines.map(buildTaxKey));
  if (rates.size > 1)
    figures.push({
      label: body.tax_label ?? labels.tax,
      maxShare: totals.taxes.length > 0 ? 0.18 : 0.12,
      cell: ({ rate, taxes }) =>
        taxes.length === 0
          ? formats.rate(rate)
          : taxes.map((tax) => `${tax.name} ${formats.rate(tax.rate)}`).join("\n"),
    });
  const amount = ({ amount }: TotalLine) => formats.amount(amount);
  return [...figures, { label: labels.amount, maxShare: 0.24, cell: amount }];
}

const stampColors = {
  draft: [0.4, 0.42, 0.46],
  paid: [0.05, 0.5, 0.25],
  overdue: [0.78, 0.12, 0.12],
  void: [0.78, 0.12, 0.12],
} as const;

/** Returns the word stamped on the first page, with a colour for its meaning. */
export function buildStamp(
  status: keyof typeof stampColors | "none",
  labels: Labels,
): PrintedContent["stamp"] {
  if (status === "none") return undefined;
  return { text: labels[status].toLocaleUpperCase(), color: stampColors[status] };
}
