/** The IBAN lengths of the SEPA countries, from the SWIFT registry. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 " +
    "HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 " +
    "RS22 SE24 SI19 SK24 SM27 VA22"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

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
  const length = lengths[iban.slice(0, 2)];
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
