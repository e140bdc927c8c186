/** The parts of the sample that depend on the VAT category. */
interface Category {
  category: string;
  rate?: string | undefined;
  tax: string;
  reason?: string | undefined;
  /** Total with VAT, and the amount due. */
  withTax: string;
  due: string;
}

export const standard: Category = {
  category: "S",
  rate: "25",
  tax: "225.00",
  withTax: "1125.00",
  due: "1000.50",
};

/** Returns the VAT categories without tax, and those of the Canary Islands and Ceuta. */
export const categories: readonly Category[] = [
  standard,
  ...["Z", "E", "AE", "K", "G", "O"].map((category) => ({
    category,
    rate: category === "O" ? undefined : "0",
    tax: "0.00",
    reason: category === "Z" ? undefined : "Not taxed",
    withTax: "900.00",
    due: "775.50",
  })),
  { ...standard, category: "L" },
  { ...standard, category: "M" },
];

const scheme = "<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>";

const country = (code: string) =>
  `<cac:Country><cbc:IdentificationCode>${code}</cbc:IdentificationCode></cac:Country>`;

const address = (code: string) =>
  `<cac:PostalAddress><cbc:StreetName>High Street 5</cbc:StreetName><cbc:AdditionalStreetName>Floor 2</cbc:AdditionalStreetName><cbc:CityName>Town</cbc:CityName><cbc:PostalZone>10115</cbc:PostalZone><cbc:CountrySubentity>North</cbc:CountrySubentity>${country(code)}</cac:PostalAddress>`;

const vatNumber = (id: string) =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`;

const amount = (name: string, value: string) =>
  `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;

