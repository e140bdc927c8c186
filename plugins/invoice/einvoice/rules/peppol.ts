import type { ReceivedInvoice, ReceivedLine } from "../../schema/received.ts";
import type { Received } from "../read/read-xml.ts";
import { findAll, findText, type XmlNode } from "../read/xml-tree.ts";
import { mediaTypes, peppolSchemes } from "./codes.ts";
import { isDate } from "./core.ts";
import {
  type Group,
  parseAmount,
  type Rule,
  requireFields,
  rule,
  ruleOnEach,
  ruleOnText,
  sortRules,
  sumTexts,
} from "./rule.ts";

/** Specification identifier of Peppol BIS Billing 3.0. */
export const peppolSpecification =
  "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

/** Returns whether a business process is one of Peppol BIS Billing. */
function isProcess(text: string): boolean {
  return /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(text);
}

const invoiceTypes =
  "71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877".split(
    " ",
  );
const creditNoteTypes = ["381", "396", "81", "83", "532"];

type Adjustment = NonNullable<ReceivedLine["allowances"]>[number];

/** Paths of all allowances and charges. */
const adjustmentLists = ["allowances.*", "charges.*", "lines.*.allowances.*", "lines.*.charges.*"];

/** Creates a rule on each allowance and charge, of the document and of its lines. */
function adjustmentRules(
  id: string,
  { at, requirement, isMet }: { at: string; requirement: string; isMet(one: Adjustment): boolean },
): Rule[] {
  return adjustmentLists.map((each) =>
    ruleOnEach<Adjustment>(id, { each, at, requirement, isMet }),
  );
}

/** Returns whether a line's amount is quantity times price, plus charges and minus allowances, within 0.02. */
function isLineSum({ net, quantity = "1", price = "0", ...line }: ReceivedLine): boolean {
  if (net === undefined) return true;
  const base = parseAmount(line.base_quantity ?? "1");
  const { allowances = [], charges = [] } = line;
  const expected = parseAmount(quantity)
    .times(parseAmount(price))
    .div(base.isZero() ? 1 : base)
    .plus(sumTexts(charges.map(({ amount }) => amount)))
    .minus(sumTexts(allowances.map(({ amount }) => amount)));
  return !expected.minus(parseAmount(net)).abs().gt(0.02);
}

/** Creates a rule on the XML itself. */
function xmlRule(
  id: string,
  {
    at,
    requirement,
    isMet,
  }: { at: string; requirement: string; isMet(received: Received): boolean },
): Rule {
  return rule(id, { at, requirement, isMet: (_, received) => isMet(received) });
}

/** Lists by root: several rules need all elements. */
const elements = new WeakMap<XmlNode, readonly XmlNode[]>();

function listElements(root: XmlNode): readonly XmlNode[] {
  const known = elements.get(root);
  if (known) return known;
  const found = [root];
  // The list grows while it is read.
  for (const { children } of found) for (const child of children) found.push(child);
  elements.set(root, found);
  return found;
}

function isEmpty({ children, text }: XmlNode): boolean {
  return children.length === 0 && text.trim() === "";
}

/** Returns whether all amounts are in the invoice currency, except for the VAT in the accounting currency. */
function hasOneCurrency({ root, syntax, invoice }: Received): boolean {
  const taxTotal = syntax === "ubl" ? "cbc:TaxAmount" : "ram:TaxTotalAmount";
  return listElements(root).every(
    ({ name, attributes: { currencyID } }) =>
      currencyID === undefined ||
      currencyID === invoice.currency ||
      (name === taxTotal && currencyID === invoice.tax_currency),
  );
}

/** Returns whether the number of VAT totals is right. Only UBL can have several. */
function hasTaxTotals({ root, syntax, invoice }: Received, withGroups: boolean): boolean {
  if (syntax === "cii") return true;
  const found = findAll(root, "cac:TaxTotal").filter(
    (node) => findAll(node, "cac:TaxSubtotal").length > 0 === withGroups,
  );
  return found.length === (withGroups || invoice.tax_currency !== undefined ? 1 : 0);
}

