/** What can be redacted. */
export const kinds = [
  "person",
  "email",
  "phone",
  "credit_card",
  "iban",
  "ip",
  "mac_address",
  "ssn",
  "national_id",
  "date_of_birth",
  "address",
  "passport",
  "vat_id",
  "crypto_address",
  "secret",
  "mention",
  "url",
  "organization",
  "location",
  "date",
] as const;

export type Kind = (typeof kinds)[number];

/** What is redacted unless the caller says otherwise: whatever names or pays for one person. */
export const usualKinds: readonly Kind[] = kinds.slice(0, kinds.indexOf("url"));

/** How what is found is written instead. */
export const modes = ["mask", "label", "hash", "pseudonym", "remove"] as const;

export type Mode = (typeof modes)[number];
