import { presentFacts } from "../document/build-content.ts";
import type {
  PartyText,
  PrintedColumn,
  PrintedContent,
  PrintedPayment,
  PrintedRow,
  SumLine,
  TextBlock,
} from "../document/content.ts";
import { getInvoiceKind } from "../document/document.ts";
import { getFormats } from "../document/formats.ts";
import { isCreditNote } from "../einvoice/rules/check.ts";
import { isDecimal } from "../einvoice/rules/check-types.ts";
import { isDay } from "../einvoice/schematron/values.ts";
import { unitName } from "../einvoice/units.ts";
import { fillGaps, type Labels, rightToLeft } from "../locales/labels.ts";
import { findKnownCurrency } from "../money/currency.ts";
import { Decimal, sum } from "../money/decimal.ts";
import type { ReceivedInvoice, ReceivedLine } from "../schema/received.ts";

type Address = ReceivedInvoice["seller"]["address"];

/** Formats of a received invoice. Texts that aren't numbers or dates are printed unchanged. */
interface ReceivedFormats {
  labels: Labels;
  money(text: string): string;
  amount(text: string): string;
  price(text: string): string;
  quantity(text: string): string;
  rate(text: string): string;
  day(text: string): string;
  country(code: string): string;
}

/** Formats a received invoice for printing. */
export function buildReceivedContent(
  invoice: ReceivedInvoice,
  { labels, locale }: { labels: Labels; locale: string },
): PrintedContent {
  const writer = createWriter(invoice, { labels, locale });
  const { seller, buyer, type = "" } = invoice;
  return {
    rtl: rightToLeft.has(locale),
    labels,
    title: labels[isCreditNote(type) ? "credit_note" : getInvoiceKind(type)],
    number: invoice.number ?? "",
    seller: buildParty(seller, { label: labels.from, writer }),
    buyer: buildParty(buyer, { label: labels.bill_to, writer }),
    facts: listFacts(invoice, writer),
    ...buildTable(invoice, writer),
    sums: buildSums(invoice, writer),
    payment: buildPayment(invoice, writer),
    blocks: buildBlocks(invoice, writer),
  };
}

function createWriter(
  { currency }: ReceivedInvoice,
  { labels, locale }: { labels: Labels; locale: string },
): ReceivedFormats {
  const formats = getFormats(locale, findKnownCurrency(currency) ?? { code: "XXX", digits: 2 });
  const withNumber = (format: (value: Decimal) => string) => (text: string) =>
    isDecimal(text) ? format(new Decimal(text)) : text;
  return {
    labels,
    money: withNumber(formats.money),
    amount: withNumber(formats.amount),
    price: withNumber(formats.price),
    quantity: withNumber(formats.quantity),
    rate: withNumber((value) => formats.rate(value.toNumber())),
    day: (text) => (isDay(text) ? formats.day(text) : text),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? formats.country(code) : code),
  };
}

function listAddress(address: Address, { country }: ReceivedFormats): (string | undefined)[] {
  if (!address) return [];
  const city = [address.postal_code, address.city].filter(Boolean).join(" ");
  return [
    ...(address.lines ?? []),
    city,
    address.region,
    address.country && country(address.country),
  ];
}

function buildParty(
  party: ReceivedInvoice["seller"],
  { label, writer }: { label: string; writer: ReceivedFormats },
): PartyText {
  const { labels } = writer;
  const lines = [
    party.trading_name !== party.name && party.trading_name,
    ...listAddress(party.address, writer),
    party.contact?.name,
    party.contact?.phone,
    party.contact?.email ?? party.endpoint?.id,
    party.vat_id && `${labels.tax_id} ${party.vat_id}`,
    party.tax_id && `${labels.tax_id} ${party.tax_id}`,
    party.registration?.id && `${labels.registration_id} ${party.registration.id}`,
    party.legal_information,
  ];
  return {
    label,
    name: party.name ?? "",
    lines: lines.filter((line): line is string => Boolean(line)),
  };
}

function listFacts(invoice: ReceivedInvoice, { labels, day }: ReceivedFormats) {
  const { issue_date, due_date, delivery, period } = invoice;
  const days = [period?.start, period?.end].filter((date) => date !== undefined).map(day);
  return presentFacts([
    [labels.date, issue_date && day(issue_date)],
    [labels.due_date, due_date && day(due_date)],
    [labels.delivery_date, delivery?.date && day(delivery.date)],
    [labels.service_period, days.join(" – ")],
    [labels.purchase_order, invoice.purchase_order],
    [labels.project, invoice.project],
    [labels.contract, invoice.contract],
    [labels.buyer_reference, invoice.buyer_reference],
    ...(invoice.preceding_invoices ?? []).map(({ number }) => [labels.invoice, number] as const),
  ]);
}

interface FigureColumn extends PrintedColumn {
  cell(line: ReceivedLine): string;
}

