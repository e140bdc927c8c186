import type { Allowance, Breakdown, Model, ModelAddress, ModelLine, ModelParty } from "./model.ts";
import { element, moneyText, moneyTextIfAny, Xml, xmlDocument } from "./xml.ts";

/** UNTDID 5189: discount. */
export const lineDiscount = { code: "95", reason: "Discount" };

/**
 * Writes an invoice in the syntax of UN/CEFACT Cross Industry Invoice D16B. The order of the elements
 * is that of its schema.
 */
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
        agreement(model, options),
        delivery(model),
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

function agreement({ buyerReference, seller, buyer, order }: Model, options: CiiOptions) {
  return element(
    "ram:ApplicableHeaderTradeAgreement",
    element("ram:BuyerReference", buyerReference),
    ciiParty("ram:SellerTradeParty", seller, options),
    ciiParty("ram:BuyerTradeParty", buyer, options),
    element("ram:BuyerOrderReferencedDocument", element("ram:IssuerAssignedID", order)),
  );
}

function delivery({ delivery: { date, address }, buyer }: Model) {
  const inner = [
    address &&
      element("ram:ShipToTradeParty", element("ram:Name", buyer.name), ciiAddress(address)),
    element("ram:ActualDeliverySupplyChainEvent", element("ram:OccurrenceDateTime", ciiDay(date))),
  ];
  // The schema asks for it even where nothing is in it.
  return element("ram:ApplicableHeaderTradeDelivery", inner) ?? emptyDelivery;
}

const emptyDelivery = new Xml("<ram:ApplicableHeaderTradeDelivery/>");

/** What BASIC leaves out of EN 16931: contacts, descriptions and more. */
interface CiiOptions {
  basic: boolean;
}

/** A day as CII writes it: format 102 of UNTDID 2379. */
function ciiDay(day: string | undefined, prefix: "udt" | "qdt" = "udt") {
  return element([`${prefix}:DateTimeString`, { format: "102" }], day?.replaceAll("-", ""));
}

/** BG-25. */
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
      element(["ram:BilledQuantity", { unitCode: line.unit ?? "" }], line.quantity.toFixed()),
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

/** What of a tax tells its kind. */
function ciiTax(kind: { category: string; rate: number }, percent?: number) {
  return [
    element("ram:TypeCode", "VAT"),
    element("ram:CategoryCode", kind.category),
    element("ram:RateApplicablePercent", percentText(kind, percent)),
  ];
}

/** A rate in per cent; a supply that is not subject to tax has none, unless a breakdown has to tell one. */
export function percentText(
  { category, rate }: { category: string; rate: number },
  told?: number,
): string | undefined {
  return category === "O" ? told?.toString() : String(rate);
}

type Adjustment = Pick<Allowance, "isCharge" | "amount" | "code" | "reason">;

/** BG-20, BG-21 and BG-27; those of the whole have a tax too. */
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

/** The seller or the buyer. */
function ciiParty(name: string, party: ModelParty, { basic }: CiiOptions) {
  const registration = (schemeID: string, id: string | undefined) =>
    element("ram:SpecifiedTaxRegistration", element(["ram:ID", { schemeID }], id));
  return element(
    name,
    element("ram:Name", party.name),
    element("ram:SpecifiedLegalOrganization", element("ram:ID", party.registration_id)),
    basic ? undefined : contact(party),
    ciiAddress(party),
    basic
      ? undefined
      : element(
          "ram:URIUniversalCommunication",
          element(["ram:URIID", { schemeID: "EM" }], party.email),
        ),
    registration("VA", party.vat),
    // A buyer has no other tax number in EN 16931.
    name === "ram:SellerTradeParty" ? registration("FC", party.taxNumber) : undefined,
  );
}

function contact({ contact_name, phone, email }: ModelParty) {
  return element(
    "ram:DefinedTradeContact",
    element("ram:PersonName", contact_name),
    element("ram:TelephoneUniversalCommunication", element("ram:CompleteNumber", phone)),
    contact_name || phone
      ? element("ram:EmailURIUniversalCommunication", element("ram:URIID", email))
      : undefined,
  );
}

/** An address. Three lines are all there are: what is more goes into the last. */
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

/** How it is to be paid, the taxes and the sums. */
function ciiSettlement(model: Model, options: CiiOptions) {
  const { payment, currency, breakdown, allowances, terms, due, preceding } = model;
  return element(
    "ram:ApplicableHeaderTradeSettlement",
    element("ram:PaymentReference", payment?.reference),
    element("ram:InvoiceCurrencyCode", currency),
    means(model, options),
    breakdown.map(tax),
    allowances.map((allowance) => ciiAllowance(allowance, ciiTax(allowance))),
    element(
      "ram:SpecifiedTradePaymentTerms",
      element("ram:Description", terms),
      element("ram:DueDateDateTime", ciiDay(due)),
    ),
    summation(model),
    element(
      "ram:InvoiceReferencedDocument",
      element("ram:IssuerAssignedID", preceding?.number),
      element("ram:FormattedIssueDateTime", ciiDay(preceding?.date, "qdt")),
    ),
  );
}

function means({ payment }: Model, { basic }: CiiOptions) {
  if (!payment) return undefined;
  const { code, text, account } = payment;
  // An IBAN begins with its country; other account numbers have an element of their own.
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

function tax({ category, rate, percent: told, base, tax, exemption }: Breakdown) {
  const [type, code, percent] = ciiTax({ category, rate }, told);
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

function summation({ sums, currency }: Model) {
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
