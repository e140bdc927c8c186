import type { Model } from "./model.ts";
import { moneyText, moneyTextIfAny } from "./money.ts";
import { ublAllowance, ublLine, ublTaxCategory } from "./ubl-line.ts";
import { ublAddress, ublParty } from "./ubl-party.ts";
import { element, xmlDocument } from "./xml.ts";

/**
 * Writes an invoice or a credit note in the syntax of OASIS UBL 2.1, two kinds of document there. The
 * order of the elements is that of its schemas.
 */
export function writeUbl(model: Model): string {
  const isCredit = model.type === "381";
  const root = isCredit ? "CreditNote" : "Invoice";
  return xmlDocument(
    element(
      [
        root,
        {
          xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
          "xmlns:cac": `${components}CommonAggregateComponents-2`,
          "xmlns:cbc": `${components}CommonBasicComponents-2`,
        },
      ],
      head(model, isCredit),
      element("cac:AccountingSupplierParty", ublParty(model.seller, { isSeller: true })),
      element("cac:AccountingCustomerParty", ublParty(model.buyer, { isSeller: false })),
      delivery(model),
      payment(model, isCredit),
      element("cac:PaymentTerms", element("cbc:Note", model.terms)),
      model.allowances.map((allowance) => ublAllowance(allowance, model.currency)),
      taxes(model),
      totals(model),
      model.lines.map((line) => ublLine(line, { currency: model.currency, isCredit })),
    ),
  );
}

const components = "urn:oasis:names:specification:ubl:schema:xsd:";

function head(model: Model, isCredit: boolean) {
  const { preceding } = model;
  return [
    element("cbc:CustomizationID", model.guideline),
    element("cbc:ProfileID", model.process),
    element("cbc:ID", model.number),
    element("cbc:IssueDate", model.issued),
    isCredit ? undefined : element("cbc:DueDate", model.due),
    element(isCredit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode", model.type),
    element("cbc:Note", model.note),
    element("cbc:DocumentCurrencyCode", model.currency),
    element("cbc:BuyerReference", model.buyerReference),
    element("cac:OrderReference", element("cbc:ID", model.order)),
    element(
      "cac:BillingReference",
      element(
        "cac:InvoiceDocumentReference",
        element("cbc:ID", preceding?.number),
        element("cbc:IssueDate", preceding?.date),
      ),
    ),
  ];
}

function delivery({ delivery: { date, address } }: Model) {
  return element(
    "cac:Delivery",
    element("cbc:ActualDeliveryDate", date),
    element("cac:DeliveryLocation", address && ublAddress("cac:Address", address)),
  );
}

/** A credit note has no due date of its own: it stands with the means of payment. */
function payment({ payment, due }: Model, isCredit: boolean) {
  if (!payment) return undefined;
  const { code, text, reference, account } = payment;
  const name = text === undefined ? {} : { name: text.replaceAll("\n", " ") };
  return element(
    "cac:PaymentMeans",
    element(["cbc:PaymentMeansCode", name], code),
    isCredit ? element("cbc:PaymentDueDate", due) : undefined,
    element("cbc:PaymentID", reference),
    element(
      "cac:PayeeFinancialAccount",
      element("cbc:ID", account?.iban),
      element("cbc:Name", account?.name),
      element("cac:FinancialInstitutionBranch", element("cbc:ID", account?.bic)),
    ),
  );
}

function taxes({ breakdown, currency, sums }: Model) {
  const amount = (name: string, value: Parameters<typeof moneyText>[0]) =>
    element([name, { currencyID: currency }], moneyText(value));
  return element(
    "cac:TaxTotal",
    amount("cbc:TaxAmount", sums.tax),
    breakdown.map((group) =>
      element(
        "cac:TaxSubtotal",
        amount("cbc:TaxableAmount", group.base),
        amount("cbc:TaxAmount", group.tax),
        ublTaxCategory("cac:TaxCategory", group, group),
      ),
    ),
  );
}

function totals({ sums, currency }: Model) {
  const amount = (name: string, value: string | undefined) =>
    element([name, { currencyID: currency }], value);
  return element(
    "cac:LegalMonetaryTotal",
    amount("cbc:LineExtensionAmount", moneyText(sums.lines)),
    amount("cbc:TaxExclusiveAmount", moneyText(sums.withoutTax)),
    amount("cbc:TaxInclusiveAmount", moneyText(sums.withTax)),
    amount("cbc:AllowanceTotalAmount", moneyTextIfAny(sums.allowances)),
    amount("cbc:ChargeTotalAmount", moneyTextIfAny(sums.charges)),
    amount("cbc:PrepaidAmount", moneyTextIfAny(sums.paid)),
    amount("cbc:PayableRoundingAmount", moneyTextIfAny(sums.rounding)),
    amount("cbc:PayableAmount", moneyText(sums.due)),
  );
}