/** VATEX codes that belong to one VAT category, by rule. */
const reasonCategories = {
  P0104: ["G", "G"],
  P0105: ["O", "O"],
  P0106: ["IC", "K"],
  P0107: ["AE", "AE"],
  P0108: ["D", "E"],
  P0109: ["F", "E"],
  P0110: ["I", "E"],
  P0111: ["J", "E"],
} as const;

const structureRules: readonly Rule[] = sortRules([
  ...requireFields("peppol"),
  rule("PEPPOL-EN16931-R002", {
    at: "BT-22 notes",
    requirement: "The invoice must have at most one note, unless seller and buyer are German",
    isMet: ({ notes = [], seller, buyer }) =>
      notes.length <= 1 || (seller.address?.country === "DE" && buyer.address?.country === "DE"),
  }),
  rule("PEPPOL-EN16931-R003", {
    at: "BT-10 buyer_reference",
    requirement: "The invoice must have a buyer reference or a purchase order",
    isMet: ({ buyer_reference, purchase_order }) =>
      (buyer_reference ?? purchase_order) !== undefined,
  }),
  ruleOnText("PEPPOL-EN16931-R004", {
    at: "BT-24 specification",
    requirement: `The specification identifier must start with ${peppolSpecification}`,
    isMet: (text) => text.startsWith(peppolSpecification),
  }),
  rule("PEPPOL-EN16931-R005", {
    at: "BT-6 tax_currency",
    requirement: "The currency for VAT accounting must differ from the invoice currency",
    isMet: ({ tax_currency, currency }) => tax_currency === undefined || tax_currency !== currency,
  }),
  ruleOnText("PEPPOL-EN16931-R007", {
    at: "BT-23 process",
    requirement: "The business process must be urn:fdc:peppol.eu:2017:poacc:billing:NN:1.0",
    isMet: isProcess,
  }),
  xmlRule("PEPPOL-EN16931-R008", {
    at: "XML invoice",
    requirement: "The XML must not have empty elements",
    isMet: ({ root, syntax }) =>
      // CII requires an element for the delivery even if nothing is known of it.
      listElements(root).every(
        (node) =>
          !isEmpty(node) || (syntax === "cii" && node.name === "ram:ApplicableHeaderTradeDelivery"),
      ),
  }),
  ...adjustmentRules("PEPPOL-EN16931-R040", {
    at: "BT-92 amount",
    requirement: "The amount of an allowance or charge must be base times percentage, within 0.02",
    isMet: ({ amount = "0", base, percent }) =>
      base === undefined ||
      percent === undefined ||
      !parseAmount(base)
        .times(parseAmount(percent))
        .div(100)
        .minus(parseAmount(amount))
        .abs()
        .gt(0.02),
  }),
  ...adjustmentRules("PEPPOL-EN16931-R041", {
    at: "BT-93 base",
    requirement: "An allowance or charge with a percentage must have a base amount",
    isMet: ({ base, percent }) => percent === undefined || base !== undefined,
  }),
  ...adjustmentRules("PEPPOL-EN16931-R042", {
    at: "BT-94 percent",
    requirement: "An allowance or charge with a base amount must have a percentage",
    isMet: ({ base, percent }) => base === undefined || percent !== undefined,
  }),
  xmlRule("PEPPOL-EN16931-R043", {
    at: "BG-20 allowances",
    requirement: "The indicator of an allowance or charge must be true or false",
    isMet: ({ root }) =>
      listElements(root)
        .filter(({ name }) => name === "cbc:ChargeIndicator" || name === "udt:Indicator")
        .every(({ text }) => text.trim() === "true" || text.trim() === "false"),
  }),
  xmlRule("PEPPOL-EN16931-R044", {
    at: "BT-147 lines",
    requirement: "The price of an item must not have a charge",
    isMet: ({ root }) =>
      listElements(root)
        .filter(({ name }) => name === "cac:Price")
        .flatMap((price) => findAll(price, "cac:AllowanceCharge/cbc:ChargeIndicator"))
        .every(({ text }) => text.trim() === "false"),
  }),
  ruleOnEach<ReceivedLine>("PEPPOL-EN16931-R046", {
    each: "lines.*",
    at: "BT-146 price",
    requirement: "The net price must be the gross price minus the discount",
    isMet: ({ price, gross_price, price_discount = "0" }) =>
      gross_price === undefined ||
      price === undefined ||
      parseAmount(gross_price).minus(parseAmount(price_discount)).equals(parseAmount(price)),
  }),
  xmlRule("PEPPOL-EN16931-R051", {
    at: "BT-5 currency",
    requirement:
      "All amounts must be in the invoice currency, except for the VAT in the accounting currency",
    isMet: hasOneCurrency,
  }),
  xmlRule("PEPPOL-EN16931-R053", {
    at: "BT-110 totals.tax",
    requirement: "There must be one VAT total with a breakdown",
    isMet: (received) => hasTaxTotals(received, true),
  }),
  xmlRule("PEPPOL-EN16931-R054", {
    at: "BT-111 totals.tax_in_tax_currency",
    requirement:
      "There must be one VAT total without a breakdown if, and only if, there is a currency for VAT accounting",
    isMet: (received) => hasTaxTotals(received, false),
  }),
  rule("PEPPOL-EN16931-R055", {
    at: "BT-111 totals.tax_in_tax_currency",
    requirement: "The VAT must have the same sign in both currencies",
    isMet: ({ totals: { tax, tax_in_tax_currency } }) =>
      tax === undefined ||
      tax_in_tax_currency === undefined ||
      !parseAmount(tax).times(parseAmount(tax_in_tax_currency)).lt(0),
  }),
  ruleOnEach<NonNullable<ReceivedInvoice["payments"]>[number]>("PEPPOL-EN16931-R061", {
    each: "payments.*",
    at: "BT-89 mandate.reference",
    requirement: "A direct debit must have the reference of its mandate",
    isMet: ({ code, mandate }) =>
      !["49", "59"].includes(code ?? "") || mandate?.reference !== undefined,
  }),
  xmlRule("PEPPOL-EN16931-R080", {
    at: "BT-11 project",
    requirement: "A credit note must have at most one project",
    isMet: ({ root }) =>
      root.name !== "CreditNote" ||
      findAll(root, "cac:AdditionalDocumentReference").filter(
        (node) => findText(node, "cbc:DocumentTypeCode") === "50",
      ).length <= 1,
  }),
]);

