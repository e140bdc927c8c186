const scheme = (id: string, name: string, value: string) =>
  `<ram:${name} schemeID="${id}">${value}</ram:${name}>`;

const day = (value: string, prefix = "udt") =>
  `<${prefix}:DateTimeString format="102">${value}</${prefix}:DateTimeString>`;

const reference = (name: string, id: string, more = "") =>
  `<ram:${name}><ram:IssuerAssignedID>${id}</ram:IssuerAssignedID>${more}</ram:${name}>`;

const address = (country: string) =>
  `<ram:PostalTradeAddress><ram:PostcodeCode>10115</ram:PostcodeCode><ram:LineOne>High Street 5</ram:LineOne><ram:LineTwo>Floor 2</ram:LineTwo><ram:CityName>Town</ram:CityName><ram:CountryID>${country}</ram:CountryID><ram:CountrySubDivisionName>North</ram:CountrySubDivisionName></ram:PostalTradeAddress>`;

const contact = (name: string, phone: string, email: string) =>
  `<ram:DefinedTradeContact><ram:PersonName>${name}</ram:PersonName><ram:TelephoneUniversalCommunication><ram:CompleteNumber>${phone}</ram:CompleteNumber></ram:TelephoneUniversalCommunication><ram:EmailURIUniversalCommunication><ram:URIID>${email}</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>`;

const adjustment = (
  charge: boolean,
  [percent, amount, base]: readonly [string, string, string],
  tax = "",
) =>
  `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${charge}</udt:Indicator></ram:ChargeIndicator><ram:CalculationPercent>${percent}</ram:CalculationPercent><ram:BasisAmount>${base}</ram:BasisAmount><ram:ActualAmount>${amount}</ram:ActualAmount><ram:ReasonCode>${charge ? "FC" : "95"}</ram:ReasonCode><ram:Reason>${charge ? "Freight" : "Discount"}</ram:Reason>${tax}</ram:SpecifiedTradeAllowanceCharge>`;

const rate =
  "<ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>25</ram:RateApplicablePercent>";

const period = (start: string, end: string) =>
  `<ram:BillingSpecifiedPeriod><ram:StartDateTime>${day(start)}</ram:StartDateTime><ram:EndDateTime>${day(end)}</ram:EndDateTime></ram:BillingSpecifiedPeriod>`;

const accounting = (id: string) =>
  `<ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>${id}</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>`;

const object = (id: string) =>
  reference(
    "AdditionalReferencedDocument",
    id,
    "<ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>AAA</ram:ReferenceTypeCode>",
  );

