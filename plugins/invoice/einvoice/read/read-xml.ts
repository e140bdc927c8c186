import invoice from "../../plugin.ts";
import type { ReceivedInvoice } from "../../schema/received.ts";
import { readInvoice } from "./read-invoice.ts";
import { parseXml, type XmlNode } from "./xml-tree.ts";

/** A parsed invoice and the XML that it was read from. */
export interface Received {
  invoice: ReceivedInvoice;
  syntax: "ubl" | "cii";
  root: XmlNode;
  /** The path in the invoice of each element that it was read from: `lines.0`. */
  paths: ReadonlyMap<XmlNode, string>;
}

/** Reads an electronic invoice in either syntax. Throws `no_einvoice` for any other document. */
export function readXml(xml: string, at: string): Received {
  const root = parseXml(xml, at);
  if (root.name === "Invoice" || root.name === "CreditNote")
    return { ...readInvoice(root, "ubl"), syntax: "ubl", root };
  if (root.name === "rsm:CrossIndustryInvoice")
    return { ...readInvoice(root, "cii"), syntax: "cii", root };
  throw invoice.error(
    "no_einvoice",
    `${at} must be a UBL Invoice or CreditNote, or a CrossIndustryInvoice: it is "${root.name.replace("?:", "")}"`,
    { at },
  );
}
