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
