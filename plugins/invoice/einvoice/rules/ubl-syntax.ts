import { openTable } from "hub/data-file";
import { findAll, type XmlNode } from "../read/xml-tree.ts";
import type { Rule } from "./rule.ts";

/** Elements of UBL that may occur once, although the schema permits several: rules of the syntax binding. */
const readSingle = openTable(new URL("./ubl-syntax.tsv", import.meta.url), {
  id: "text",
  at: "text",
  parent: "optional",
  path: "text",
});

/** Returns the elements that an abbreviated path stands for. */
function listParents(root: XmlNode, parent: string): readonly XmlNode[] {
  if (parent === "") return [root];
  if (parent === "seller") return findAll(root, "cac:AccountingSupplierParty/cac:Party");
  if (parent === "buyer") return findAll(root, "cac:AccountingCustomerParty/cac:Party");
  if (parent === "line")
    return root.children.filter(({ name }) => /^cac:(Invoice|CreditNote)Line$/.test(name));
  if (parent !== "allowance" && parent !== "charge") return findAll(root, parent);
  return findAll(root, "cac:AllowanceCharge").filter((node) => {
    const text = findAll(node, "cbc:ChargeIndicator")[0]?.text.trim() ?? "";
    return /^(true|1)$/.test(text) === (parent === "charge");
  });
}

interface SyntaxRule {
  id: string;
  /** Business term and path of the field, separated by a space. */
  at: string;
  requirement: string;
  /** Returns the positions of the violations among the parents. */
  find(root: XmlNode): readonly number[];
}

/** Creates a rule on the elements of UBL. Invoices in CII don't violate it. */
function createRule({ id, at, requirement, find }: SyntaxRule): Rule {
  const [term = "", path = ""] = at.split(" ");
  return {
    id,
    term,
    requirement,
    findViolations: ({ root, syntax }) =>
      syntax === "ubl" ? find(root).map((index) => path.replace("*", String(index))) : [],
  };
}

function countPartyTaxes(root: XmlNode, { parent, isVat }: { parent: string; isVat: boolean }) {
  return listParents(root, parent).flatMap((party) =>
    findAll(party, "cac:PartyTaxScheme").filter(
      (scheme) =>
        (findAll(scheme, "cac:TaxScheme/cbc:ID")[0]?.text.trim().toUpperCase() === "VAT") === isVat,
    ),
  ).length;
}

/** Creates a rule on all of a document: it is violated if the condition is false. */
function documentRule(
  id: string,
  rule: Omit<SyntaxRule, "id" | "find"> & { isMet(root: XmlNode): boolean },
) {
  const { isMet, ...rest } = rule;
  return createRule({ id, ...rest, find: (root) => (isMet(root) ? [] : [0]) });
}

function countDistinct(root: XmlNode, path: string): number {
  return new Set(findAll(root, path).map(({ text }) => text.trim())).size;
}

const addresses = [
  "cac:AccountingSupplierParty/cac:Party/cac:PostalAddress",
  "cac:AccountingCustomerParty/cac:Party/cac:PostalAddress",
  "cac:TaxRepresentativeParty/cac:PostalAddress",
  "cac:Delivery/cac:DeliveryLocation/cac:Address",
];

function isAllowedType(reference: XmlNode, root: XmlNode): boolean {
  const [type] = findAll(reference, "cbc:DocumentTypeCode");
  const code = type?.text.trim();
  if (code === "130" || (root.name === "CreditNote" && code === "50")) return true;
  const hasScheme = findAll(reference, "cbc:ID").some(({ attributes }) => attributes.schemeID);
  return !type && !hasScheme;
}

function listIdentifiers(root: XmlNode, party: string): XmlNode[] {
  return findAll(root, `${party}/cac:PartyIdentification/cbc:ID`);
}

function isCreditor({ attributes }: XmlNode): boolean {
  return attributes.schemeID?.toUpperCase() === "SEPA";
}

/** Lists the amounts at any depth. Prices may have more decimals. */
function listAmounts(node: XmlNode): XmlNode[] {
  if (node.name === "cac:Price") return [];
  const own = node.name.endsWith("Amount") ? [node] : [];
  return [...own, ...node.children.flatMap(listAmounts)];
}

