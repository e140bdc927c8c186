import { type CiiOptions, ciiDay } from "./cii-day.ts";
import { ciiLine } from "./cii-line.ts";
import { ciiAddress, ciiParty } from "./cii-party.ts";
import { ciiSettlement } from "./cii-settlement.ts";
import type { Model } from "./model.ts";
import { element, Xml, xmlDocument } from "./xml.ts";

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