const line = `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID><ram:IncludedNote><ram:Content>Line note</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct>${scheme("0160", "GlobalID", "4000001123452")}<ram:SellerAssignedID>A-1</ram:SellerAssignedID><ram:BuyerAssignedID>B-1</ram:BuyerAssignedID><ram:Name>Consulting</ram:Name><ram:Description>On site</ram:Description><ram:ApplicableProductCharacteristic><ram:Description>Colour</ram:Description><ram:Value>Blue</ram:Value></ram:ApplicableProductCharacteristic><ram:DesignatedProductClassification><ram:ClassCode listID="STI">80101500</ram:ClassCode></ram:DesignatedProductClassification><ram:OriginTradeCountry><ram:ID>DE</ram:ID></ram:OriginTradeCountry></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:BuyerOrderReferencedDocument><ram:LineID>3</ram:LineID></ram:BuyerOrderReferencedDocument><ram:GrossPriceProductTradePrice><ram:ChargeAmount>120.00</ram:ChargeAmount><ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>20.00</ram:ActualAmount></ram:AppliedTradeAllowanceCharge></ram:GrossPriceProductTradePrice><ram:NetPriceProductTradePrice><ram:ChargeAmount>100.00</ram:ChargeAmount><ram:BasisQuantity unitCode="HUR">1</ram:BasisQuantity></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="HUR">10</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax>${rate}</ram:ApplicableTradeTax>${period("20260102", "20260130")}${adjustment(false, ["5", "50.00", "1000.00"])}${adjustment(true, ["1", "10.00", "1000.00"])}<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>960.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>${object("LO-1")}${accounting("4712")}</ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;

const agreement = `<ram:ApplicableHeaderTradeAgreement><ram:BuyerReference>04011000-12345-03</ram:BuyerReference>
<ram:SellerTradeParty>${scheme("0088", "GlobalID", "4000001123452")}<ram:Name>Nordwind GmbH</ram:Name><ram:Description>Seat: Hamburg</ram:Description><ram:SpecifiedLegalOrganization>${scheme("0204", "ID", "HRB 1")}<ram:TradingBusinessName>Nordwind</ram:TradingBusinessName></ram:SpecifiedLegalOrganization>${contact("Ada Lang", "+49 40 123", "ada@nordwind.example")}${address("DE")}<ram:URIUniversalCommunication>${scheme("9930", "URIID", "DE123456788")}</ram:URIUniversalCommunication><ram:SpecifiedTaxRegistration>${scheme("VA", "ID", "DE123456788")}</ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty>${scheme("0088", "GlobalID", "4000001123452")}<ram:Name>Acme AG</ram:Name><ram:SpecifiedLegalOrganization>${scheme("0204", "ID", "HRB 2")}<ram:TradingBusinessName>Acme</ram:TradingBusinessName></ram:SpecifiedLegalOrganization>${contact("Bob Ray", "+49 30 456", "bob@acme.example")}${address("DE")}<ram:URIUniversalCommunication>${scheme("0204", "URIID", "04011000-12345-03")}</ram:URIUniversalCommunication><ram:SpecifiedTaxRegistration>${scheme("VA", "ID", "DE999999999")}</ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>
<ram:SellerTaxRepresentativeTradeParty><ram:Name>Rep Ltd</ram:Name>${address("FR")}<ram:SpecifiedTaxRegistration>${scheme("VA", "ID", "FR83404833048")}</ram:SpecifiedTaxRegistration></ram:SellerTaxRepresentativeTradeParty>
${reference("SellerOrderReferencedDocument", "SO-1")}${reference("BuyerOrderReferencedDocument", "PO-1")}${reference("ContractReferencedDocument", "C-1")}${reference("AdditionalReferencedDocument", "S-1", '<ram:TypeCode>916</ram:TypeCode><ram:Name>Time sheet</ram:Name><ram:AttachmentBinaryObject mimeCode="application/pdf" filename="a.pdf">QQ==</ram:AttachmentBinaryObject>')}${reference("AdditionalReferencedDocument", "S-2", "<ram:URIID>https://example.com/b.pdf</ram:URIID><ram:TypeCode>916</ram:TypeCode>")}${reference("AdditionalReferencedDocument", "T-1", "<ram:TypeCode>50</ram:TypeCode>")}${object("O-1")}<ram:SpecifiedProcuringProject><ram:ID>P-1</ram:ID><ram:Name>Project reference</ram:Name></ram:SpecifiedProcuringProject></ram:ApplicableHeaderTradeAgreement>`;

const delivery = `<ram:ApplicableHeaderTradeDelivery><ram:ShipToTradeParty>${scheme("0088", "GlobalID", "4000001123452")}<ram:Name>Acme Store</ram:Name>${address("AT")}</ram:ShipToTradeParty><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${day("20260130")}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>${reference("DespatchAdviceReferencedDocument", "D-1")}${reference("ReceivingAdviceReferencedDocument", "R-1")}</ram:ApplicableHeaderTradeDelivery>`;

const settlement = `<ram:ApplicableHeaderTradeSettlement><ram:PaymentReference>INV-1</ram:PaymentReference><ram:TaxCurrencyCode>SEK</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:PayeeTradeParty>${scheme("0088", "GlobalID", "4000001123469")}<ram:Name>Factor Bank</ram:Name><ram:SpecifiedLegalOrganization>${scheme("0204", "ID", "HRB 3")}</ram:SpecifiedLegalOrganization></ram:PayeeTradeParty>
<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:Information>Transfer</ram:Information><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID><ram:AccountName>Factor Bank</ram:AccountName></ram:PayeePartyCreditorFinancialAccount><ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>COBADEFFXXX</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution></ram:SpecifiedTradeSettlementPaymentMeans>
<ram:ApplicableTradeTax><ram:CalculatedAmount>225.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>900.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:DueDateTypeCode>29</ram:DueDateTypeCode><ram:RateApplicablePercent>25</ram:RateApplicablePercent></ram:ApplicableTradeTax>${period("20260101", "20260131")}
${adjustment(false, ["10", "96.00", "960.00"], `<ram:CategoryTradeTax>${rate}</ram:CategoryTradeTax>`)}${adjustment(true, ["3.75", "36.00", "960.00"], `<ram:CategoryTradeTax>${rate}</ram:CategoryTradeTax>`)}
<ram:SpecifiedTradePaymentTerms><ram:Description>30 days</ram:Description><ram:DueDateDateTime>${day("20260301")}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>960.00</ram:LineTotalAmount><ram:ChargeTotalAmount>36.00</ram:ChargeTotalAmount><ram:AllowanceTotalAmount>96.00</ram:AllowanceTotalAmount><ram:TaxBasisTotalAmount>900.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">225.00</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="SEK">2500.00</ram:TaxTotalAmount><ram:RoundingAmount>0.50</ram:RoundingAmount><ram:GrandTotalAmount>1125.00</ram:GrandTotalAmount><ram:TotalPrepaidAmount>125.00</ram:TotalPrepaidAmount><ram:DuePayableAmount>1000.50</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
${reference("InvoiceReferencedDocument", "INV-0", `<ram:FormattedIssueDateTime>${day("20260101", "qdt")}</ram:FormattedIssueDateTime>`)}${accounting("4711")}</ram:ApplicableHeaderTradeSettlement>`;

/** The invoice of the UBL fixture in CII. */
export const ciiInvoice = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>INV-1</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>${day("20260201")}</ram:IssueDateTime><ram:IncludedNote><ram:Content>A note</ram:Content></ram:IncludedNote></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${line}${agreement}${delivery}${settlement}</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