const lineNames = ["cac:InvoiceLine", "cac:CreditNoteLine"];

const lineRules: readonly Rule[] = [
  xmlRule("PEPPOL-EN16931-R100", {
    at: "BT-128 lines",
    requirement: "A line must have at most one invoiced object",
    isMet: ({ root }) =>
      root.children
        .filter(({ name }) => lineNames.includes(name))
        .every((line) => findAll(line, "cac:DocumentReference").length <= 1),
  }),
  xmlRule("PEPPOL-EN16931-R101", {
    at: "BT-128 lines",
    requirement: "The document reference of a line must be its invoiced object: type 130",
    isMet: ({ root }) =>
      root.children
        .filter(({ name }) => lineNames.includes(name))
        .flatMap((line) => findAll(line, "cac:DocumentReference"))
        .every((node) => findText(node, "cbc:DocumentTypeCode") === "130"),
  }),
  ruleOnEach<ReceivedLine>("PEPPOL-EN16931-R110", {
    each: "lines.*",
    at: "BT-134 period.start",
    requirement: "The period of a line must not start before the invoicing period",
    isMet: ({ period }, { invoice }) =>
      period?.start === undefined ||
      invoice.period?.start === undefined ||
      period.start >= invoice.period.start,
  }),
  ruleOnEach<ReceivedLine>("PEPPOL-EN16931-R111", {
    each: "lines.*",
    at: "BT-135 period.end",
    requirement: "The period of a line must not end after the invoicing period",
    isMet: ({ period }, { invoice }) =>
      period?.end === undefined ||
      invoice.period?.end === undefined ||
      period.end <= invoice.period.end,
  }),
  ruleOnEach<ReceivedLine>("PEPPOL-EN16931-R120", {
    each: "lines.*",
    at: "BT-131 net",
    requirement:
      "The net amount of a line must be quantity times price plus charges minus allowances, within 0.02",
    isMet: isLineSum,
  }),
  ruleOnText("PEPPOL-EN16931-R121", {
    at: "BT-149 lines.*.base_quantity",
    requirement: "The quantity of a price must be above 0",
    isMet: (text) => parseAmount(text).gt(0),
  }),
  ruleOnEach<ReceivedLine>("PEPPOL-EN16931-R130", {
    each: "lines.*",
    at: "BT-150 base_unit",
    requirement: "The unit of a price must be that of the quantity",
    isMet: ({ base_unit, unit }) =>
      base_unit === undefined || unit === undefined || base_unit === unit,
  }),
];

