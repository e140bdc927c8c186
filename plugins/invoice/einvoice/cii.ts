import { asTable } from "hub";
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
import { element, moneyText, moneyTextIfAny, Xml, xmlDocument } from "./xml.ts";

/** UNTDID 5189 code for a discount. */
export const lineDiscount = { code: "95", reason: "Discount" };

/** Writes an invoice in the syntax of UN/CEFACT Cross Industry Invoice D16B. Elements are in schema order. */
export function writeCii(model: Model, options: CiiOptions): string {
  return xmlDocument(
    element(
      ["rsm:CrossIndustryInvoice", namespaces],
      element(
        "rsm:ExchangedDocumentContext",
        element(
          "ram:BusinessProcessSpecifiedDocumentContextParameter",
          element("ram:ID", model.process),
        ),
        element(
          "ram:GuidelineSpecifiedDocumentContextParameter",
          element("ram:ID", model.guideline),
        ),
      ),
      element(
        "rsm:ExchangedDocument",
        element("ram:ID", model.number),
        element("ram:TypeCode", model.type),
        element("ram:IssueDateTime", ciiDay(model.issued)),
        model.notes.map(({ text, subject }) =>
          element(
            "ram:IncludedNote",
            element("ram:Content", text),
            element("ram:SubjectCode", subject),
          ),
        ),
      ),
      element(
        "rsm:SupplyChainTradeTransaction",
        model.lines.map((line) => ciiLine(line, options)),
        writeAgreement(model, options),
        writeDelivery(model),
        ciiSettlement(model, options),
      ),
    ),
  );
}

const namespaces = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
};

function writeAgreement(
  { buyerReference, seller, buyer, representative, order, references, documents }: Model,
  options: CiiOptions,
) {
  const { project, contract, sales_order, tender, object } = references;
  const reference = (name: string, id: string | undefined) =>
    element(name, element("ram:IssuerAssignedID", id));
  return element(
    "ram:ApplicableHeaderTradeAgreement",
    element("ram:BuyerReference", buyerReference),
    ciiParty("ram:SellerTradeParty", seller, options),
    ciiParty("ram:BuyerTradeParty", buyer, options),
    representative &&
      element(
        "ram:SellerTaxRepresentativeTradeParty",
        element("ram:Name", representative.name),
        ciiAddress(representative.address),
        ciiRegistration("VA", representative.vat_id),
      ),
    reference("ram:SellerOrderReferencedDocument", sales_order),
    reference("ram:BuyerOrderReferencedDocument", order),
    reference("ram:ContractReferencedDocument", contract),
    options.basic ? undefined : documents.map(writeDocument),
    tender && writeTypedReference("50", { id: tender }),
    object && writeTypedReference("130", object),
    element(
      "ram:SpecifiedProcuringProject",
      element("ram:ID", project),
      // The schema requires a name.
      project && element("ram:Name", "Project reference"),
    ),
  );
}

function writeDocument({ id, description, url, file }: ModelDocument) {
  const attributes = file && { mimeCode: file.media_type, filename: file.filename };
  return element(
    "ram:AdditionalReferencedDocument",
    element("ram:IssuerAssignedID", id),
    element("ram:URIID", url),
    element("ram:TypeCode", "916"),
    element("ram:Name", description),
    attributes && element(["ram:AttachmentBinaryObject", attributes], file?.content_base64),
  );
}

/** Writes a reference of a type: 50 for a tender or lot, 130 for an invoiced object. */
function writeTypedReference(type: string, { id, scheme }: Identifier) {
  return element(
    "ram:AdditionalReferencedDocument",
    element("ram:IssuerAssignedID", id),
    element("ram:TypeCode", type),
    element("ram:ReferenceTypeCode", scheme),
  );
}

/** Writes an identifier: a global one if it has a scheme. */
function ciiIdentifier({ id, scheme }: Identifier) {
  return scheme === undefined
    ? element("ram:ID", id)
    : element(["ram:GlobalID", { schemeID: scheme }], id);
}

function withScheme(name: string, { scheme }: Identifier) {
  return [name, scheme === undefined ? {} : { schemeID: scheme }] as const;
}

function ciiRegistration(schemeID: string, id: string | undefined) {
  return element("ram:SpecifiedTaxRegistration", element(["ram:ID", { schemeID }], id));
}

