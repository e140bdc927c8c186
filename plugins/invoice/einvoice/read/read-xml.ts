import invoice from "../../plugin.ts";
import type { Received } from "../rules/rule.ts";
import { readCii } from "./read-cii.ts";
import { readUbl } from "./read-ubl.ts";
import { parseXml } from "./xml-tree.ts";

/** Reads an electronic invoice in either syntax. Throws `no_einvoice` for any other document. */
export function readXml(xml: string, at: string): Received {
  const root = parseXml(xml, at);
  if (root.name === "Invoice" || root.name === "CreditNote")
    return { invoice: readUbl(root), syntax: "ubl", root };
  if (root.name === "rsm:CrossIndustryInvoice")
    return { invoice: readCii(root), syntax: "cii", root };
  throw invoice.error(
    "no_einvoice",
    `${at} must be a UBL Invoice or CreditNote, or a CrossIndustryInvoice: it is "${root.name.replace("?:", "")}"`,
    { at },
  );
}
