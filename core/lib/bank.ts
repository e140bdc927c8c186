/** Lengths of the IBANs of the countries in SEPA, after the SWIFT registry. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 " +
    "HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 " +
    "RS22 SE24 SI19 SK24 SM27 VA22"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** A SEPA credit transfer, as a payer's phone reads it from a code. */
export interface Transfer {
  name: string;
  /** Blanks are left out. */
  iban: string;
  bic?: string | undefined;
  /** Euros. */
  amount?: number | undefined;
  /** A code of ISO 20022 such as `CHAR`. */
  purpose?: string | undefined;
  reference?: string | undefined;
  /** Free text instead of a reference. */
  remittance?: string | undefined;
  information?: string | undefined;
}

/** Turns a transfer down: the field, what is wrong with it, and what it is where that may be told. */
export type RefuseTransfer = (field: keyof Transfer, fault: string, value?: unknown) => never;

/** What a code of version 13 and level M holds, the largest that EPC069-12 allows. */
const bytesMax = 331;

/** Writes version 002 of EPC069-12, in UTF-8. */
export function epcText(epc: Transfer, refuse: RefuseTransfer): string {
  const read = readIban(epc.iban);
  if ("fault" in read) refuse("iban", read.fault, epc.iban);
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic(epc, refuse),
    epc.name,
    read.iban,
    amount(epc, refuse),
    purpose(epc, refuse),
    reference(epc, refuse),
    epc.remittance ?? "",
    epc.information ?? "",
  ];
  checkLines(epc, refuse);
  // What is empty at the end is left out, and so is the last line's break.
  while (lines.at(-1) === "") lines.pop();
  const written = lines.join("\n");
  const bytes = Buffer.byteLength(written);
  if (bytes > bytesMax)
    refuse(
      "name",
      `and the other texts must have at most ${bytesMax} bytes together: the whole has ${bytes}`,
    );
  return written;
}

function checkLines(epc: Transfer, refuse: RefuseTransfer): void {
  for (const field of ["name", "remittance", "information"] as const)
    for (const char of epc[field] ?? "")
      if (char < " ") refuse(field, "must be one line without control characters", epc[field]);
}

function bic({ bic }: Transfer, refuse: RefuseTransfer): string {
  const code = (bic ?? "").toUpperCase();
  // ISO 9362: bank, country, place, and a branch that may be left out.
  if (code && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code))
    refuse("bic", "must be a BIC of 8 or 11 characters", bic);
  return code;
}

function amount({ amount }: Transfer, refuse: RefuseTransfer): string {
  if (amount === undefined) return "";
  if (Math.round(amount * 100) / 100 !== amount)
    refuse("amount", "must have two decimals at most", amount);
  return `EUR${amount.toFixed(2)}`;
}

function purpose({ purpose }: Transfer, refuse: RefuseTransfer): string {
  const code = (purpose ?? "").toUpperCase();
  if (code && !/^[A-Z0-9]{1,4}$/.test(code))
    refuse("purpose", "must be letters and digits", purpose);
  return code;
}

function reference({ reference, remittance }: Transfer, refuse: RefuseTransfer): string {
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

/** An IBAN without blanks and in capitals, or what is wrong with it. */
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

/** Whether a reference is an RF creditor reference whose check digits are right (ISO 11649). */
export function isCreditorReference(reference: string): boolean {
  return /^RF\d\d[A-Z0-9]{1,21}$/.test(reference) && remainder97(reference) === 1;
}

/** ISO 7064 MOD 97-10: the first four characters go last, and letters count from A = 10. */
function remainder97(text: string): number {
  let rest = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