function writePayee({ payee }: Model) {
  return (
    payee &&
    element(
      "ram:PayeeTradeParty",
      ciiIdentifier(payee.id),
      element("ram:Name", payee.name),
      element(
        "ram:SpecifiedLegalOrganization",
        element(withScheme("ram:ID", payee.registration), payee.registration.id),
      ),
    )
  );
}

function writePeriod(period: Model["period"]) {
  return element(
    "ram:BillingSpecifiedPeriod",
    element("ram:StartDateTime", ciiDay(period?.start)),
    element("ram:EndDateTime", ciiDay(period?.end)),
  );
}

function writeDelivery({ delivery, buyer, references }: Model) {
  const { name, date, address, location } = delivery;
  const reference = (kind: string, id: string | undefined) =>
    element(`ram:${kind}AdviceReferencedDocument`, element("ram:IssuerAssignedID", id));
  const inner = [
    address &&
      element(
        "ram:ShipToTradeParty",
        location && ciiIdentifier(location),
        element("ram:Name", name ?? buyer.name),
        ciiAddress(address),
      ),
    element("ram:ActualDeliverySupplyChainEvent", element("ram:OccurrenceDateTime", ciiDay(date))),
    reference("Despatch", references.despatch_advice),
    reference("Receiving", references.receiving_advice),
  ];
  // The schema requires this element even if it is empty.
  return element("ram:ApplicableHeaderTradeDelivery", inner) ?? emptyDelivery;
}

const emptyDelivery = new Xml("<ram:ApplicableHeaderTradeDelivery/>");

/** Whether to omit the parts of EN 16931 that BASIC lacks: contacts, descriptions and others. */
interface CiiOptions {
  basic: boolean;
}

/** Formats a date for CII: format 102 of UNTDID 2379. */
function ciiDay(day: string | undefined, name = "udt:DateTimeString") {
  return element([name, { format: "102" }], day?.replaceAll("-", ""));
}

/** Writes an invoice line: BG-25. */
function ciiLine({ terms, ...line }: ModelLine, { basic }: CiiOptions) {
  const { standard_id, attributes = [], classifications = [], object, period } = terms;
  return element(
    "ram:IncludedSupplyChainTradeLineItem",
    element(
      "ram:AssociatedDocumentLineDocument",
      element("ram:LineID", line.id),
      element("ram:IncludedNote", element("ram:Content", terms.note)),
    ),
    element(
      "ram:SpecifiedTradeProduct",
      standard_id && element(withScheme("ram:GlobalID", standard_id), standard_id.id),
      basic ? undefined : element("ram:SellerAssignedID", line.sku),
      element("ram:BuyerAssignedID", terms.buyer_sku),
      element("ram:Name", line.name),
      basic ? undefined : element("ram:Description", line.description),
      attributes.map(({ name, value }) =>
        element(
          "ram:ApplicableProductCharacteristic",
          element("ram:Description", name),
          element("ram:Value", value),
        ),
      ),
      classifications.map(({ id, scheme }) =>
        element(
          "ram:DesignatedProductClassification",
          element(["ram:ClassCode", scheme === undefined ? {} : { listID: scheme }], id),
        ),
      ),
      element("ram:OriginTradeCountry", element("ram:ID", terms.origin_country)),
    ),
    element(
      "ram:SpecifiedLineTradeAgreement",
      element("ram:BuyerOrderReferencedDocument", element("ram:LineID", terms.order_line)),
      element(
        "ram:NetPriceProductTradePrice",
        element("ram:ChargeAmount", line.price.toFixed()),
        line.priceQuantity.equals(1)
          ? undefined
          : element(["ram:BasisQuantity", { unitCode: line.unit }], line.priceQuantity.toFixed()),
      ),
    ),
    element(
      "ram:SpecifiedLineTradeDelivery",
      element(["ram:BilledQuantity", { unitCode: line.unit }], line.quantity.toFixed()),
    ),
    element(
      "ram:SpecifiedLineTradeSettlement",
      element("ram:ApplicableTradeTax", ciiTax(line)),
      period && writePeriod({ start: period.start, end: period.end }),
      line.discount.isZero()
        ? undefined
        : ciiAllowance({ ...line, isCharge: false, amount: line.discount, ...lineDiscount }),
      line.adjustments.map((adjustment) => ciiAllowance(adjustment)),
      element(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        element("ram:LineTotalAmount", moneyText(line.net)),
      ),
      object && writeTypedReference("130", object),
      writeAccount(terms.accounting_reference),
    ),
  );
}