/** The rules of EN 16931 on UBL alone, with severity fatal. */
export const ublRules: readonly Rule[] = [
  ...readSingle().map(({ id, at, parent = "", path }) =>
    createRule({
      id,
      at,
      requirement: `There must be at most one ${path}`,
      find: (root) =>
        listParents(root, parent).flatMap((node, index) =>
          findAll(node, path).length > 1 ? [index] : [],
        ),
    }),
  ),
  documentRule("UBL-SR-04", {
    at: "BT-18 object",
    requirement: "There must be at most one invoiced object",
    isMet: (root) =>
      findAll(root, "cac:AdditionalDocumentReference/cbc:DocumentTypeCode").filter(
        ({ text }) => text.trim() === "130",
      ).length <= 1,
  }),
  documentRule("UBL-SR-12", {
    at: "BT-31 seller.vat_id",
    requirement: "The seller must have at most one VAT number",
    isMet: (root) => countPartyTaxes(root, { parent: "seller", isVat: true }) <= 1,
  }),
  documentRule("UBL-SR-13", {
    at: "BT-32 seller.tax_id",
    requirement: "The seller must have at most one tax registration",
    isMet: (root) => countPartyTaxes(root, { parent: "seller", isVat: false }) <= 1,
  }),
  documentRule("UBL-SR-18", {
    at: "BT-48 buyer.vat_id",
    requirement: "The buyer must have at most one VAT number",
    isMet: (root) => countPartyTaxes(root, { parent: "buyer", isVat: true }) <= 1,
  }),
  documentRule("UBL-SR-42", {
    at: "BT-31 seller.vat_id",
    requirement: "The seller must have at most two tax numbers",
    isMet: (root) =>
      listParents(root, "seller").every((node) => findAll(node, "cac:PartyTaxScheme").length <= 2),
  }),
  createRule({
    id: "UBL-SR-43",
    at: "BT-122 documents.*.id",
    requirement:
      "A reference must have a scheme or a type code only for an invoiced object (130) or the project of a credit note (50)",
    find: (root) =>
      findAll(root, "cac:AdditionalDocumentReference").flatMap((node, index) =>
        isAllowedType(node, root) ? [] : [index],
      ),
  }),
  documentRule("UBL-SR-51", {
    at: "BT-162 seller.address",
    requirement: "An address must have at most one third line",
    isMet: (root) =>
      addresses.every((path) =>
        findAll(root, path).every((node) => findAll(node, "cac:AddressLine").length <= 1),
      ),
  }),
  documentRule("UBL-SR-44", {
    at: "BT-83 payments",
    requirement: "All payment references must be the same",
    isMet: (root) => countDistinct(root, "cac:PaymentMeans/cbc:PaymentID") <= 1,
  }),
  documentRule("UBL-SR-46", {
    at: "BT-82 payments",
    requirement: "There must be at most one text of the payment means",
    isMet: (root) =>
      findAll(root, "cac:PaymentMeans/cbc:PaymentMeansCode").filter(
        ({ attributes }) => attributes.name !== undefined,
      ).length <= 1,
  }),
  documentRule("UBL-SR-47", {
    at: "BT-81 payments",
    requirement: "All codes of payment means must be the same",
    isMet: (root) => countDistinct(root, "cac:PaymentMeans/cbc:PaymentMeansCode") <= 1,
  }),
  documentRule("UBL-SR-20", {
    at: "BT-60 payee.identifier",
    requirement: "The payee must have at most one identifier",
    isMet: (root) =>
      listIdentifiers(root, "cac:PayeeParty").filter((node) => !isCreditor(node)).length <= 1,
  }),
  documentRule("UBL-SR-29", {
    at: "BT-90 payments",
    requirement: "There must be at most one creditor identifier",
    isMet: (root) =>
      ["cac:PayeeParty", "cac:AccountingSupplierParty/cac:Party"]
        .flatMap((path) => listIdentifiers(root, path))
        .filter(isCreditor).length <= 1,
  }),
  ...(
    [
      ["UBL-CR-666", "cac:Attachment"],
      ["UBL-CR-673", "cbc:DocumentDescription"],
    ] as const
  ).map(([id, path]) =>
    documentRule(id, {
      at: "BT-18 object",
      requirement: `The reference to the invoiced object must not have ${path}`,
      isMet: (root) =>
        findAll(root, "cac:AdditionalDocumentReference").every(
          (node) =>
            findAll(node, "cbc:DocumentTypeCode")[0]?.text.trim() !== "130" ||
            findAll(node, path).length === 0,
        ),
    }),
  ),
  documentRule("UBL-DT-01", {
    at: "BG-22 totals",
    requirement: "Amounts must have at most two decimals",
    isMet: (root) => listAmounts(root).every(({ text }) => !/\.\d{3}/.test(text)),
  }),
  ...(
    [
      ["UBL-DT-06", "BT-125-1 documents.*.media_type", "mimeCode"],
      ["UBL-DT-07", "BT-125-2 documents.*.filename", "filename"],
    ] as const
  ).map(([id, at, attribute]) =>
    createRule({
      id,
      at,
      requirement: `An embedded document must have the attribute ${attribute}`,
      find: (root) =>
        findAll(root, "cac:AdditionalDocumentReference").flatMap((node, index) =>
          findAll(node, "cac:Attachment/cbc:EmbeddedDocumentBinaryObject").some(
            ({ attributes }) => attributes[attribute] === undefined,
          )
            ? [index]
            : [],
        ),
    }),
  ),
  createRule({
    id: "UBL-SR-48",
    at: "BT-151 lines.*.tax_category",
    requirement: "Each line must have exactly one VAT category",
    find: (root) =>
      listParents(root, "line").flatMap((line, index) =>
        findAll(line, "cac:Item/cac:ClassifiedTaxCategory").length === 1 ? [] : [index],
      ),
  }),
];
