import { lineDiscount, percentText } from "./cii.ts";
import type {
  Allowance,
  Breakdown,
  Model,
  ModelAddress,
  ModelDocument,
  ModelLine,
  ModelParty,
} from "./model.ts";
import { element, moneyText, moneyTextIfAny, xmlDocument } from "./xml.ts";

/**
 * Writes an invoice or credit note in the syntax of OASIS UBL 2.1, in which they are two document types. Elements are in
 * schema order.
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
      writeHead(model, isCredit),
      element("cac:AccountingSupplierParty", ublParty(model.seller, { isSeller: true })),
      element("cac:AccountingCustomerParty", ublParty(model.buyer, { isSeller: false })),
      writePayee(model),
      writeDelivery(model),
      writePayment(model, isCredit),
      element("cac:PaymentTerms", element("cbc:Note", model.terms)),
      model.allowances.map((allowance) => ublAllowance(allowance, model.currency)),
      writeTaxes(model),
      writeTotals(model),
      model.lines.map((line) => ublLine(line, { currency: model.currency, isCredit })),
    ),
  );
}

const components = "urn:oasis:names:specification:ubl:schema:xsd:";

function writeHead(model: Model, isCredit: boolean) {
  const { preceding, period } = model;
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
    element(
      "cac:InvoicePeriod",
      element("cbc:StartDate", period?.start),
      element("cbc:EndDate", period?.end),
    ),
    element("cac:OrderReference", element("cbc:ID", model.order)),
    element(
      "cac:BillingReference",
      element(
        "cac:InvoiceDocumentReference",
        element("cbc:ID", preceding?.number),
        element("cbc:IssueDate", preceding?.date),
      ),
    ),
    model.documents.map(writeDocument),
  ];
}

function writeDocument({ id, description, url, file }: ModelDocument) {
  const attributes = file && { mimeCode: file.media_type, filename: file.filename };
  return element(
    "cac:AdditionalDocumentReference",
    element("cbc:ID", id),
    element("cbc:DocumentDescription", description),
    element(
      "cac:Attachment",
      attributes && element(["cbc:EmbeddedDocumentBinaryObject", attributes], file?.content_base64),
      element("cac:ExternalReference", element("cbc:URI", url)),
    ),
  );
}

function writePayee({ payee }: Model) {
  return element(
    "cac:PayeeParty",
    element("cac:PartyIdentification", element("cbc:ID", payee?.id)),
    element("cac:PartyName", element("cbc:Name", payee?.name)),
    element("cac:PartyLegalEntity", element("cbc:CompanyID", payee?.registration)),
  );
}

function writeDelivery({ delivery: { name, date, address } }: Model) {
  return element(
    "cac:Delivery",
    element("cbc:ActualDeliveryDate", date),
    element("cac:DeliveryLocation", address && ublAddress("cac:Address", address)),
    element("cac:DeliveryParty", element("cac:PartyName", element("cbc:Name", name))),
  );
}

/** Writes the payment means. A credit note has no due date element of its own, so they contain it. */
function writePayment({ payment, due }: Model, isCredit: boolean) {
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

function writeTaxes({ breakdown, currency, sums }: Model) {
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

function writeTotals({ sums, currency }: Model) {
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

/** Writes an invoice line: BG-25. */
function ublLine(line: ModelLine, { currency, isCredit }: { currency: string; isCredit: boolean }) {
  const quantity = isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity";
  return element(
    isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    element("cbc:ID", line.id),
    element([quantity, { unitCode: line.unit }], line.quantity.toFixed()),
    element(["cbc:LineExtensionAmount", { currencyID: currency }], moneyText(line.net)),
    line.discount.isZero()
      ? undefined
      : adjustment({ isCharge: false, amount: line.discount, ...lineDiscount }, currency),
    element(
      "cac:Item",
      element("cbc:Description", line.description),
      element("cbc:Name", line.name),
      element("cac:SellersItemIdentification", element("cbc:ID", line.sku)),
      ublTaxCategory("cac:ClassifiedTaxCategory", line),
    ),
    element(
      "cac:Price",
      element(["cbc:PriceAmount", { currencyID: currency }], line.price.toFixed()),
    ),
  );
}

/** Writes a document-level allowance or charge. */
function ublAllowance(allowance: Allowance, currency: string) {
  return adjustment(allowance, currency, ublTaxCategory("cac:TaxCategory", allowance));
}

function adjustment(
  { isCharge, amount, code, reason }: Pick<Allowance, "isCharge" | "amount" | "code" | "reason">,
  currency: string,
  tax?: ReturnType<typeof ublTaxCategory>,
) {
  return element(
    "cac:AllowanceCharge",
    element("cbc:ChargeIndicator", String(isCharge)),
    element("cbc:AllowanceChargeReasonCode", code),
    element("cbc:AllowanceChargeReason", reason),
    element(["cbc:Amount", { currencyID: currency }], moneyText(amount)),
    tax,
  );
}

/** Writes a tax category; in the breakdown with the exemption reason. */
function ublTaxCategory(
  name: string,
  { category, rate }: { category: string; rate: number },
  { percent, exemption }: Partial<Pick<Breakdown, "percent" | "exemption">> = {},
) {
  return element(
    name,
    element("cbc:ID", category),
    element("cbc:Percent", percentText({ category, rate }, percent)),
    element("cbc:TaxExemptionReasonCode", exemption?.code),
    element("cbc:TaxExemptionReason", exemption?.reason),
    element("cac:TaxScheme", element("cbc:ID", "VAT")),
  );
}

/** Writes the seller or the buyer. */
function ublParty(party: ModelParty, { isSeller }: { isSeller: boolean }) {
  const { registration_id, registration_scheme, vat, taxNumber, endpoint } = party;
  const scheme = registration_scheme === undefined ? {} : { schemeID: registration_scheme };
  return element(
    "cac:Party",
    element(
      ["cbc:EndpointID", endpoint?.scheme ? { schemeID: endpoint.scheme } : {}],
      endpoint?.id,
    ),
    ublAddress("cac:PostalAddress", party),
    taxScheme(vat, "VAT"),
    // EN 16931 has no other tax number for buyers.
    isSeller ? taxScheme(taxNumber, "FC") : undefined,
    element(
      "cac:PartyLegalEntity",
      element("cbc:RegistrationName", party.name),
      element(["cbc:CompanyID", scheme], registration_id),
    ),
    writeContact(party),
  );
}

function taxScheme(id: string | undefined, scheme: string) {
  if (id === undefined) return undefined;
  return element(
    "cac:PartyTaxScheme",
    element("cbc:CompanyID", id),
    element("cac:TaxScheme", element("cbc:ID", scheme)),
  );
}

function writeContact({ contact_name, phone, email }: ModelParty) {
  if (!contact_name && !phone) return undefined;
  return element(
    "cac:Contact",
    element("cbc:Name", contact_name),
    element("cbc:Telephone", phone),
    element("cbc:ElectronicMail", email),
  );
}

/** Writes an address. The schema allows three lines: further lines are joined in the last. */
function ublAddress(name: string, { lines, city, postal_code, region, country }: ModelAddress) {
  const [one, two, ...rest] = lines;
  return element(
    name,
    element("cbc:StreetName", one),
    element("cbc:AdditionalStreetName", two),
    element("cbc:CityName", city),
    element("cbc:PostalZone", postal_code),
    element("cbc:CountrySubentity", region),
    element("cac:AddressLine", element("cbc:Line", rest.join(", "))),
    element("cac:Country", element("cbc:IdentificationCode", country)),
  );
}