function writeAccount(id: string | undefined) {
  return element("ram:ReceivableSpecifiedTradeAccountingAccount", element("ram:ID", id));
}

/** Writes the elements that identify a tax. */
function ciiTax(kind: { category: string; rate: number }, percent?: number) {
  return [
    element("ram:TypeCode", "VAT"),
    element("ram:CategoryCode", kind.category),
    element("ram:RateApplicablePercent", percentText(kind, percent)),
  ];
}

/** Formats a rate in percent. Supplies not subject to VAT have none, unless the breakdown requires one. */
export function percentText(
  { category, rate }: { category: string; rate: number },
  override?: number,
): string | undefined {
  return category === "O" ? override?.toString() : String(rate);
}

type Adjustment = Pick<Allowance, "isCharge" | "amount" | "code" | "reason">;

/** Writes an allowance or charge: BG-20, BG-21 and BG-27. Document-level ones have a tax, too. */
function ciiAllowance(
  { isCharge, amount, code, reason }: Adjustment,
  tax?: ReturnType<typeof ciiTax>,
) {
  return element(
    "ram:SpecifiedTradeAllowanceCharge",
    element("ram:ChargeIndicator", element("udt:Indicator", String(isCharge))),
    element("ram:ActualAmount", moneyText(amount)),
    element("ram:ReasonCode", code),
    element("ram:Reason", reason),
    element("ram:CategoryTradeTax", tax),
  );
}

/** Writes the seller or the buyer. */
function ciiParty(name: string, party: ModelParty, { basic }: CiiOptions) {
  const { endpoint, registration_scheme } = party;
  // In the schema, all local identifiers precede the global ones.
  const identifiers = (party.identifiers ?? []).toSorted(
    (one, other) => Number(one.scheme !== undefined) - Number(other.scheme !== undefined),
  );
  return element(
    name,
    identifiers.map(ciiIdentifier),
    element("ram:Name", party.name),
    element("ram:Description", party.legal_information),
    element(
      "ram:SpecifiedLegalOrganization",
      element(withScheme("ram:ID", { scheme: registration_scheme }), party.registration_id),
      element("ram:TradingBusinessName", party.trading_name),
    ),
    basic ? undefined : writeContact(party),
    ciiAddress(party),
    basic
      ? undefined
      : element(
          "ram:URIUniversalCommunication",
          element(
            ["ram:URIID", endpoint?.scheme ? { schemeID: endpoint.scheme } : {}],
            endpoint?.id,
          ),
        ),
    ciiRegistration("VA", party.vat),
    // EN 16931 has no other tax number for buyers.
    name === "ram:SellerTradeParty" ? ciiRegistration("FC", party.taxNumber) : undefined,
  );
}

function writeContact({ contact_name, phone, email }: ModelParty) {
  return element(
    "ram:DefinedTradeContact",
    element("ram:PersonName", contact_name),
    element("ram:TelephoneUniversalCommunication", element("ram:CompleteNumber", phone)),
    contact_name || phone
      ? element("ram:EmailURIUniversalCommunication", element("ram:URIID", email))
      : undefined,
  );
}

/** Writes an address. The schema allows three lines: further lines are joined in the last. */
function ciiAddress({ postal_code, lines, city, country, region }: ModelAddress) {
  const [one, two, ...rest] = lines;
  return element(
    "ram:PostalTradeAddress",
    element("ram:PostcodeCode", postal_code),
    element("ram:LineOne", one),
    element("ram:LineTwo", two),
    element("ram:LineThree", rest.join(", ")),
    element("ram:CityName", city),
    element("ram:CountryID", country),
    element("ram:CountrySubDivisionName", region),
  );
}

