import { openTable } from "./data-file.ts";

const readLengths = openTable(new URL("./iban-lengths.tsv", import.meta.url), {
  country: "text",
  length: "number",
  sepa: ["yes", "no"],
});

/** Returns the length of a country's IBANs, if it has any. */
export function getIbanLength(country: string): number | undefined {
  return findCountry(country)?.length;
}

function findCountry(country: string) {
  return readLengths().find((row) => row.country === country);
}

/** A SEPA credit transfer, as scanned by the payer's phone. */
export interface Transfer {
  name: string;
  /** Spaces are ignored. */
  iban: string;
  bic?: string | undefined;
  /** In euros. */
  amount?: number | undefined;
  /** An ISO 20022 purpose code, such as `CHAR`. */
  purpose?: string | undefined;
  reference?: string | undefined;
  /** Free text instead of a reference. */
  remittance?: string | undefined;
  information?: string | undefined;
}

/** Rejects a transfer with the field, the reason, and the value unless it must not be shown. */
export type RefuseTransfer = (field: keyof Transfer, fault: string, value?: unknown) => never;

/** The capacity in bytes of a QR code of version 13 and level M, the largest that EPC069-12 allows. */
const bytesMax = 331;

/** Formats a transfer as version 002 of EPC069-12, in UTF-8. */
export function epcText(epc: Transfer, refuse: RefuseTransfer): string {
  const parsed = readIban(epc.iban);
  if ("fault" in parsed) refuse("iban", parsed.fault, epc.iban);
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    formatBic(epc, refuse),
    epc.name,
    parsed.iban,
    formatAmount(epc, refuse),
    formatPurpose(epc, refuse),
    formatReference(epc, refuse),
    epc.remittance ?? "",
    epc.information ?? "",
  ];
  checkLines(epc, refuse);
  // Omits trailing empty lines and the final line break.
  while (lines.at(-1) === "") lines.pop();
  const text = lines.join("\n");
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax)
    refuse(
      "name",
      `and the other texts must have at most ${bytesMax} bytes together: the whole has ${bytes}`,
    );
  return text;
}

function checkLines(epc: Transfer, refuse: RefuseTransfer): void {
  for (const field of ["name", "remittance", "information"] as const)
    for (const char of epc[field] ?? "")
      if (char < " ") refuse(field, "must be one line without control characters", epc[field]);
}

function formatBic({ bic }: Transfer, refuse: RefuseTransfer): string {
  const code = (bic ?? "").toUpperCase();
  // ISO 9362: bank, country, location, and an optional branch.
  if (code && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code))
    refuse("bic", "must be a BIC of 8 or 11 characters", bic);
  return code;
}

function formatAmount({ amount }: Transfer, refuse: RefuseTransfer): string {
  if (amount === undefined) return "";
  if (Math.round(amount * 100) / 100 !== amount)
    refuse("amount", "must have two decimals at most", amount);
  return `EUR${amount.toFixed(2)}`;
}

function formatPurpose({ purpose }: Transfer, refuse: RefuseTransfer): string {
  const code = (purpose ?? "").toUpperCase();
  if (code && !/^[A-Z0-9]{1,4}$/.test(code))
    refuse("purpose", "must be letters and digits", purpose);
  return code;
}