function buildTable(
  { lines = [] }: ReceivedInvoice,
  writer: ReceivedFormats,
): Pick<PrintedContent, "columns" | "rows" | "sumUpTo"> {
  const { labels } = writer;
  const adjust = ({ allowances = [], charges = [] }: ReceivedLine) =>
    [
      ...allowances.map(({ amount = "" }) =>
        writer.amount(amount.startsWith("-") ? amount : `-${amount}`),
      ),
      ...charges.map(({ amount = "" }) => writer.amount(amount)),
    ].join("\n");
  const figures: FigureColumn[] = [
    {
      label: labels.quantity,
      maxShare: 0.18,
      cell: ({ quantity = "", unit }) =>
        [writer.quantity(quantity), unit && unitName(unit)].filter(Boolean).join(" "),
    },
    { label: labels.unit_price, maxShare: 0.2, cell: ({ price = "" }) => writer.price(price) },
    ...(lines.some((line) => adjust(line) !== "")
      ? [{ label: labels.discount, maxShare: 0.16, cell: adjust }]
      : []),
    {
      label: labels.tax,
      maxShare: 0.12,
      cell: ({ tax_category = "", tax_rate }) =>
        tax_rate === undefined ? tax_category : writer.rate(tax_rate),
    },
    { label: labels.amount, maxShare: 0.24, cell: ({ net = "" }) => writer.amount(net) },
  ];
  return {
    columns: [{ label: labels.description, maxShare: 1 }, ...figures],
    rows: lines.map((line) => buildRow(line, { figures, writer })),
    sumUpTo(row) {
      const nets = lines.slice(0, row + 1).map(({ net = "0" }) => (isDecimal(net) ? net : 0));
      return writer.money(sum(nets.map((net) => new Decimal(net))).toFixed());
    },
  };
}

function buildRow(
  line: ReceivedLine,
  { figures, writer }: { figures: readonly FigureColumn[]; writer: ReceivedFormats },
): PrintedRow {
  const period = [line.period?.start, line.period?.end].filter((date) => date !== undefined);
  const details = [
    line.sku,
    ...(line.description ?? "").split("\n"),
    line.note,
    period.map(writer.day).join(" – "),
    ...(line.attributes ?? []).map(({ name = "", value = "" }) => `${name}: ${value}`),
  ];
  return {
    title: line.name ?? line.id ?? "",
    details: details.filter((text): text is string => Boolean(text)),
    optional: false,
    cells: figures.map(({ cell }) => cell(line)),
  };
}

function buildSums(invoice: ReceivedInvoice, writer: ReceivedFormats): SumLine[] {
  const { totals, allowances = [], charges = [], tax_breakdown = [] } = invoice;
  const { labels, money } = writer;
  const line = (label: string, text: string | undefined, kind: SumLine["kind"] = "plain") =>
    text === undefined ? [] : [{ label, value: money(text), kind }];
  const negate = (text: string | undefined) =>
    text === undefined || !isDecimal(text) ? text : new Decimal(text).neg().toFixed();
  const taxes = tax_breakdown.flatMap(({ tax_rate, base = "", tax, reason, tax_category = "" }) => {
    const words = {
      tax: labels.tax,
      rate: tax_rate === undefined ? tax_category : writer.rate(tax_rate),
      base: money(base),
    };
    return line(reason ?? fillGaps(labels.tax_on, words), tax);
  });
  return [
    ...line(labels.subtotal, totals.lines),
    ...allowances.flatMap(({ reason = labels.discount, amount }) => line(reason, negate(amount))),
    ...charges.flatMap(({ reason = labels.shipping, amount }) => line(reason, amount)),
    ...taxes,
    ...line(labels.total, totals.with_tax, "total"),
    ...line(labels.amount_paid, negate(totals.paid)),
    ...line(labels.rounding, totals.rounding),
    ...line(labels.balance_due, totals.due, "due"),
  ];
}

function buildPayment(
  { payments = [], payee, seller }: ReceivedInvoice,
  { labels }: ReceivedFormats,
): PrintedPayment | undefined {
  const [first] = payments;
  if (!first) return undefined;
  const facts = payments.flatMap(({ account, mandate }) =>
    presentFacts([
      [labels.account_holder, account && (account.name ?? payee?.name ?? seller.name)],
      [labels.iban, account?.id],
      [labels.bic, account?.bic],
      [labels.iban, mandate?.account],
      [labels.reference, mandate?.reference],
    ]),
  );
  return {
    title: labels.payment,
    facts: [...facts, ...presentFacts([[labels.reference, first.reference]])],
    text: payments
      .map(({ text }) => text ?? "")
      .filter(Boolean)
      .join("\n"),
  };
}

function buildBlocks(invoice: ReceivedInvoice, writer: ReceivedFormats): TextBlock[] {
  const { notes = [], payment_terms, delivery, documents = [] } = invoice;
  const { labels } = writer;
  const place = [delivery?.name, ...listAddress(delivery?.address, writer)].filter(Boolean);
  const { tax_representative: agent } = invoice;
  const representative = agent
    ? [
        agent.name,
        ...listAddress(agent.address, writer),
        agent.vat_id && `${labels.tax_id} ${agent.vat_id}`,
      ]
    : [];
  const files = documents.map(({ id, description, filename, url }) =>
    [id, description, filename ?? url].filter(Boolean).join(" · "),
  );
  return presentFacts([
    [labels.payment_terms, payment_terms],
    [labels.tax_representative, representative.filter(Boolean).join("\n")],
    [labels.delivery_address, place.join("\n")],
    [labels.payee, invoice.payee?.name],
    [labels.documents, files.join("\n")],
    [labels.notes, notes.join("\n")],
  ]).map(([title, text]) => ({ title, text }));
}
