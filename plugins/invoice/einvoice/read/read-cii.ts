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

/** Reads an invoice in the syntax of UN/CEFACT Cross Industry Invoice D16B. */
export function readCii(root: XmlNode): ReceivedInvoice {
  const header = findNode(root, "rsm:ExchangedDocument");
  const context = findNode(root, "rsm:ExchangedDocumentContext");
  const trade = findNode(root, "rsm:SupplyChainTradeTransaction");
  const agreement = findNode(trade, "ram:ApplicableHeaderTradeAgreement");
  const settlement = findNode(trade, "ram:ApplicableHeaderTradeSettlement");
  const invoice: Loose<ReceivedInvoice> = {
    specification: findText(context, "ram:GuidelineSpecifiedDocumentContextParameter/ram:ID"),
    process: findText(context, "ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID"),
    number: findText(header, "ram:ID"),
    issue_date: readDay(header, "ram:IssueDateTime"),
    type: findText(header, "ram:TypeCode"),
    notes: findAll(header, "ram:IncludedNote/ram:Content").map(({ text }) => text.trim()),
    ...readAgreement(agreement),
    delivery: readDelivery(findNode(trade, "ram:ApplicableHeaderTradeDelivery")),
    receiving_advice: findText(
      trade,
      "ram:ApplicableHeaderTradeDelivery/ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID",
    ),
    despatch_advice: findText(
      trade,
      "ram:ApplicableHeaderTradeDelivery/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID",
    ),
    ...readSettlement(settlement),
    lines: findAll(trade, "ram:IncludedSupplyChainTradeLineItem").map(readLine),
  };
  return { seller: {}, buyer: {}, totals: {}, ...compact<ReceivedInvoice>(invoice) };
}

function readAgreement(agreement: XmlNode | undefined): Loose<ReceivedInvoice> {
  const text = (path: string) => findText(agreement, path);
  const references = findAll(agreement, "ram:AdditionalReferencedDocument");
  const byType = (...codes: string[]) =>
    references.filter((node) => codes.includes(findText(node, "ram:TypeCode") ?? ""));
  const [object] = byType("130");
  const representative = findNode(agreement, "ram:SellerTaxRepresentativeTradeParty");
  return {
    buyer_reference: text("ram:BuyerReference"),
    project: text("ram:SpecifiedProcuringProject/ram:ID"),
    contract: text("ram:ContractReferencedDocument/ram:IssuerAssignedID"),
    purchase_order: text("ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID"),
    sales_order: text("ram:SellerOrderReferencedDocument/ram:IssuerAssignedID"),
    tender: findText(byType("50")[0], "ram:IssuerAssignedID"),
    object: object && {
      id: findText(object, "ram:IssuerAssignedID"),
      scheme: findText(object, "ram:ReferenceTypeCode"),
    },
    documents: byType("916", "").map(readDocument),
    seller: readParty(findNode(agreement, "ram:SellerTradeParty")),
    buyer: readParty(findNode(agreement, "ram:BuyerTradeParty")),
    tax_representative: representative && {
      name: findText(representative, "ram:Name"),
      vat_id: findTaxNumber(representative, "VA"),
      address: readAddress(findNode(representative, "ram:PostalTradeAddress")),
    },
  };
}

function readSettlement(settlement: XmlNode | undefined): Loose<ReceivedInvoice> {
  const text = (path: string) => findText(settlement, path);
  const taxes = findAll(settlement, "ram:ApplicableTradeTax");
  const payee = findNode(settlement, "ram:PayeeTradeParty");
  return {
    currency: text("ram:InvoiceCurrencyCode"),
    tax_currency: text("ram:TaxCurrencyCode"),
    tax_point_date: taxes
      .map((node) => readDay(node, "ram:TaxPointDate", "udt:DateString"))
      .find(Boolean),
    tax_point_code: taxes.map((node) => findText(node, "ram:DueDateTypeCode")).find(Boolean),
    due_date: readDay(settlement, "ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime"),
    payment_terms: text("ram:SpecifiedTradePaymentTerms/ram:Description"),
    accounting_reference: text("ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID"),
    preceding_invoices: findAll(settlement, "ram:InvoiceReferencedDocument").map((node) => ({
      number: findText(node, "ram:IssuerAssignedID"),
      date: readDay(node, "ram:FormattedIssueDateTime", "qdt:DateTimeString"),
    })),
    payee: payee && {
      name: findText(payee, "ram:Name"),
      identifier: readIdentifiers(payee)[0],
      registration: readIdentifier(payee, "ram:SpecifiedLegalOrganization/ram:ID"),
    },
    period: readPeriod(settlement),
    payments: readPayments(settlement),
    allowances: readAdjustments(settlement, "false"),
    charges: readAdjustments(settlement, "true"),
    totals: readTotals(settlement),
    tax_breakdown: taxes.map((node) => ({
      base: findText(node, "ram:BasisAmount"),
      tax: findText(node, "ram:CalculatedAmount"),
      tax_category: findText(node, "ram:CategoryCode"),
      tax_rate: findText(node, "ram:RateApplicablePercent"),
      reason: findText(node, "ram:ExemptionReason"),
      reason_code: findText(node, "ram:ExemptionReasonCode"),
    })),
  };
}