/** Returns a UBL invoice that uses most of EN 16931 and violates no rule of it or of Peppol. */
export function makeUbl(own: Category = standard): string {
  const isOutside = own.category === "O";
  const percent = own.rate === undefined ? "" : `<cbc:Percent>${own.rate}</cbc:Percent>`;
  const tax = (name: string) =>
    `<cac:${name}><cbc:ID>${own.category}</cbc:ID>${percent}${scheme}</cac:${name}>`;
  const reason =
    own.reason === undefined
      ? ""
      : `<cbc:TaxExemptionReason>${own.reason}</cbc:TaxExemptionReason>`;
  const adjustment = (charge: boolean, values: readonly [string, string, string], category = "") =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>${charge ? "FC" : "95"}</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>${charge ? "Freight" : "Discount"}</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>${values[0]}</cbc:MultiplierFactorNumeric>${amount("Amount", values[1])}${amount("BaseAmount", values[2])}${category}</cac:AllowanceCharge>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>INV-1</cbc:ID><cbc:IssueDate>2026-02-01</cbc:IssueDate><cbc:DueDate>2026-03-01</cbc:DueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:Note>A note</cbc:Note>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>
<cbc:AccountingCost>4711</cbc:AccountingCost><cbc:BuyerReference>04011000-12345-03</cbc:BuyerReference>
<cac:InvoicePeriod><cbc:StartDate>2026-01-01</cbc:StartDate><cbc:EndDate>2026-01-31</cbc:EndDate><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>
<cac:OrderReference><cbc:ID>PO-1</cbc:ID><cbc:SalesOrderID>SO-1</cbc:SalesOrderID></cac:OrderReference>
<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>INV-0</cbc:ID><cbc:IssueDate>2026-01-01</cbc:IssueDate></cac:InvoiceDocumentReference></cac:BillingReference>
<cac:DespatchDocumentReference><cbc:ID>D-1</cbc:ID></cac:DespatchDocumentReference><cac:ReceiptDocumentReference><cbc:ID>R-1</cbc:ID></cac:ReceiptDocumentReference>
<cac:OriginatorDocumentReference><cbc:ID>T-1</cbc:ID></cac:OriginatorDocumentReference><cac:ContractDocumentReference><cbc:ID>C-1</cbc:ID></cac:ContractDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID schemeID="AAA">O-1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID>S-1</cbc:ID><cbc:DocumentDescription>Time sheet</cbc:DocumentDescription><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID>S-2</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>https://example.com/b.pdf</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>
<cac:ProjectReference><cbc:ID>P-1</cbc:ID></cac:ProjectReference>
<cac:AccountingSupplierParty><cac:Party><cbc:EndpointID schemeID="9930">DE123456788</cbc:EndpointID><cac:PartyIdentification><cbc:ID schemeID="0088">4000001123452</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Nordwind</cbc:Name></cac:PartyName>${address("DE")}${isOutside ? "" : vatNumber("DE123456788")}<cac:PartyLegalEntity><cbc:RegistrationName>Nordwind GmbH</cbc:RegistrationName><cbc:CompanyID schemeID="0204">HRB 1</cbc:CompanyID><cbc:CompanyLegalForm>Seat: Hamburg</cbc:CompanyLegalForm></cac:PartyLegalEntity><cac:Contact><cbc:Name>Ada Lang</cbc:Name><cbc:Telephone>+49 40 123</cbc:Telephone><cbc:ElectronicMail>ada@nordwind.example</cbc:ElectronicMail></cac:Contact></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cbc:EndpointID schemeID="0204">04011000-12345-03</cbc:EndpointID><cac:PartyIdentification><cbc:ID schemeID="0088">4000001123452</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Acme</cbc:Name></cac:PartyName>${address("DE")}${isOutside ? "" : vatNumber("DE999999999")}<cac:PartyLegalEntity><cbc:RegistrationName>Acme AG</cbc:RegistrationName><cbc:CompanyID schemeID="0204">HRB 2</cbc:CompanyID></cac:PartyLegalEntity><cac:Contact><cbc:Name>Bob Ray</cbc:Name><cbc:Telephone>+49 30 456</cbc:Telephone><cbc:ElectronicMail>bob@acme.example</cbc:ElectronicMail></cac:Contact></cac:Party></cac:AccountingCustomerParty>
<cac:PayeeParty><cac:PartyIdentification><cbc:ID schemeID="0088">4000001123469</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Factor Bank</cbc:Name></cac:PartyName><cac:PartyLegalEntity><cbc:CompanyID schemeID="0204">HRB 3</cbc:CompanyID></cac:PartyLegalEntity></cac:PayeeParty>
${isOutside ? "" : `<cac:TaxRepresentativeParty><cac:PartyName><cbc:Name>Rep Ltd</cbc:Name></cac:PartyName>${address("FR")}${vatNumber("FR83404833048")}</cac:TaxRepresentativeParty>`}
<cac:Delivery><cbc:ActualDeliveryDate>2026-01-30</cbc:ActualDeliveryDate><cac:DeliveryLocation><cbc:ID schemeID="0088">4000001123452</cbc:ID>${address("AT").replaceAll("PostalAddress", "Address")}</cac:DeliveryLocation><cac:DeliveryParty><cac:PartyName><cbc:Name>Acme Store</cbc:Name></cac:PartyName></cac:DeliveryParty></cac:Delivery>
<cac:PaymentMeans><cbc:PaymentMeansCode name="Transfer">58</cbc:PaymentMeansCode><cbc:PaymentID>INV-1</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID><cbc:Name>Factor Bank</cbc:Name><cac:FinancialInstitutionBranch><cbc:ID>COBADEFFXXX</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:PaymentTerms><cbc:Note>30 days</cbc:Note></cac:PaymentTerms>
${adjustment(false, ["10", "96.00", "960.00"], tax("TaxCategory"))}
${adjustment(true, ["3.75", "36.00", "960.00"], tax("TaxCategory"))}
<cac:TaxTotal>${amount("TaxAmount", own.tax)}<cac:TaxSubtotal>${amount("TaxableAmount", "900.00")}${amount("TaxAmount", own.tax)}<cac:TaxCategory><cbc:ID>${own.category}</cbc:ID>${percent}${reason}${scheme}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">${own.tax === "0.00" ? "0.00" : "2500.00"}</cbc:TaxAmount></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount("LineExtensionAmount", "960.00")}${amount("TaxExclusiveAmount", "900.00")}${amount("TaxInclusiveAmount", own.withTax)}${amount("AllowanceTotalAmount", "96.00")}${amount("ChargeTotalAmount", "36.00")}${amount("PrepaidAmount", "125.00")}${amount("PayableRoundingAmount", "0.50")}${amount("PayableAmount", own.due)}</cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:Note>Line note</cbc:Note><cbc:InvoicedQuantity unitCode="HUR">10</cbc:InvoicedQuantity>${amount("LineExtensionAmount", "960.00")}<cbc:AccountingCost>4712</cbc:AccountingCost><cac:InvoicePeriod><cbc:StartDate>2026-01-02</cbc:StartDate><cbc:EndDate>2026-01-30</cbc:EndDate></cac:InvoicePeriod><cac:OrderLineReference><cbc:LineID>3</cbc:LineID></cac:OrderLineReference><cac:DocumentReference><cbc:ID schemeID="AAA">LO-1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>${adjustment(false, ["5", "50.00", "1000.00"])}${adjustment(true, ["1", "10.00", "1000.00"])}<cac:Item><cbc:Description>On site</cbc:Description><cbc:Name>Consulting</cbc:Name><cac:BuyersItemIdentification><cbc:ID>B-1</cbc:ID></cac:BuyersItemIdentification><cac:SellersItemIdentification><cbc:ID>A-1</cbc:ID></cac:SellersItemIdentification><cac:StandardItemIdentification><cbc:ID schemeID="0160">4000001123452</cbc:ID></cac:StandardItemIdentification><cac:OriginCountry><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:OriginCountry><cac:CommodityClassification><cbc:ItemClassificationCode listID="STI">80101500</cbc:ItemClassificationCode></cac:CommodityClassification>${tax("ClassifiedTaxCategory")}<cac:AdditionalItemProperty><cbc:Name>Colour</cbc:Name><cbc:Value>Blue</cbc:Value></cac:AdditionalItemProperty></cac:Item><cac:Price>${amount("PriceAmount", "100.00")}<cbc:BaseQuantity unitCode="HUR">1</cbc:BaseQuantity><cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>${amount("Amount", "20.00")}${amount("BaseAmount", "120.00")}</cac:AllowanceCharge></cac:Price></cac:InvoiceLine>
</Invoice>`;
}
