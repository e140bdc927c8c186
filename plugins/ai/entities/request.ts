import { oneOf, type Static, t } from "hub";

/** The types of entities. */
export const entityTypes = [
  "person",
  "organization",
  "location",
  "date",
  "time",
  "money",
  "percent",
  "quantity",
  "email",
  "url",
  "phone",
  "ip",
  "iban",
  "credit_card",
  "hashtag",
  "mention",
  "product_code",
] as const;

export type EntityType = (typeof entityTypes)[number];

/** The types to look for, and the format of the result. */
export const entityOptions = t.Object({
  types: t.Optional(
    t.Array(oneOf(entityTypes), {
      minItems: 1,
      uniqueItems: true,
      description: "Types to look for; all by default",
    }),
  ),
  normalize: t.Boolean({
    default: true,
    description:
      "Whether to add a normalized form: an ISO 8601 date, `1200000 USD`, an ISO 3166-1 country code, a telephone number in E.164 if its country is known",
  }),
});

export type EntityOptions = Static<typeof entityOptions>;
