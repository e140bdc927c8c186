import type { ReceivedInvoice, ReceivedLine, ReceivedParty } from "../../schema/received.ts";
import {
  compact,
  findAll,
  findNode,
  findText,
  type Loose,
  readBoolean,
  type XmlNode,
} from "./xml-tree.ts";

type Invoice = Loose<ReceivedInvoice>;

/** Reads an invoice or credit note in the syntax of OASIS UBL 2.1. */
export function readUbl(root: XmlNode): ReceivedInvoice {
  const isCredit = root.name === "CreditNote";
  const text = (path: string) => findText(root, path);
  const references = findAll(root, "cac:AdditionalDocumentReference");
  const findReference = (code: string) =>
    references.find((node) => findText(node, "cbc:DocumentTypeCode") === code);
  const invoice: Invoice = {
    specification: text("cbc:CustomizationID"),
    process: text("cbc:ProfileID"),
    number: text("cbc:ID"),
    issue_date: text("cbc:IssueDate"),
    type: text(isCredit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode"),
    currency: text("cbc:DocumentCurrencyCode"),
    tax_currency: text("cbc:TaxCurrencyCode"),
    tax_point_date: text("cbc:TaxPointDate"),
    tax_point_code: text("cac:InvoicePeriod/cbc:DescriptionCode"),
    due_date: text("cbc:DueDate") ?? text("cac:PaymentMeans/cbc:PaymentDueDate"),
    buyer_reference: text("cbc:BuyerReference"),
    project: text("cac:ProjectReference/cbc:ID") ?? findText(findReference("50"), "cbc:ID"),
    contract: text("cac:ContractDocumentReference/cbc:ID"),
    purchase_order: text("cac:OrderReference/cbc:ID"),
    sales_order: text("cac:OrderReference/cbc:SalesOrderID"),
    receiving_advice: text("cac:ReceiptDocumentReference/cbc:ID"),
    despatch_advice: text("cac:DespatchDocumentReference/cbc:ID"),
    tender: text("cac:OriginatorDocumentReference/cbc:ID"),
    object: readIdentifier(findReference("130"), "cbc:ID"),
    accounting_reference: text("cbc:AccountingCost"),
    payment_terms: findTexts(root, "cac:PaymentTerms/cbc:Note").join("\n") || undefined,
    notes: findTexts(root, "cbc:Note"),
    preceding_invoices: findAll(root, "cac:BillingReference/cac:InvoiceDocumentReference").map(
      (node) => ({ number: findText(node, "cbc:ID"), date: findText(node, "cbc:IssueDate") }),
    ),
    seller: readParty(findNode(root, "cac:AccountingSupplierParty/cac:Party")),
    buyer: readParty(findNode(root, "cac:AccountingCustomerParty/cac:Party")),
    payee: readPayee(findNode(root, "cac:PayeeParty")),
    tax_representative: readRepresentative(findNode(root, "cac:TaxRepresentativeParty")),
    delivery: readDelivery(findNode(root, "cac:Delivery")),
    period: readPeriod(root),
    payments: readPayments(root),
    allowances: readAdjustments(root, "false"),
    charges: readAdjustments(root, "true"),
    totals: readTotals(root),
    tax_breakdown: findAll(root, "cac:TaxTotal/cac:TaxSubtotal").map(readSubtotal),
    documents: references
      .filter((node) => !["50", "130"].includes(findText(node, "cbc:DocumentTypeCode") ?? ""))
      .map(readDocument),
    lines: findAll(root, isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine").map((node) =>
      readLine(node, isCredit),
    ),
  };
  return { seller: {}, buyer: {}, totals: {}, ...compact<ReceivedInvoice>(invoice) };
}

function findTexts(node: XmlNode, path: string): string[] {
  return findAll(node, path)
    .map(({ text }) => text.trim())
    .filter((text) => text !== "");
}

function readIdentifier(node: XmlNode | undefined, path: string) {
  const found = findNode(node, path);
  return found && toIdentifier(found);
}

function toIdentifier({ text, attributes }: XmlNode) {
  return { id: text.trim() || undefined, scheme: attributes.schemeID || undefined };
}

function readAddress(node: XmlNode | undefined) {
  const lines = ["cbc:StreetName", "cbc:AdditionalStreetName", "cac:AddressLine/cbc:Line"];
  return {
    lines: lines.map((path) => findText(node, path)).filter((line) => line !== undefined),
    city: findText(node, "cbc:CityName"),
    postal_code: findText(node, "cbc:PostalZone"),
    region: findText(node, "cbc:CountrySubentity"),
    country: findText(node, "cac:Country/cbc:IdentificationCode"),
  };
}

function readParty(party: XmlNode | undefined): Loose<ReceivedParty> {
  const text = (path: string) => findText(party, path);
  return {
    name: text("cac:PartyLegalEntity/cbc:RegistrationName"),
    trading_name: text("cac:PartyName/cbc:Name"),
    identifiers: findAll(party, "cac:PartyIdentification/cbc:ID").map(toIdentifier),
    registration: readIdentifier(party, "cac:PartyLegalEntity/cbc:CompanyID"),
    vat_id: findTaxNumber(party, (scheme) => scheme === "VAT"),
    tax_id: findTaxNumber(party, (scheme) => scheme !== "VAT"),
    legal_information: text("cac:PartyLegalEntity/cbc:CompanyLegalForm"),
    endpoint: readIdentifier(party, "cbc:EndpointID"),
    address: readAddress(findNode(party, "cac:PostalAddress")),
    contact: {
      name: text("cac:Contact/cbc:Name"),
      phone: text("cac:Contact/cbc:Telephone"),
      email: text("cac:Contact/cbc:ElectronicMail"),
    },
  };
}

function findTaxNumber(party: XmlNode | undefined, accepts: (scheme: string) => boolean) {
  const schemes = findAll(party, "cac:PartyTaxScheme");
  const found = schemes.find((node) => accepts(findText(node, "cac:TaxScheme/cbc:ID") ?? ""));
  return findText(found, "cbc:CompanyID");
}

/** Reads the payee. The identifier of a SEPA creditor belongs to the direct debit. */
function readPayee(party: XmlNode | undefined) {
  const own = findAll(party, "cac:PartyIdentification/cbc:ID").find(
    ({ attributes }) => attributes.schemeID !== "SEPA",
  );
  return {
    name: findText(party, "cac:PartyName/cbc:Name"),
    identifier: own && toIdentifier(own),
    registration: readIdentifier(party, "cac:PartyLegalEntity/cbc:CompanyID"),
  };
}

function readRepresentative(party: XmlNode | undefined) {
  return {
    name: findText(party, "cac:PartyName/cbc:Name"),
    vat_id: findTaxNumber(party, (scheme) => scheme === "VAT"),
    address: readAddress(findNode(party, "cac:PostalAddress")),
  };
}

function readDelivery(node: XmlNode | undefined) {
  return {
    name: findText(node, "cac:DeliveryParty/cac:PartyName/cbc:Name"),
    location: readIdentifier(node, "cac:DeliveryLocation/cbc:ID"),
    date: findText(node, "cbc:ActualDeliveryDate"),
    address: readAddress(findNode(node, "cac:DeliveryLocation/cac:Address")),
  };
}

function readPeriod(node: XmlNode) {
  return {
    start: findText(node, "cac:InvoicePeriod/cbc:StartDate"),
    end: findText(node, "cac:InvoicePeriod/cbc:EndDate"),
  };
}

function readPayments(root: XmlNode) {
  const parties = ["cac:PayeeParty", "cac:AccountingSupplierParty/cac:Party"];
  const creditor = parties
    .flatMap((path) => findAll(root, `${path}/cac:PartyIdentification/cbc:ID`))
    .find(({ attributes }) => attributes.schemeID === "SEPA");
  return findAll(root, "cac:PaymentMeans").map((node) => {
    const text = (path: string) => findText(node, path);
    const mandate = findNode(node, "cac:PaymentMandate");
    return {
      code: text("cbc:PaymentMeansCode"),
      text: findNode(node, "cbc:PaymentMeansCode")?.attributes.name || undefined,
      reference: text("cbc:PaymentID"),
      account: {
        id: text("cac:PayeeFinancialAccount/cbc:ID"),
        name: text("cac:PayeeFinancialAccount/cbc:Name"),
        bic: text("cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID"),
      },
      card: {
        number: text("cac:CardAccount/cbc:PrimaryAccountNumberID"),
        holder: text("cac:CardAccount/cbc:HolderName"),
      },
      mandate: mandate && {
        reference: findText(mandate, "cbc:ID"),
        creditor: creditor?.text.trim() || undefined,
        account: findText(mandate, "cac:PayerFinancialAccount/cbc:ID"),
      },
    };
  });
}

function readAdjustments(parent: XmlNode, indicator: "true" | "false") {
  return findAll(parent, "cac:AllowanceCharge")
    .filter((node) => readBoolean(findText(node, "cbc:ChargeIndicator")) === indicator)
    .map((node) => ({
      amount: findText(node, "cbc:Amount"),
      base: findText(node, "cbc:BaseAmount"),
      percent: findText(node, "cbc:MultiplierFactorNumeric"),
      reason: findText(node, "cbc:AllowanceChargeReason"),
      reason_code: findText(node, "cbc:AllowanceChargeReasonCode"),
      tax_category: findText(node, "cac:TaxCategory/cbc:ID"),
      tax_rate: findText(node, "cac:TaxCategory/cbc:Percent"),
    }));
}

/** Reads the totals. A second VAT total has the currency for VAT accounting. */
function readTotals(root: XmlNode) {
  const text = (name: string) => findText(root, `cac:LegalMonetaryTotal/cbc:${name}`);
  const currency = findText(root, "cbc:DocumentCurrencyCode");
  const accounting = findText(root, "cbc:TaxCurrencyCode");
  const taxes = findAll(root, "cac:TaxTotal/cbc:TaxAmount");
  const own = taxes.find(({ attributes }) => attributes.currencyID === currency) ?? taxes[0];
  const other = taxes.findLast(({ attributes }) => attributes.currencyID === accounting);
  return {
    lines: text("LineExtensionAmount"),
    allowances: text("AllowanceTotalAmount"),
    charges: text("ChargeTotalAmount"),
    without_tax: text("TaxExclusiveAmount"),
    tax: own?.text.trim() || undefined,
    tax_in_tax_currency: accounting && (other?.text.trim() || undefined),
    with_tax: text("TaxInclusiveAmount"),
    paid: text("PrepaidAmount"),
    rounding: text("PayableRoundingAmount"),
    due: text("PayableAmount"),
  };
}

function readSubtotal(node: XmlNode) {
  return {
    base: findText(node, "cbc:TaxableAmount"),
    tax: findText(node, "cbc:TaxAmount"),
    tax_category: findText(node, "cac:TaxCategory/cbc:ID"),
    tax_rate: findText(node, "cac:TaxCategory/cbc:Percent"),
    reason: findText(node, "cac:TaxCategory/cbc:TaxExemptionReason"),
    reason_code: findText(node, "cac:TaxCategory/cbc:TaxExemptionReasonCode"),
  };
}

function readDocument(node: XmlNode) {
  const file = findNode(node, "cac:Attachment/cbc:EmbeddedDocumentBinaryObject");
  return {
    id: findText(node, "cbc:ID"),
    description: findText(node, "cbc:DocumentDescription"),
    url: findText(node, "cac:Attachment/cac:ExternalReference/cbc:URI"),
    media_type: file?.attributes.mimeCode || undefined,
    filename: file?.attributes.filename || undefined,
    content_base64: file?.text.trim() || undefined,
  };
}

function readLine(node: XmlNode, isCredit: boolean): Loose<ReceivedLine> {
  const text = (path: string) => findText(node, path);
  const quantity = findNode(node, isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity");
  const price = findNode(node, "cac:Price");
  return {
    id: text("cbc:ID"),
    note: text("cbc:Note"),
    object: readIdentifier(node, "cac:DocumentReference/cbc:ID"),
    quantity: quantity?.text.trim() || undefined,
    unit: quantity?.attributes.unitCode || undefined,
    net: text("cbc:LineExtensionAmount"),
    order_line: text("cac:OrderLineReference/cbc:LineID"),
    accounting_reference: text("cbc:AccountingCost"),
    period: readPeriod(node),
    allowances: readAdjustments(node, "false"),
    charges: readAdjustments(node, "true"),
    price: findText(price, "cbc:PriceAmount"),
    price_discount: findText(price, "cac:AllowanceCharge/cbc:Amount"),
    gross_price: findText(price, "cac:AllowanceCharge/cbc:BaseAmount"),
    base_quantity: findText(price, "cbc:BaseQuantity"),
    base_unit: findNode(price, "cbc:BaseQuantity")?.attributes.unitCode || undefined,
    tax_category: text("cac:Item/cac:ClassifiedTaxCategory/cbc:ID"),
    tax_rate: text("cac:Item/cac:ClassifiedTaxCategory/cbc:Percent"),
    name: text("cac:Item/cbc:Name"),
    description: text("cac:Item/cbc:Description"),
    sku: text("cac:Item/cac:SellersItemIdentification/cbc:ID"),
    buyer_sku: text("cac:Item/cac:BuyersItemIdentification/cbc:ID"),
    standard_id: readIdentifier(node, "cac:Item/cac:StandardItemIdentification/cbc:ID"),
    classifications: findAll(
      node,
      "cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode",
    ).map(({ text, attributes }) => ({
      id: text.trim() || undefined,
      scheme: attributes.listID || undefined,
    })),
    origin_country: text("cac:Item/cac:OriginCountry/cbc:IdentificationCode"),
    attributes: findAll(node, "cac:Item/cac:AdditionalItemProperty").map((property) => ({
      name: findText(property, "cbc:Name"),
      value: findText(property, "cbc:Value"),
    })),
  };
}
