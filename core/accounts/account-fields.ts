import { type Static, type TObject, type TSchema, Type as t } from "@sinclair/typebox";
import { oneOf } from "../contract/schema.ts";

const time = (description: string) => t.String({ description: `${description}, ISO 8601` });
const limit = (description: string) => t.Union([t.Integer(), t.Null()], { description });

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()]);
const list = (description: string) => t.Array(t.String(), { description });

/** What the managers of an account may know about one of its keys: the fields of an answer. */
export const keyFields = {
  key_id: t.String({ description: "What the key is known by: no secret" }),
  prefix: t.String({ description: "The first characters of the key" }),
  name: nullable(t.String()),
  kind: oneOf(["secret", "publishable"], {
    description: "A publishable key may be seen by everybody: it begins with `hubp_`",
  }),
  services: nullable(list("The services that it may call; null: all")),
  addresses: nullable(list("The addresses and networks it may be used from; null: all")),
  own_limits: t.Object(
    {
      per_minute: nullable(t.Integer({ description: "Calls in any 60 seconds" })),
      per_day: nullable(t.Integer({ description: "Units a calendar day, UTC" })),
    },
    { description: "Its own limits, besides those of its account; null: none" },
  ),
  routes: nullable(list("The paths of the endpoints that it may call; null: all")),
  methods: nullable(list("The methods that it may call endpoints with; null: all")),
  referrers: nullable(list("The hosts whose pages a publishable key is for; null: all")),
  may_manage_keys: t.Boolean({
    description: "Whether it may manage keys of its account: those that may do no more than itself",
  }),
  created_at: time("When it was issued"),
  expires_at: nullable(time("When it ends")),
  revoked_at: nullable(time("When it was revoked")),
  suspended_at: nullable(time("Since when it is suspended")),
  replaced_by: nullable(t.String({ description: "The id of the key that took its place" })),
  last_used_at: nullable(time("When it last let a call in")),
};

/** The same as a type. */
export type KeyView = Static<TObject<typeof keyFields>>;

/** What the holder of a key may know about it, its account and what is left of its limits. */
export const accountFields = {
  ...keyFields,
  email: t.String(),
  tier: t.String({ description: "The name of its tier" }),
  limits: t.Object({
    per_minute: limit("Calls in any 60 seconds; null where there is no limit"),
    per_day: limit("Calls a calendar day, UTC; null where there is no limit"),
    per_day_is_soft: t.Boolean({ description: "Whether calls beyond per_day are still answered" }),
  }),
  remaining: t.Object({
    minute: limit("Null where there is no limit"),
    day: limit("Null where there is no limit"),
  }),
  used_today: t.Integer({ description: "Units of the day that are used" }),
};

/** The same as a type. */
export type AccountView = Static<TObject<typeof accountFields>>;

const listMax = 100;
const texts = (description: string) =>
  t.Array(t.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: listMax,
    description,
  });
const lifetimeSecondsMax = 10 * 365 * 86_400;
/** The fields of an answer that tells how an account is told of what happens to it. */
export const noticesFields = {
  webhook_url: nullable(t.String({ description: "Where webhooks go" })),
  webhook_secret: t.String({ description: "What webhooks to the account are signed by" }),
  mail: t.Boolean({ description: "Whether mail is sent, too" }),
};

/** Which key of the account is meant. */
export const keyIdParams = t.Object({
  key_id: t.String({ maxLength: 80, description: "The id of the key, as the list has it" }),
});

/** The methods that keys may be restricted to. */
export const keyMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What a key is to be. Each may be left out, and where one changes be null: then it goes. */
const wishes = {
  name: t.String({ maxLength: 80, description: "A name to know the key by" }),
  expires_in: t.Integer({
    minimum: 60,
    maximum: lifetimeSecondsMax,
    description: "After how many seconds it ends",
  }),
  services: texts("The services that it may call"),
  addresses: texts("The addresses, and networks such as `192.0.2.0/24`, that it may be used from"),
  per_minute: t.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "Calls in any 60 seconds, below those of its account",
  }),
  per_day: t.Integer({
    minimum: 1,
    maximum: 1e12,
    description: "Units a day, below those of its account",
  }),
  routes: texts(
    "The paths of the endpoints that it may call, as documented. A publishable key is for their GETs, and must name some",
  ),
  methods: t.Array(oneOf(keyMethods), {
    minItems: 1,
    maxItems: 5,
    description: "Of a secret key: the methods that it may call endpoints with. GET includes HEAD",
  }),
  referrers: texts(
    "Of a publishable key: the hosts whose pages it may be used on, such as `example.com` or `*.example.com`. Programs can send any referrer: this is against copied pages, not against thieves",
  ),
};

const managing = t.Optional(
  t.Boolean({
    description:
      "Whether it may manage keys of its account: those that may do no more than itself. A new key may if nothing else restricts it",
  }),
);

/** What whoever asks for a further key says of it. */
export const newKeyFields = {
  ...t.Partial(t.Object(wishes)).properties,
  may_manage_keys: managing,
  kind: oneOf(["secret", "publishable"], {
    default: "secret",
    description: "A publishable key may stand in pages: it is for the GETs in `routes` alone",
  }),
};

/** What whoever changes a key says of it. */
export const changedKeyFields = {
  ...t.Partial(
    t.Object({
      name: nullable(wishes.name),
      expires_in: nullable(wishes.expires_in),
      services: nullable(wishes.services),
      addresses: nullable(wishes.addresses),
      per_minute: nullable(wishes.per_minute),
      per_day: nullable(wishes.per_day),
      routes: nullable(wishes.routes),
      methods: nullable(wishes.methods),
      referrers: nullable(wishes.referrers),
    }),
  ).properties,
  may_manage_keys: managing,
  suspended: t.Optional(
    t.Boolean({
      description: "Whether it is refused everywhere until another key of its account resumes it",
    }),
  ),
};

/** The fields of an answer that gives a key. */
export const issuedFields = {
  api_key: t.String({ description: "The key, shown once" }),
  ...accountFields,
};

/** The same as a type. */
export type IssuedView = Static<TObject<typeof issuedFields>>;

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
