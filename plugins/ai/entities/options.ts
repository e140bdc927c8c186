/** What kinds of things are found in a text. */
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