function formatReference({ reference, remittance }: Transfer, refuse: RefuseTransfer): string {
  if (reference === undefined) return "";
  if (remittance !== undefined)
    refuse("remittance", "must be omitted if there is a reference", remittance);
  const compact = reference.replaceAll(" ", "").toUpperCase();
  if (!/^[A-Z0-9/?:().,'+-]+$/.test(compact))
    refuse("reference", "must be letters and digits", reference);
  if (compact.startsWith("RF") && !isCreditorReference(compact))
    refuse(
      "reference",
      "must be an RF reference whose check digits are right (ISO 11649)",
      reference,
    );
  return compact;
}

/** Parses an IBAN: removes spaces and converts it to upper case. Returns the reason if it is invalid. */
export function readIban(given: string): { iban: string } | { fault: string } {
  const iban = given.replaceAll(" ", "").toUpperCase();
  if (!/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(iban))
    return { fault: "must be an IBAN: two letters, two digits, then letters and digits" };
  const country = findCountry(iban.slice(0, 2));
  const length = country?.sepa === "yes" ? country.length : undefined;
  if (length !== undefined && iban.length !== length)
    return { fault: `must have ${length} characters, as all IBANs of ${iban.slice(0, 2)}` };
  return remainder97(iban) === 1
    ? { iban }
    : { fault: "must be an IBAN whose check digits are right (ISO 13616)" };
}

/** Returns whether a reference is an RF creditor reference with correct check digits (ISO 11649). */
export function isCreditorReference(reference: string): boolean {
  return /^RF\d\d[A-Z0-9]{1,21}$/.test(reference) && remainder97(reference) === 1;
}

/** A party of a Swiss QR-bill with a structured address. */
export interface SwissParty {
  name: string;
  street?: string | undefined;
  house_number?: string | undefined;
  postal_code: string;
  city: string;
  /** Country code: `CH`. */
  country: string;
}

/** The data of a Swiss QR-bill. */
export interface SwissBill {
  /** IBAN or QR-IBAN in Switzerland or Liechtenstein. */
  iban: string;
  creditor: SwissParty;
  /** At most two decimals; if omitted, the payer enters it. */
  amount?: number | undefined;
  currency: "CHF" | "EUR";
  debtor?: SwissParty | undefined;
  /** With a QR-IBAN, the QR reference of 27 digits; otherwise an RF reference. */
  reference?: string | undefined;
  message?: string | undefined;
  billing?: string | undefined;
}

/** Rejects a bill with the field, the reason and the value. */
export type RefuseBill = (field: keyof SwissBill | "type", fault: string, value?: unknown) => never;

/** Returns the lines of the Swiss Implementation Guidelines QR-bill, version 2.3. */
export function swissBillText(bill: SwissBill, refuse: RefuseBill): string {
  const iban = readIban(bill.iban);
  if ("fault" in iban) return refuse("iban", iban.fault, bill.iban);
  if (!/^(?:CH|LI)/.test(iban.iban)) refuse("iban", "must be of CH or LI", bill.iban);
  const reference = bill.reference?.replaceAll(" ", "").toUpperCase();
  const referenceType = checkReference(iban.iban, reference, refuse);
  const lines = [
    "SPC",
    "0200",
    "1",
    iban.iban,
    ...listPartyLines(bill.creditor),
    ...listPartyLines(),
    formatBillAmount(bill, refuse),
    bill.currency,
    ...listPartyLines(bill.debtor),
    referenceType,
    reference ?? "",
    bill.message ?? "",
    "EPD",
    ...(bill.billing === undefined ? [] : [bill.billing]),
  ];
  // The guideline's character set: Latin letters of Unicode's first blocks, some Romanian ones and the euro sign.
  const wrong = lines.find((line) => /[^ -~\u00a0-\u017f\u0218-\u021b\u20ac]/.test(line));
  if (wrong !== undefined)
    refuse("type", "must have only Latin letters on one line in each field", wrong);
  const { length } = lines.join("\n");
  if (length > 997) refuse("message", `must be ${length - 997} characters shorter with the rest`);
  return lines.join("\n");
}

function formatBillAmount({ amount }: SwissBill, refuse: RefuseBill): string {
  if (amount === undefined) return "";
  const text = amount.toFixed(2);
  if (Number(text) !== amount) refuse("amount", "must have two decimals at most", amount);
  return text;
}

function listPartyLines(party?: SwissParty): string[] {
  if (!party) return Array.from({ length: 7 }, () => "");
  const { name, street = "", house_number = "", postal_code, city, country } = party;
  return ["S", name, street, house_number, postal_code, city, country];
}

/** Returns the type of the reference, which depends on the kind of IBAN. */
function checkReference(
  iban: string,
  reference: string | undefined,
  refuse: RefuseBill,
): "QRR" | "SCOR" | "NON" {
  if (isQrIban(iban)) {
    if (reference === undefined || !isQrReference(reference))
      refuse("reference", "must be a QR reference of 27 digits with a QR-IBAN", reference);
    return "QRR";
  }
  if (reference === undefined) return "NON";
  if (!isCreditorReference(reference))
    refuse("reference", "must be an RF reference, unless the IBAN is a QR-IBAN", reference);
  return "SCOR";
}

/** Returns whether an IBAN is a QR-IBAN, which requires a QR reference. */
export function isQrIban(iban: string): boolean {
  const institution = Number(iban.slice(4, 9));
  return /^(?:CH|LI)/.test(iban) && institution >= 30_000 && institution <= 31_999;
}

/** Checks 27 digits with a recursive modulo 10 check digit. */
export function isQrReference(reference: string): boolean {
  if (!/^\d{27}$/.test(reference)) return false;
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
  let carry = 0;
  for (const digit of reference.slice(0, -1)) carry = table[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10 === Number(reference.at(-1));
}

/**
 * ISO 7064 MOD 97-10: moves the first four characters to the end, and converts letters to numbers from A =
 * 10.
 */
function remainder97(text: string): number {
  let remainder = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
