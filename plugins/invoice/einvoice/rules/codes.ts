import { codes as currencyCodes } from "currency-codes";
import { openWords } from "hub/data-file";
import type { Received } from "../read/read-xml.ts";
import { unitCodes } from "../units.ts";
import { type Rule, ruleOnText } from "./rule.ts";

/** Lists of codes of EN 16931, release of 2026. */
const lists = openWords(new URL("./codes.txt", import.meta.url), [
  "invoice types",
  "credit note types",
  "allowance reasons",
  "charge reasons",
  "classification schemes",
  "VAT categories",
  "media types",
  "Peppol schemes",
  "other regions",
  "other address schemes",
  "exemption reasons",
  "tax point dates",
])();

/** Types of UNTDID 1001 that EN 16931 reads as invoices. */
const invoiceTypes = lists["invoice types"];

/** Types of UNTDID 1001 that EN 16931 reads as credit notes. */
export const creditNoteTypes = lists["credit note types"];

/** Allowance reasons of UNTDID 5189. */
const allowanceReasons = lists["allowance reasons"];

/** Charge reasons of UNTDID 7161. */
const chargeReasons = lists["charge reasons"];

/** Item classification schemes of UNTDID 7143. */
const classificationSchemes = lists["classification schemes"];

const vatCategories = lists["VAT categories"];

export const mediaTypes = lists["media types"];

/** Electronic address schemes (EAS) of participants in Peppol. */
export const peppolSchemes = lists["Peppol schemes"];

/** All electronic address schemes: EM is an email address. */
const addressSchemes: ReadonlySet<string> = new Set([
  ...peppolSchemes,
  ...lists["other address schemes"],
]);

const currencies: ReadonlySet<string> = new Set(currencyCodes());
const units: ReadonlySet<string> = new Set(unitCodes);

/** Regions of CLDR that aren't countries of ISO 3166-1: groups, and reserved and withdrawn codes. */
const otherRegions = lists["other regions"];

const regions = new Intl.DisplayNames("en", { type: "region" });

/** Returns whether a code is a country of ISO 3166-1, or one of the two that EN 16931 adds. */
export function isCountry(code: string): boolean {
  if (code === "1A" || code === "XI") return true;
  if (!/^[A-Z]{2}$/.test(code)) return false;
  return regions.of(code) !== code && !otherRegions.has(code);
}

/** Returns whether a text is a scheme of ISO 6523: 0002 to 0240. */
function isIcd(code: string): boolean {
  return /^0\d{3}$/.test(code) && code >= "0001" && code <= "0244";
}

/** Returns whether a code is a payment means of UNTDID 4461. */
function isPaymentMeans(code: string): boolean {
  return (
    code === "ZZZ" ||
    (/^[1-9]\d?$/.test(code) &&
      (Number(code) <= 70 || [74, 75, 76, 77, 78].includes(Number(code)))) ||
    /^9[1-8]$/.test(code)
  );
}

/** Returns whether a code is an exemption reason of the VATEX list. */
function isExemptionReason(code: string): boolean {
  return (
    lists["exemption reasons"].has(code.toUpperCase()) ||
    /^VATEX-FR-CGI\d{3}[A-Z0-9-]{0,16}$/i.test(code)
  );
}

const inList = (codes: ReadonlySet<string>) => (code: string) => codes.has(code);

/** Creates the rules on one code list, for each field that it applies to. */
function listRules(
  id: string,
  fields: readonly string[],
  { name, isMet }: { name: string; isMet(code: string): boolean },
): Rule[] {
  return fields.map((at) =>
    ruleOnText(id, { at, isMet, requirement: `The code must be in ${name}` }),
  );
}

