import type {
  Allowance,
  Breakdown,
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
        element("ram:IncludedNote", element("ram:Content", model.note)),
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
  { buyerReference, seller, buyer, order, documents }: Model,
  options: CiiOptions,
) {
  return element(
    "ram:ApplicableHeaderTradeAgreement",
    element("ram:BuyerReference", buyerReference),
    ciiParty("ram:SellerTradeParty", seller, options),
    ciiParty("ram:BuyerTradeParty", buyer, options),
    element("ram:BuyerOrderReferencedDocument", element("ram:IssuerAssignedID", order)),
    options.basic ? undefined : documents.map(writeDocument),
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

function writePayee({ payee }: Model) {
  return element(
    "ram:PayeeTradeParty",
    element("ram:ID", payee?.id),
    element("ram:Name", payee?.name),
    element("ram:SpecifiedLegalOrganization", element("ram:ID", payee?.registration)),
  );
}

function writePeriod({ period }: Model) {
  return element(
    "ram:BillingSpecifiedPeriod",
    element("ram:StartDateTime", ciiDay(period?.start)),
    element("ram:EndDateTime", ciiDay(period?.end)),
  );
}

function writeDelivery({ delivery: { name, date, address }, buyer }: Model) {
  const inner = [
    address &&
      element("ram:ShipToTradeParty", element("ram:Name", name ?? buyer.name), ciiAddress(address)),
    element("ram:ActualDeliverySupplyChainEvent", element("ram:OccurrenceDateTime", ciiDay(date))),
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
function ciiDay(day: string | undefined, prefix: "udt" | "qdt" = "udt") {
  return element([`${prefix}:DateTimeString`, { format: "102" }], day?.replaceAll("-", ""));
}

/** Writes an invoice line: BG-25. */
function ciiLine(line: ModelLine, { basic }: CiiOptions) {
  return element(
    "ram:IncludedSupplyChainTradeLineItem",
    element("ram:AssociatedDocumentLineDocument", element("ram:LineID", line.id)),
    element(
      "ram:SpecifiedTradeProduct",
      basic ? undefined : element("ram:SellerAssignedID", line.sku),
      element("ram:Name", line.name),
      basic ? undefined : element("ram:Description", line.description),
    ),
    element(
      "ram:SpecifiedLineTradeAgreement",
      element("ram:NetPriceProductTradePrice", element("ram:ChargeAmount", line.price.toFixed())),
    ),
    element(
      "ram:SpecifiedLineTradeDelivery",
      element(["ram:BilledQuantity", { unitCode: line.unit }], line.quantity.toFixed()),
    ),
    element(
      "ram:SpecifiedLineTradeSettlement",
      element("ram:ApplicableTradeTax", ciiTax(line)),
      line.discount.isZero()
        ? undefined
        : ciiAllowance({ ...line, isCharge: false, amount: line.discount, ...lineDiscount }),
      element(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        element("ram:LineTotalAmount", moneyText(line.net)),
      ),
    ),
  );
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
  const scheme = registration_scheme === undefined ? {} : { schemeID: registration_scheme };
  const registration = (schemeID: string, id: string | undefined) =>
    element("ram:SpecifiedTaxRegistration", element(["ram:ID", { schemeID }], id));
  return element(
    name,
    element("ram:Name", party.name),
    element("ram:SpecifiedLegalOrganization", element(["ram:ID", scheme], party.registration_id)),
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
    registration("VA", party.vat),
    // EN 16931 has no other tax number for buyers.
    name === "ram:SellerTradeParty" ? registration("FC", party.taxNumber) : undefined,
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
  const { payment, currency, breakdown, allowances, terms, due, preceding } = model;
  return element(
    "ram:ApplicableHeaderTradeSettlement",
    element("ram:PaymentReference", payment?.reference),
    element("ram:InvoiceCurrencyCode", currency),
    writePayee(model),
    writePaymentMeans(model, options),
    breakdown.map(writeTaxBreakdown),
    writePeriod(model),
    allowances.map((allowance) => ciiAllowance(allowance, ciiTax(allowance))),
    element(
      "ram:SpecifiedTradePaymentTerms",
      element("ram:Description", terms),
      element("ram:DueDateDateTime", ciiDay(due)),
    ),
    writeTotals(model),
    element(
      "ram:InvoiceReferencedDocument",
      element("ram:IssuerAssignedID", preceding?.number),
      element("ram:FormattedIssueDateTime", ciiDay(preceding?.date, "qdt")),
    ),
  );
}

function writePaymentMeans({ payment }: Model, { basic }: CiiOptions) {
  if (!payment) return undefined;
  const { code, text, account } = payment;
  // An IBAN starts with its country. Other account numbers have their own element.
  const isIban = /^[A-Z]{2}\d\d/.test(account?.iban ?? "");
  return element(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    element("ram:TypeCode", code),
    basic ? undefined : element("ram:Information", text),
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

function writeTaxBreakdown({ category, rate, percent: override, base, tax, exemption }: Breakdown) {
  const [type, code, percent] = ciiTax({ category, rate }, override);
  return element(
    "ram:ApplicableTradeTax",
    element("ram:CalculatedAmount", moneyText(tax)),
    type,
    element("ram:ExemptionReason", exemption?.reason),
    element("ram:BasisAmount", moneyText(base)),
    code,
    element("ram:ExemptionReasonCode", exemption?.code),
    percent,
  );
}

function writeTotals({ sums, currency }: Model) {
  return element(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    element("ram:LineTotalAmount", moneyText(sums.lines)),
    element("ram:ChargeTotalAmount", moneyTextIfAny(sums.charges)),
    element("ram:AllowanceTotalAmount", moneyTextIfAny(sums.allowances)),
    element("ram:TaxBasisTotalAmount", moneyText(sums.withoutTax)),
    element(["ram:TaxTotalAmount", { currencyID: currency }], moneyText(sums.tax)),
    element("ram:RoundingAmount", moneyTextIfAny(sums.rounding)),
    element("ram:GrandTotalAmount", moneyText(sums.withTax)),
    element("ram:TotalPrepaidAmount", moneyTextIfAny(sums.paid)),
    element("ram:DuePayableAmount", moneyText(sums.due)),
  );
}
