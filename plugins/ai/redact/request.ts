import { oneOf, type Static, t } from "hub";

/** The types that can be redacted. */
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
  "vehicle_id",
  "device_id",
  "medical_id",
  "secret",
  "mention",
  "url",
  "organization",
  "location",
  "date",
] as const;

export type Kind = (typeof kinds)[number];

/** The types that are redacted by default: those that identify a person or their means of payment. */
export const usualKinds: readonly Kind[] = kinds.slice(0, kinds.indexOf("url"));

/** The types to redact, and their replacement. */
export const redactOptions = t.Object({
  types: t.Optional(
    t.Array(oneOf(kinds), {
      minItems: 1,
      uniqueItems: true,
      description: "Types to redact, instead of the default types",
    }),
  ),
  mode: oneOf(["mask", "label", "hash", "pseudonym", "remove"], {
    default: "label",
    description:
      "The replacement: asterisks, the type in brackets, a keyed hash, a made-up value that is consistent within the response, or nothing",
  }),
  custom: t.Array(t.String({ minLength: 2, maxLength: 200 }), {
    maxItems: 100,
    default: [],
    description: "Additional words to redact (case-insensitive)",
  }),
  confidence: t.Number({
    minimum: 0,
    maximum: 1,
    default: 0.5,
    description: "Minimum confidence of a finding",
  }),
  include_original: t.Boolean({
    default: false,
    description: "Whether to include the original values in `findings`",
  }),
});

export type RedactOptions = Static<typeof redactOptions>;

export type Mode = RedactOptions["mode"];