/** Rules on code lists. */
export const codeRules: readonly Rule[] = [
  {
    id: "BR-CL-01",
    term: "BT-3",
    requirement: "The type must be an invoice or a credit note of UNTDID 1001, like the document",
    findViolations: ({ invoice: { type }, syntax, root }: Received) => {
      const isCredit = root.name === "CreditNote";
      const allowed =
        syntax === "cii"
          ? new Set([...invoiceTypes, ...creditNoteTypes])
          : isCredit
            ? creditNoteTypes
            : invoiceTypes;
      return type === undefined || allowed.has(type) ? [] : ["type"];
    },
  },
  ...listRules("BR-CL-04", ["BT-5 currency"], { name: "ISO 4217", isMet: inList(currencies) }),
  ...listRules("BR-CL-05", ["BT-6 tax_currency"], { name: "ISO 4217", isMet: inList(currencies) }),
  ...listRules("BR-CL-06", ["BT-8 tax_point_code"], {
    name: "the list of dates: 3, 35 or 432 in UBL, 5, 29 or 72 in CII",
    isMet: inList(lists["tax point dates"]),
  }),
  ...listRules("BR-CL-07", ["BT-18-1 object.scheme", "BT-128-1 lines.*.object.scheme"], {
    name: "UNTDID 1153",
    isMet: (code) => /^[A-Z]{2,4}$/.test(code),
  }),
  ...listRules(
    "BR-CL-10",
    [
      "BT-29-1 seller.identifiers.*.scheme",
      "BT-46-1 buyer.identifiers.*.scheme",
      "BT-60-1 payee.identifier.scheme",
    ],
    { name: "ISO 6523, or SEPA", isMet: (code) => isIcd(code) || code === "SEPA" },
  ),
  ...listRules(
    "BR-CL-11",
    [
      "BT-30-1 seller.registration.scheme",
      "BT-47-1 buyer.registration.scheme",
      "BT-61-1 payee.registration.scheme",
    ],
    { name: "ISO 6523", isMet: isIcd },
  ),
  ...listRules("BR-CL-13", ["BT-158-1 lines.*.classifications.*.scheme"], {
    name: "UNTDID 7143",
    isMet: inList(classificationSchemes),
  }),
  ...listRules(
    "BR-CL-14",
    [
      "BT-40 seller.address.country",
      "BT-55 buyer.address.country",
      "BT-69 tax_representative.address.country",
      "BT-80 delivery.address.country",
    ],
    { name: "ISO 3166-1", isMet: isCountry },
  ),
  ...listRules("BR-CL-15", ["BT-159 lines.*.origin_country"], {
    name: "ISO 3166-1",
    isMet: isCountry,
  }),
  ...listRules("BR-CL-16", ["BT-81 payments.*.code"], {
    name: "UNTDID 4461",
    isMet: isPaymentMeans,
  }),
  ...listRules("BR-CL-17", ["BT-118 tax_breakdown.*.tax_category"], {
    name: "the VAT categories AE, B, E, G, K, L, M, O, S and Z",
    isMet: inList(vatCategories),
  }),
  ...listRules(
    "BR-CL-18",
    [
      "BT-151 lines.*.tax_category",
      "BT-95 allowances.*.tax_category",
      "BT-102 charges.*.tax_category",
    ],
    {
      name: "the VAT categories AE, B, E, G, K, L, M, O, S and Z",
      isMet: inList(vatCategories),
    },
  ),
  ...listRules(
    "BR-CL-19",
    ["BT-98 allowances.*.reason_code", "BT-140 lines.*.allowances.*.reason_code"],
    { name: "UNTDID 5189", isMet: inList(allowanceReasons) },
  ),
  ...listRules(
    "BR-CL-20",
    ["BT-105 charges.*.reason_code", "BT-145 lines.*.charges.*.reason_code"],
    { name: "UNTDID 7161", isMet: inList(chargeReasons) },
  ),
  ...listRules("BR-CL-21", ["BT-157-1 lines.*.standard_id.scheme"], {
    name: "ISO 6523",
    isMet: isIcd,
  }),
  ...listRules("BR-CL-22", ["BT-121 tax_breakdown.*.reason_code"], {
    name: "the VATEX list",
    isMet: isExemptionReason,
  }),
  ...listRules("BR-CL-23", ["BT-130 lines.*.unit", "BT-150 lines.*.base_unit"], {
    name: "UN/ECE Recommendation 20 or 21",
    isMet: inList(units),
  }),
  ...listRules("BR-CL-24", ["BT-125-1 documents.*.media_type"], {
    name: "the allowed media types: PDF, PNG, JPEG, CSV, XLSX and ODS",
    isMet: inList(mediaTypes),
  }),
  ...listRules("BR-CL-25", ["BT-34-1 seller.endpoint.scheme", "BT-49-1 buyer.endpoint.scheme"], {
    name: "the electronic address schemes (EAS)",
    isMet: inList(addressSchemes),
  }),
  ...listRules("BR-CL-26", ["BT-71-1 delivery.location.scheme"], {
    name: "ISO 6523",
    isMet: isIcd,
  }),
];
