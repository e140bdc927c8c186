/** The kinds of personal data that can be redacted by name. */
export const presetNames = [
  "email",
  "phone",
  "iban",
  "credit_card",
  "ssn_us",
  "ip",
  "url",
  "date",
] as const;

export type PresetName = (typeof presetNames)[number];