/** Returns whether the last digit is the check digit of GS1: weights 3 and 1 from the right. */
function isGln(text: string): boolean {
  const digits = [...text].map(Number).reverse();
  const sum = digits
    .slice(1)
    .reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return /^\d+$/.test(text) && (10 - (sum % 10)) % 10 === digits[0];
}

/** Returns whether a Norwegian organisation number has the right check digit: modulo 11. */
function isNorwegian(text: string): boolean {
  const digits = [...text].map(Number).reverse();
  const sum = digits.slice(1).reduce((total, digit, at) => total + digit * ((at % 6) + 2), 0);
  return /^\d{9}$/.test(text) && (11 - (sum % 11)) % 11 === digits[0];
}

/** Returns whether a Swedish organisation number has the right check digit: Luhn. */
function isSwedish(text: string): boolean {
  const sum = [...text].reduce((total, character, at) => {
    const value = Number(character) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{10}$/.test(text) && sum % 10 === 0;
}

/** Returns whether an Australian business number has the right check digits: modulo 89. */
function isAustralian(text: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = [...text].reduce(
    (total, digit, at) => total + (Number(digit) - (at === 0 ? 1 : 0)) * (weights[at] ?? 0),
    0,
  );
  return /^\d{11}$/.test(text) && sum % 89 === 0;
}

/** Checks of identifiers by scheme. */
const identifierChecks: readonly (readonly [
  id: string,
  scheme: string,
  name: string,
  isValid: (text: string) => boolean,
])[] = [
  ["R040", "0088", "GLN", isGln],
  ["R041", "0192", "Norwegian organisation number", isNorwegian],
  ["R042", "0184", "Danish CVR number", (text) => /^DK\d{8}$/.test(text)],
  [
    "R043",
    "0208",
    "Belgian enterprise number",
    (text) =>
      /^\d{10}$/.test(text) && Number(text.slice(8)) === 97 - (Number(text.slice(0, 8)) % 97),
  ],
  ["R049", "0007", "Swedish organisation number", isSwedish],
  ["R050", "0151", "Australian business number", isAustralian],
];

const identifierPaths = [
  "BT-34 seller.endpoint",
  "BT-29 seller.identifiers.*",
  "BT-30 seller.registration",
  "BT-49 buyer.endpoint",
  "BT-46 buyer.identifiers.*",
  "BT-47 buyer.registration",
];

const identifierRules = identifierChecks.flatMap(([number, scheme, name, isValid]) =>
  identifierPaths.map((at) => {
    const [term = "", each = ""] = at.split(" ");
    return ruleOnEach<{ id?: string; scheme?: string }>(`PEPPOL-COMMON-${number}`, {
      each,
      at: `${term} id`,
      requirement: `An identifier of scheme ${scheme} must be a valid ${name}`,
      isMet: (one) => one.scheme !== scheme || one.id === undefined || isValid(one.id),
    });
  }),
);

const codeRules: readonly Rule[] = [
  ruleOnText("PEPPOL-EN16931-CL001", {
    at: "BT-125-1 documents.*.media_type",
    requirement: "The media type must be PDF, PNG, JPEG, CSV, XLSX or ODS",
    isMet: (text) => mediaTypes.has(text),
  }),
  ruleOnText("PEPPOL-EN16931-CL006", {
    at: "BT-8 tax_point_code",
    requirement:
      "The code of the date when VAT becomes accountable must be 3, 35 or 432, or in CII 5, 29 or 72",
    isMet: (text) => ["3", "35", "432", "5", "29", "72"].includes(text),
  }),
  ...(["BT-34-1 seller", "BT-49-1 buyer"] as const).map((at) =>
    ruleOnText("PEPPOL-EN16931-CL008", {
      at: `${at}.endpoint.scheme`,
      requirement:
        "The scheme of an electronic address must be in the list of Peppol (EAS): email is not",
      isMet: (text) => peppolSchemes.has(text),
    }),
  ),
  rule("PEPPOL-EN16931-P0100", {
    at: "BT-3 type",
    requirement: `The type of an invoice must be one of ${invoiceTypes.join(", ")}`,
    isMet: ({ type }, { root }) =>
      type === undefined || root.name !== "Invoice" || invoiceTypes.includes(type),
  }),
  rule("PEPPOL-EN16931-P0101", {
    at: "BT-3 type",
    requirement: `The type of a credit note must be one of ${creditNoteTypes.join(", ")}`,
    isMet: ({ type }, { root }) =>
      type === undefined || root.name !== "CreditNote" || creditNoteTypes.includes(type),
  }),
  rule("PEPPOL-EN16931-P0112", {
    at: "BT-3 type",
    requirement: "The types 326 and 384 are only for invoices within Germany",
    isMet: ({ type, seller, buyer }) =>
      !["326", "384"].includes(type ?? "") ||
      (seller.address?.country === "DE" && buyer.address?.country === "DE"),
  }),
  ...Object.entries(reasonCategories).map(([id, [code, category]]) =>
    ruleOnEach<Group>(`PEPPOL-EN16931-${id}`, {
      each: "tax_breakdown.*",
      at: "BT-118 tax_category",
      requirement: `The exemption reason VATEX-EU-${code} requires VAT category ${category}`,
      isMet: ({ reason_code, tax_category }) =>
        String(reason_code).toUpperCase() !== `VATEX-EU-${code}` || tax_category === category,
    }),
  ),
  ...[
    "BT-2 issue_date",
    "BT-9 due_date",
    "BT-72 delivery.date",
    "BT-73 period.start",
    "BT-74 period.end",
  ].map((at) =>
    ruleOnText("PEPPOL-EN16931-F001", {
      at,
      requirement: "The date must have the form YYYY-MM-DD",
      isMet: isDate,
    }),
  ),
];

/** The rules of Peppol BIS Billing 3.0, without national ones. */
export const peppolRules: readonly Rule[] = [
  ...structureRules,
  ...lineRules,
  ...identifierRules,
  ...codeRules,
];

const adopted = new Set(
  "R001 R005 R008 R010 R020 R040 R041 R042 R043 R044 R046 R051 R053 R054 R055 R061 R110 R111 R120 R121 R130"
    .split(" ")
    .map((number) => `PEPPOL-EN16931-${number}`),
);

/** The rules of Peppol that XRechnung adopts. */
export const peppolRulesInXrechnung = peppolRules.filter(({ id }) => adopted.has(id));
