import { Type as t } from "@sinclair/typebox";

const time = (description: string) => t.String({ description: `${description}, ISO 8601` });
const limit = (description: string) => t.Union([t.Integer(), t.Null()], { description });

/** The fields of an answer that tells about a key, as `AccountView` has them. */
export const accountFields = {
  key_id: t.String(),
  prefix: t.String({ description: "The first characters of the key" }),
  name: t.Union([t.String(), t.Null()]),
  email: t.String(),
  tier: t.String(),
  limits: t.Object({
    per_minute: limit("Calls in any 60 seconds; null where there is no limit"),
    per_day: limit("Calls a calendar day, UTC; null where there is no limit"),
    per_day_is_soft: t.Boolean({ description: "Whether calls beyond per_day are still answered" }),
  }),
  remaining: t.Object({
    minute: limit("Null where there is no limit"),
    day: limit("Null where there is no limit"),
  }),
  used_today: t.Integer(),
  created_at: time("When it was issued"),
  expires_at: t.Union([time("When it ends"), t.Null()]),
  last_used_at: t.Union([time("When it last let a call in"), t.Null()]),
};

/** The fields of an answer that gives a key. */
export const issuedFields = {
  api_key: t.String({ description: "The key, shown once" }),
  ...accountFields,
};

/** What whoever asks for a key says of himself. */
export const signUpFields = {
  email: t.String({ maxLength: 254, description: "Who the key is for" }),
  name: t.Optional(t.String({ maxLength: 80, description: "A name to know the key by" })),
};

/** What whoever was mailed a code sends to get a key. */
export const codeFields = {
  ...signUpFields,
  email: t.String({ maxLength: 254, description: "The address that the code was mailed to" }),
  code: t.String({
    minLength: 1,
    maxLength: 40,
    description: "The code from the mail; case, spaces and hyphens do not matter",
  }),
  revoke_others: t.Optional(
    t.Boolean({
      description: "Whether all other keys of the address end, lost ones and strangers' too",
    }),
  ),
};

/** The fields of an answer that gives a key for a code. */
export const exchangedFields = {
  ...issuedFields,
  other_keys: t.Integer({ description: "How many other keys of the address work" }),
};
