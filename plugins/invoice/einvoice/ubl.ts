import { lineDiscount, percentText } from "./cii.ts";
import type {
  Allowance,
  Breakdown,
  Identifier,
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
      element("cac:AccountingSupplierParty", ublParty(model.seller, { isSeller: true, model })),
      element("cac:AccountingCustomerParty", ublParty(model.buyer, { isSeller: false, model })),
      writePayee(model),
      writeRepresentative(model),
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
  const { preceding, period, taxPoint, references, order } = model;
  const { project, sales_order, despatch_advice, receiving_advice, contract } = references;
  const taxPointDate = element("cbc:TaxPointDate", taxPoint.date);
  const reference = (name: string, id: string | undefined) => element(name, element("cbc:ID", id));
  const tender = reference("cac:OriginatorDocumentReference", references.tender);
  return [
    element("cbc:CustomizationID", model.guideline),
    element("cbc:ProfileID", model.process),
    element("cbc:ID", model.number),
    element("cbc:IssueDate", model.issued),
    isCredit ? taxPointDate : element("cbc:DueDate", model.due),
    element(isCredit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode", model.type),
    model.notes.map(({ text, subject }) =>
      element("cbc:Note", subject === undefined ? text : `#${subject}#${text}`),
    ),
    isCredit ? undefined : taxPointDate,
    element("cbc:DocumentCurrencyCode", model.currency),
    element("cbc:TaxCurrencyCode", model.taxCurrency?.code),
    element("cbc:AccountingCost", references.accounting_reference),
    element("cbc:BuyerReference", model.buyerReference),
    element(
      "cac:InvoicePeriod",
      element("cbc:StartDate", period?.start),
      element("cbc:EndDate", period?.end),
      element("cbc:DescriptionCode", taxPoint.code),
    ),
    element(
      "cac:OrderReference",
      // The schema requires the purchase order. Peppol writes NA if there is none.
      element("cbc:ID", order ?? (sales_order && "NA")),
      element("cbc:SalesOrderID", sales_order),
    ),
    preceding.map(({ number, date }) =>
      element(
        "cac:BillingReference",
        element(
          "cac:InvoiceDocumentReference",
          element("cbc:ID", number),
          element("cbc:IssueDate", date),
        ),
      ),
    ),
    reference("cac:DespatchDocumentReference", despatch_advice),
    reference("cac:ReceiptDocumentReference", receiving_advice),
    isCredit ? undefined : tender,
    reference("cac:ContractDocumentReference", contract),
    model.documents.map(writeDocument),
    references.object && writeObject("cac:AdditionalDocumentReference", references.object),
    // A credit note has no reference to a project of its own.
    isCredit
      ? writeTypedReference("cac:AdditionalDocumentReference", { id: project }, "50")
      : undefined,
    isCredit ? tender : undefined,
    isCredit ? undefined : reference("cac:ProjectReference", project),
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

function writeTypedReference(name: string, reference: Identifier, type: string) {
  return (
    reference.id &&
    element(name, writeIdentifier("cbc:ID", reference), element("cbc:DocumentTypeCode", type))
  );
}

/** Writes a reference to an invoiced object: type 130. */
function writeObject(name: string, object: Identifier) {
  return writeTypedReference(name, object, "130");
}

function writeIdentifier(name: string, { id, scheme }: Identifier) {
  return element([name, scheme === undefined ? {} : { schemeID: scheme }], id);
}

function writePayee({ payee, payment }: Model) {
  if (!payee) return undefined;
  const { id, name, registration } = payee;
  return element(
    "cac:PayeeParty",
    element("cac:PartyIdentification", writeIdentifier("cbc:ID", id)),
    writeCreditor(payment),
    element("cac:PartyName", element("cbc:Name", name)),
    element("cac:PartyLegalEntity", writeIdentifier("cbc:CompanyID", registration)),
  );
}

/** Writes the creditor identifier of a direct debit: one of the payee's or, without a payee, of the seller's. */
function writeCreditor(payment: Model["payment"]) {
  const creditor = { id: payment?.mandate?.creditor, scheme: "SEPA" };
  return element("cac:PartyIdentification", writeIdentifier("cbc:ID", creditor));
}

function writeRepresentative({ representative }: Model) {
  return (
    representative &&
    element(
      "cac:TaxRepresentativeParty",
      element("cac:PartyName", element("cbc:Name", representative.name)),
      ublAddress("cac:PostalAddress", representative.address),
      taxScheme(representative.vat_id, "VAT"),
    )
  );
}

function writeDelivery({ delivery: { name, date, address, location } }: Model) {
  return element(
    "cac:Delivery",
    element("cbc:ActualDeliveryDate", date),
    element(
      "cac:DeliveryLocation",
      location && writeIdentifier("cbc:ID", location),
      address && ublAddress("cac:Address", address),
    ),
    element("cac:DeliveryParty", element("cac:PartyName", element("cbc:Name", name))),
  );
}

/** Writes the payment means. A credit note has no due date element of its own, so they contain it. */
function writePayment({ payment, due }: Model, isCredit: boolean) {
  if (!payment) return undefined;
  const { code, text, reference, account, card, mandate } = payment;
  const name = text === undefined ? {} : { name: text.replaceAll("\n", " ") };
  return element(
    "cac:PaymentMeans",
    element(["cbc:PaymentMeansCode", name], code),
    isCredit ? element("cbc:PaymentDueDate", due) : undefined,
    element("cbc:PaymentID", reference),
    card &&
      element(
        "cac:CardAccount",
        element("cbc:PrimaryAccountNumberID", card.number),
        // The schema requires it. EN 16931 has no term for it.
        element("cbc:NetworkID", "NA"),
        element("cbc:HolderName", card.holder),
      ),
    element(
      "cac:PayeeFinancialAccount",
      element("cbc:ID", account?.iban),
      element("cbc:Name", account?.name),
      element("cac:FinancialInstitutionBranch", element("cbc:ID", account?.bic)),
    ),
    element(
      "cac:PaymentMandate",
      element("cbc:ID", mandate?.reference),
      element("cac:PayerFinancialAccount", element("cbc:ID", mandate?.account)),
    ),
  );
}

function writeTaxes({ breakdown, currency, sums, taxCurrency }: Model) {
  const amount = (name: string, value: Parameters<typeof moneyText>[0]) =>
    element([name, { currencyID: currency }], moneyText(value));
  const own = element(
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
  if (!taxCurrency?.total) return own;
  const total = moneyText(taxCurrency.total);
  const attributes = { currencyID: taxCurrency.code };
  return [own, element("cac:TaxTotal", element(["cbc:TaxAmount", attributes], total))];
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
function ublLine(
  { terms, ...line }: ModelLine,
  { currency, isCredit }: { currency: string; isCredit: boolean },
) {
  const { standard_id, attributes = [], classifications = [], object, period } = terms;
  const quantity = isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity";
  return element(
    isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    element("cbc:ID", line.id),
    element("cbc:Note", terms.note),
    element([quantity, { unitCode: line.unit }], line.quantity.toFixed()),
    element(["cbc:LineExtensionAmount", { currencyID: currency }], moneyText(line.net)),
    element("cbc:AccountingCost", terms.accounting_reference),
    element(
      "cac:InvoicePeriod",
      element("cbc:StartDate", period?.start),
      element("cbc:EndDate", period?.end),
    ),
    element("cac:OrderLineReference", element("cbc:LineID", terms.order_line)),
    object && writeObject("cac:DocumentReference", object),
    line.discount.isZero()
      ? undefined
      : adjustment({ isCharge: false, amount: line.discount, ...lineDiscount }, currency),
    line.adjustments.map((one) => adjustment(one, currency)),
    element(
      "cac:Item",
      element("cbc:Description", line.description),
      element("cbc:Name", line.name),
      element("cac:BuyersItemIdentification", element("cbc:ID", terms.buyer_sku)),
      element("cac:SellersItemIdentification", element("cbc:ID", line.sku)),
      standard_id &&
        element("cac:StandardItemIdentification", writeIdentifier("cbc:ID", standard_id)),
      element("cac:OriginCountry", element("cbc:IdentificationCode", terms.origin_country)),
      classifications.map(({ id, scheme }) =>
        element(
          "cac:CommodityClassification",
          element(
            ["cbc:ItemClassificationCode", scheme === undefined ? {} : { listID: scheme }],
            id,
          ),
        ),
      ),
      ublTaxCategory("cac:ClassifiedTaxCategory", line),
      attributes.map(({ name, value }) =>
        element(
          "cac:AdditionalItemProperty",
          element("cbc:Name", name),
          element("cbc:Value", value),
        ),
      ),
    ),
    element(
      "cac:Price",
      element(["cbc:PriceAmount", { currencyID: currency }], line.price.toFixed()),
      line.priceQuantity.equals(1)
        ? undefined
        : element(["cbc:BaseQuantity", { unitCode: line.unit }], line.priceQuantity.toFixed()),
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
function ublParty(party: ModelParty, { isSeller, model }: { isSeller: boolean; model: Model }) {
  const { registration_id, registration_scheme, vat, taxNumber, endpoint } = party;
  const scheme = registration_scheme === undefined ? {} : { schemeID: registration_scheme };
  return element(
    "cac:Party",
    element(
      ["cbc:EndpointID", endpoint?.scheme ? { schemeID: endpoint.scheme } : {}],
      endpoint?.id,
    ),
    party.identifiers?.map((identifier) =>
      element("cac:PartyIdentification", writeIdentifier("cbc:ID", identifier)),
    ),
    isSeller && !model.payee ? writeCreditor(model.payment) : undefined,
    element("cac:PartyName", element("cbc:Name", party.trading_name)),
    ublAddress("cac:PostalAddress", party),
    taxScheme(vat, "VAT"),
    // EN 16931 has no other tax number for buyers.
    isSeller ? taxScheme(taxNumber, "FC") : undefined,
    element(
      "cac:PartyLegalEntity",
      element("cbc:RegistrationName", party.name),
      element(["cbc:CompanyID", scheme], registration_id),
      element("cbc:CompanyLegalForm", party.legal_information),
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