/** Reads a date: format 102 of UNTDID 2379, YYYYMMDD. Returns any other text unchanged. */
function readDay(node: XmlNode | undefined, path: string, name = "udt:DateTimeString") {
  const text = findText(node, `${path}/${name}`);
  if (text === undefined || !/^\d{8}$/.test(text)) return text;
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

function readIdentifier(node: XmlNode | undefined, path: string) {
  const found = findNode(node, path);
  return found && { id: found.text.trim() || undefined, scheme: found.attributes.schemeID };
}

function readIdentifiers(party: XmlNode | undefined) {
  return ["ram:ID", "ram:GlobalID"]
    .flatMap((name) => findAll(party, name))
    .map(({ text, attributes }) => ({
      id: text.trim() || undefined,
      scheme: attributes.schemeID || undefined,
    }));
}

function readAddress(node: XmlNode | undefined) {
  return {
    lines: ["ram:LineOne", "ram:LineTwo", "ram:LineThree"]
      .map((name) => findText(node, name))
      .filter((line) => line !== undefined),
    city: findText(node, "ram:CityName"),
    postal_code: findText(node, "ram:PostcodeCode"),
    region: findText(node, "ram:CountrySubDivisionName"),
    country: findText(node, "ram:CountryID"),
  };
}

function findTaxNumber(party: XmlNode | undefined, scheme: string) {
  const found = findAll(party, "ram:SpecifiedTaxRegistration/ram:ID").find(
    ({ attributes }) => attributes.schemeID === scheme,
  );
  return found?.text.trim() || undefined;
}

function readParty(party: XmlNode | undefined): Loose<ReceivedParty> {
  const text = (path: string) => findText(party, path);
  const contact = findNode(party, "ram:DefinedTradeContact");
  return {
    name: text("ram:Name"),
    trading_name: text("ram:SpecifiedLegalOrganization/ram:TradingBusinessName"),
    identifiers: readIdentifiers(party),
    registration: readIdentifier(party, "ram:SpecifiedLegalOrganization/ram:ID"),
    vat_id: findTaxNumber(party, "VA"),
    tax_id: findTaxNumber(party, "FC"),
    legal_information: text("ram:Description"),
    endpoint: readIdentifier(party, "ram:URIUniversalCommunication/ram:URIID"),
    address: readAddress(findNode(party, "ram:PostalTradeAddress")),
    contact: {
      name: findText(contact, "ram:PersonName") ?? findText(contact, "ram:DepartmentName"),
      phone: findText(contact, "ram:TelephoneUniversalCommunication/ram:CompleteNumber"),
      email: findText(contact, "ram:EmailURIUniversalCommunication/ram:URIID"),
    },
  };
}

function readDelivery(node: XmlNode | undefined) {
  const party = findNode(node, "ram:ShipToTradeParty");
  return {
    name: findText(party, "ram:Name"),
    location: readIdentifiers(party)[0],
    date: readDay(node, "ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime"),
    address: readAddress(findNode(party, "ram:PostalTradeAddress")),
  };
}

function readPeriod(node: XmlNode | undefined) {
  return {
    start: readDay(node, "ram:BillingSpecifiedPeriod/ram:StartDateTime"),
    end: readDay(node, "ram:BillingSpecifiedPeriod/ram:EndDateTime"),
  };
}

function readPayments(settlement: XmlNode | undefined) {
  const mandate = findText(settlement, "ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID");
  const creditor = findText(settlement, "ram:CreditorReferenceID");
  return findAll(settlement, "ram:SpecifiedTradeSettlementPaymentMeans").map((node) => {
    const account = findNode(node, "ram:PayeePartyCreditorFinancialAccount");
    const card = findNode(node, "ram:ApplicableTradeSettlementFinancialCard");
    const code = findText(node, "ram:TypeCode");
    const debited = findText(node, "ram:PayerPartyDebtorFinancialAccount/ram:IBANID");
    return {
      code,
      text: findText(node, "ram:Information"),
      reference: findText(settlement, "ram:PaymentReference"),
      account: {
        id: findText(account, "ram:IBANID") ?? findText(account, "ram:ProprietaryID"),
        name: findText(account, "ram:AccountName"),
        bic: findText(node, "ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID"),
      },
      card: {
        number: findText(card, "ram:ID"),
        holder: findText(card, "ram:CardholderName"),
      },
      mandate:
        code === "59" || code === "49" || debited !== undefined
          ? { reference: mandate, creditor, account: debited }
          : undefined,
    };
  });
}

function readAdjustments(parent: XmlNode | undefined, indicator: "true" | "false") {
  return findAll(parent, "ram:SpecifiedTradeAllowanceCharge")
    .filter(
      (node) => readBoolean(findText(node, "ram:ChargeIndicator/udt:Indicator")) === indicator,
    )
    .map((node) => ({
      amount: findText(node, "ram:ActualAmount"),
      base: findText(node, "ram:BasisAmount"),
      percent: findText(node, "ram:CalculationPercent"),
      reason: findText(node, "ram:Reason"),
      reason_code: findText(node, "ram:ReasonCode"),
      tax_category: findText(node, "ram:CategoryTradeTax/ram:CategoryCode"),
      tax_rate: findText(node, "ram:CategoryTradeTax/ram:RateApplicablePercent"),
    }));
}

/** Reads the totals. A second VAT total has the currency for VAT accounting. */
function readTotals(settlement: XmlNode | undefined) {
  const sums = findNode(settlement, "ram:SpecifiedTradeSettlementHeaderMonetarySummation");
  const text = (name: string) => findText(sums, `ram:${name}`);
  const currency = findText(settlement, "ram:InvoiceCurrencyCode");
  const accounting = findText(settlement, "ram:TaxCurrencyCode");
  const taxes = findAll(sums, "ram:TaxTotalAmount");
  const own =
    taxes.find(({ attributes }) => (attributes.currencyID ?? currency) === currency) ?? taxes[0];
  const other = taxes.findLast(({ attributes }) => attributes.currencyID === accounting);
  return {
    lines: text("LineTotalAmount"),
    allowances: text("AllowanceTotalAmount"),
    charges: text("ChargeTotalAmount"),
    without_tax: text("TaxBasisTotalAmount"),
    tax: own?.text.trim() || undefined,
    tax_in_tax_currency: accounting && (other?.text.trim() || undefined),
    with_tax: text("GrandTotalAmount"),
    paid: text("TotalPrepaidAmount"),
    rounding: text("RoundingAmount"),
    due: text("DuePayableAmount"),
  };
}

function readDocument(node: XmlNode) {
  const file = findNode(node, "ram:AttachmentBinaryObject");
  return {
    id: findText(node, "ram:IssuerAssignedID"),
    description: findText(node, "ram:Name"),
    url: findText(node, "ram:URIID"),
    media_type: file?.attributes.mimeCode || undefined,
    filename: file?.attributes.filename || undefined,
    content_base64: file?.text.trim() || undefined,
  };
}

function readLine(node: XmlNode): Loose<ReceivedLine> {
  const product = findNode(node, "ram:SpecifiedTradeProduct");
  const agreement = findNode(node, "ram:SpecifiedLineTradeAgreement");
  const settlement = findNode(node, "ram:SpecifiedLineTradeSettlement");
  const gross = findNode(agreement, "ram:GrossPriceProductTradePrice");
  const net = findNode(agreement, "ram:NetPriceProductTradePrice");
  const quantity = findNode(node, "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity");
  const base = findNode(net, "ram:BasisQuantity") ?? findNode(gross, "ram:BasisQuantity");
  const object = findNode(settlement, "ram:AdditionalReferencedDocument");
  return {
    id: findText(node, "ram:AssociatedDocumentLineDocument/ram:LineID"),
    note: findText(node, "ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content"),
    object: object && {
      id: findText(object, "ram:IssuerAssignedID"),
      scheme: findText(object, "ram:ReferenceTypeCode"),
    },
    quantity: quantity?.text.trim() || undefined,
    unit: quantity?.attributes.unitCode || undefined,
    net: findText(
      settlement,
      "ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount",
    ),
    order_line: findText(agreement, "ram:BuyerOrderReferencedDocument/ram:LineID"),
    accounting_reference: findText(
      settlement,
      "ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID",
    ),
    period: readPeriod(settlement),
    allowances: readAdjustments(settlement, "false"),
    charges: readAdjustments(settlement, "true"),
    price: findText(net, "ram:ChargeAmount"),
    price_discount: findText(gross, "ram:AppliedTradeAllowanceCharge/ram:ActualAmount"),
    gross_price: findText(gross, "ram:ChargeAmount"),
    base_quantity: base?.text.trim() || undefined,
    base_unit: base?.attributes.unitCode || undefined,
    tax_category: findText(settlement, "ram:ApplicableTradeTax/ram:CategoryCode"),
    tax_rate: findText(settlement, "ram:ApplicableTradeTax/ram:RateApplicablePercent"),
    name: findText(product, "ram:Name"),
    description: findText(product, "ram:Description"),
    sku: findText(product, "ram:SellerAssignedID"),
    buyer_sku: findText(product, "ram:BuyerAssignedID"),
    standard_id: readIdentifier(product, "ram:GlobalID"),
    classifications: findAll(product, "ram:DesignatedProductClassification/ram:ClassCode").map(
      ({ text, attributes }) => ({
        id: text.trim() || undefined,
        scheme: attributes.listID || undefined,
      }),
    ),
    origin_country: findText(product, "ram:OriginTradeCountry/ram:ID"),
    attributes: findAll(product, "ram:ApplicableProductCharacteristic").map((property) => ({
      name: findText(property, "ram:Description"),
      value: findText(property, "ram:Value"),
    })),
  };
}
