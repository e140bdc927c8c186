import { codes as currencyCodes } from "currency-codes";
import type { Received } from "../read/read-xml.ts";
import { unitCodes } from "../units.ts";
import { type Rule, ruleOnText } from "./rule.ts";

function list(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((code) => code !== ""));
}

/** Types of UNTDID 1001 that EN 16931 reads as invoices. */
const invoiceTypes = list(
  `71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389
  390 393 394 395 456 457 527 553 575 623 633 751 780 817 870 875 876 877 935`,
);

/** Types of UNTDID 1001 that EN 16931 reads as credit notes. */
export const creditNoteTypes = list("81 83 261 262 296 308 381 396 420 458 502 503 532");

/** Allowance reasons of UNTDID 5189. */
const allowanceReasons = list("41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105");

/** Charge reasons of UNTDID 7161. */
const chargeReasons = list(
  `AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT
  ABU ACF ACG ACH ACI ACJ ACK ACL ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY
  ADZ AEA AEB AEC AED AEF AEH AEI AEJ AEK AEL AEM AEN AEO AEP AES AET AEU AEV AEW AEX AEY AEZ AJ AU
  CA CAB CAD CAE CAF CAI CAJ CAK CAL CAM CAN CAO CAP CAQ CAR CAS CAT CAU CAV CAW CAX CAY CAZ CD CG
  CS CT DAB DAC DAD DAF DAG DAH DAI DAJ DAK DAL DAM DAN DAO DAP DAQ DL EG EP ER FAA FAB FAC FC FH
  FI GAA HAA HD HH IAA IAB ID IF IR IS KO L1 LA LAA LAB LF MAE MI ML NAA OA PA PAA PC PL PRV RAB RAC
  RAD RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB TAC TT TV V1 V2 WH XAA YY ZZZ`,
);

/** Item classification schemes of UNTDID 7143. */
const classificationSchemes = list(
  `AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AP AQ AR AS AT AU AV AW AX AY AZ BA BB BC BD BE BF
  BG BH BI BJ BK BL BM BN BO BP BQ BR BS BT BU BV BW BX BY BZ CC CG CL CR CV DR DW EC EF EMD EN FS
  GB GN GMN GS HS IB IN IS IT IZ MA MF MN MP NB ON PD PL PO PPI PV QS RC RN RU RY SA SG SK SN SRS
  SRT SRU SRV SRW SRX SRY SRZ SS SSA SSB SSC SSD SSE SSF SSG SSH SSI SSJ SSK SSL SSM SSN SSO SSP SSQ
  SSR SSS SST SSU SSV SSW SSX SSY SSZ ST STA STB STC STD STE STF STG STH STI STJ STK STL STM STN STO
  STP STQ STR STS STT STU STV STW STX STY STZ SUA SUB SUC SUD SUE SUF SUG SUH SUI SUJ SUK SUL SUM TG
  TSN TSO TSP TSQ TSR TSS TST TSU UA UP VN VP VS VX ZZZ`,
);

const vatCategories = list("AE E S Z G O K L M B");

export const mediaTypes = list(
  `application/pdf image/png image/jpeg text/csv application/vnd.oasis.opendocument.spreadsheet
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`,
);

/** Electronic address schemes (EAS) of participants in Peppol. */
export const peppolSchemes = list(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183
  0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209
  0210 0211 0212 0213 0215 0216 0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919
  9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939
  9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959`,
);

/** All electronic address schemes: EM is an email address. */
const addressSchemes: ReadonlySet<string> = new Set([
  ...peppolSchemes,
  ...list("9901 9902 9904 9905 9906 9907 9917 9921 9955 9956 9958 AN AQ AS AU EM"),
]);

const currencies: ReadonlySet<string> = new Set(currencyCodes());
const units: ReadonlySet<string> = new Set(unitCodes);

/** Regions of CLDR that aren't countries of ISO 3166-1: groups, and reserved and withdrawn codes. */
const otherRegions = list(
  `AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN
  VD WK XA XB XK YD YU ZR ZZ`,
);

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
    /^VATEX-EU-(79-C|132(-1[A-Q])?|135-1|143(-1([A-L]|FA))?|144|146-1E|148(-[A-G])?|151(-1(A|AA|B|C|D|E))?|159|309|AE|D|F|G|I|IC|J|O)$/i.test(
      code,
    ) || /^VATEX-FR-(FRANCHISE|CNWVAT|CGI\d{3}[A-Z0-9-]{0,16}|298SEXDECIESA|AE)$/i.test(code)
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
    isMet: inList(list("3 35 432 5 29 72")),
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