/** Writes the payment instructions, the taxes and the totals. */
function ciiSettlement(model: Model, options: CiiOptions) {
  const { payment, currency, breakdown, allowances, terms, due, preceding, taxPoint } = model;
  return element(
    "ram:ApplicableHeaderTradeSettlement",
    element("ram:CreditorReferenceID", payment?.mandate?.creditor),
    element("ram:PaymentReference", payment?.reference),
    element("ram:TaxCurrencyCode", model.taxCurrency?.code),
    element("ram:InvoiceCurrencyCode", currency),
    writePayee(model),
    writePaymentMeans(model, options),
    breakdown.map((group) => writeTaxBreakdown(group, taxPoint)),
    writePeriod(model.period),
    allowances.map((allowance) => ciiAllowance(allowance, ciiTax(allowance))),
    element(
      "ram:SpecifiedTradePaymentTerms",
      element("ram:Description", terms),
      element("ram:DueDateDateTime", ciiDay(due)),
      element("ram:DirectDebitMandateID", payment?.mandate?.reference),
    ),
    writeTotals(model),
    preceding.map(({ number, date }) =>
      element(
        "ram:InvoiceReferencedDocument",
        element("ram:IssuerAssignedID", number),
        element("ram:FormattedIssueDateTime", ciiDay(date, "qdt:DateTimeString")),
      ),
    ),
    writeAccount(model.references.accounting_reference),
  );
}

function writePaymentMeans({ payment }: Model, { basic }: CiiOptions) {
  if (!payment) return undefined;
  const { code, text, account, card, mandate } = payment;
  // An IBAN starts with its country. Other account numbers have their own element.
  const isIban = /^[A-Z]{2}\d\d/.test(account?.iban ?? "");
  return element(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    element("ram:TypeCode", code),
    basic ? undefined : element("ram:Information", text),
    element(
      "ram:ApplicableTradeSettlementFinancialCard",
      element("ram:ID", card?.number),
      element("ram:CardholderName", card?.holder),
    ),
    element("ram:PayerPartyDebtorFinancialAccount", element("ram:IBANID", mandate?.account)),
    account &&
      element(
        "ram:PayeePartyCreditorFinancialAccount",
        isIban ? element("ram:IBANID", account.iban) : undefined,
        basic ? undefined : element("ram:AccountName", account.name),
        isIban ? undefined : element("ram:ProprietaryID", account.iban),
      ),
    basic
      ? undefined
      : element(
          "ram:PayeeSpecifiedCreditorFinancialInstitution",
          element("ram:BICID", account?.bic),
        ),
  );
}

function writeTaxBreakdown(
  { category, rate, percent: override, base, tax, exemption }: Breakdown,
  taxPoint: Model["taxPoint"],
) {
  const [type, code, percent] = ciiTax({ category, rate }, override);
  return element(
    "ram:ApplicableTradeTax",
    element("ram:CalculatedAmount", moneyText(tax)),
    type,
    element("ram:ExemptionReason", exemption?.reason),
    element("ram:BasisAmount", moneyText(base)),
    code,
    element("ram:ExemptionReasonCode", exemption?.code),
    element("ram:TaxPointDate", ciiDay(taxPoint.date, "udt:DateString")),
    element("ram:DueDateTypeCode", dateCodes[taxPoint.code ?? ""]),
    percent,
  );
}

/** Codes of UNTDID 2475 by those of UNTDID 2005, which UBL uses. */
const dateCodes: Readonly<Record<string, string>> = asTable({ 3: "5", 35: "29", 432: "72" });

function writeTotals({ sums, currency, taxCurrency }: Model) {
  return element(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    element("ram:LineTotalAmount", moneyText(sums.lines)),
    element("ram:ChargeTotalAmount", moneyTextIfAny(sums.charges)),
    element("ram:AllowanceTotalAmount", moneyTextIfAny(sums.allowances)),
    element("ram:TaxBasisTotalAmount", moneyText(sums.withoutTax)),
    element(["ram:TaxTotalAmount", { currencyID: currency }], moneyText(sums.tax)),
    taxCurrency?.total &&
      element(
        ["ram:TaxTotalAmount", { currencyID: taxCurrency.code }],
        moneyText(taxCurrency.total),
      ),
    element("ram:RoundingAmount", moneyTextIfAny(sums.rounding)),
    element("ram:GrandTotalAmount", moneyText(sums.withTax)),
    element("ram:TotalPrepaidAmount", moneyTextIfAny(sums.paid)),
    element("ram:DuePayableAmount", moneyText(sums.due)),
  );
}
