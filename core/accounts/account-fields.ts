import { type Static, type TObject, type TSchema, Type as t } from "@sinclair/typebox";
import { oneOf } from "../contract/schema.ts";

const time = (description: string) => t.String({ description: `${description}, ISO 8601` });
const limit = (description: string) => t.Union([t.Integer(), t.Null()], { description });

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()]);
const list = (description: string) => t.Array(t.String(), { description });

/** Response fields that describe an API key. */
export const keyFields = {
  key_id: t.String({ description: "ID of the key; not a secret" }),
  prefix: t.String({ description: "First characters of the key" }),
  name: nullable(t.String()),
  kind: oneOf(["secret", "publishable", "session"], {
    description:
      "Type of the key. Publishable keys can be public and start with `hubp_`. A session is the login of a person in a browser",
  }),
  services: nullable(list("Services that the key can call; null for all")),
  addresses: nullable(list("IP addresses and networks that can use the key; null for all")),
  own_limits: t.Object(
    {
      per_minute: nullable(t.Integer({ description: "Requests in any 60 seconds" })),
      per_day: nullable(t.Integer({ description: "Units per calendar day, UTC" })),
    },
    { description: "Limits of this key, in addition to those of the account; null for none" },
  ),
  routes: nullable(list("Paths of the endpoints that the key can call; null for all")),
  methods: nullable(list("HTTP methods that the key can use; null for all")),
  referrers: nullable(list("Hosts whose pages can use a publishable key; null for all")),
  may_manage_keys: t.Boolean({
    description:
      "Whether the key can manage keys of its account that have no more rights than itself",
  }),
  created_at: time("Time of issue"),
  expires_at: nullable(time("Expiry time")),
  revoked_at: nullable(time("Time of revocation")),
  suspended_at: nullable(time("Time of suspension")),
  made_by: nullable(
    t.String({
      description:
        "ID of the key that created it, or of that key's replacement; null for a key from a sign-up, a verification code or the operator",
    }),
  ),
  replaced_by: nullable(t.String({ description: "ID of the key that replaced it" })),
  last_used_at: nullable(time("Time of the last accepted request")),
};

/** Response fields of a revoked key. */
export const revokedFields = {
  ...keyFields,
  revoked_keys: list("IDs of the keys that were revoked with it, because it created them"),
  made_keys: list(
    "IDs of the active keys that it created, directly or through other keys, and that were not revoked",
  ),
};

/** A revoked key as returned to clients. */
export type RevokedView = Static<TObject<typeof revokedFields>>;

/** Query parameters of a revocation. */
export const revocationQuery = t.Object({
  cascade: t.Boolean({
    default: false,
    description:
      "Whether to also revoke the keys that the key created, directly or through other keys",
  }),
});

/** An API key as returned to clients. */
export type KeyView = Static<TObject<typeof keyFields>>;

/** Response fields that describe an API key, its account and its remaining limits. */
export const accountFields = {
  ...keyFields,
  email: t.String(),
  tier: t.String({ description: "Name of the account's tier" }),
  limits: t.Object({
    per_minute: limit("Requests in any 60 seconds; null if there is no limit"),
    per_day: limit("Units per calendar day, UTC; null if there is no limit"),
    per_day_is_soft: t.Boolean({ description: "Whether requests over per_day are still served" }),
  }),
  remaining: t.Object({
    minute: limit("Remaining requests in the 60-second window; null if there is no limit"),
    day: limit("Remaining units today; null if there is no limit"),
  }),
  used_today: t.Integer({ description: "Units used today" }),
};

/** An API key and its account as returned to clients. */
export type AccountView = Static<TObject<typeof accountFields>>;

const listMax = 100;
const texts = (description: string) =>
  t.Array(t.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: listMax,
    description,
  });
const lifetimeSecondsMax = 10 * 365 * 86_400;
/** Response fields with the quota alert settings of an account. */
export const noticesFields = {
  webhook_url: nullable(t.String({ description: "Webhook URL" })),
  webhook_secret: t.String({ description: "Secret that signs the account's webhooks" }),
  mail: t.Boolean({ description: "Whether alerts are also sent by email" }),
};

/** Path parameters that identify a key of the account. */
export const keyIdParams = t.Object({
  key_id: t.String({ maxLength: 80, description: "ID of the key, from `GET /api-key/keys`" }),
});

/** The methods that keys may be restricted to. */
export const keyMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Settings of a key. All are optional. When a key is updated, null removes a restriction. */
const wishes = {
  name: t.String({ maxLength: 80, description: "Name of the key" }),
  expires_in: t.Integer({
    minimum: 60,
    maximum: lifetimeSecondsMax,
    description: "Lifetime of the key in seconds",
  }),
  services: texts("Services that the key can call"),
  addresses: texts("IP addresses and networks, such as `192.0.2.0/24`, that can use the key"),
  per_minute: t.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "Requests in any 60 seconds; the limit of the account also applies",
  }),
  per_day: t.Integer({
    minimum: 1,
    maximum: 1e12,
    description: "Units per day; the quota of the account also applies",
  }),
  routes: texts(
    "Paths of the endpoints that the key can call, as in the documentation. Required for a publishable key, which only allows GET requests",
  ),
  methods: t.Array(oneOf(keyMethods), {
    minItems: 1,
    maxItems: 5,
    description: "Only for secret keys: HTTP methods that the key can use. GET includes HEAD",
  }),
  referrers: texts(
    "Only for publishable keys: hosts whose pages can use the key, such as `example.com` or `*.example.com`. This prevents use on other websites, but not by programs, which can send any `Referer`",
  ),
};

const managing = t.Optional(
  t.Boolean({
    description:
      "Whether the key can manage keys of its account that have no more rights than itself. Default for a new key: true if it has no other restrictions",
  }),
);

/** Request fields to create a key. */
export const newKeyFields = {
  ...t.Partial(t.Object(wishes)).properties,
  may_manage_keys: managing,
  kind: oneOf(["secret", "publishable"], {
    default: "secret",
    description:
      "A publishable key can be embedded in web pages. It allows only GET requests to `routes`",
  }),
};

/** Request fields to update a key. */
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
      description:
        "Whether the key is suspended. It can be resumed by the key that suspended it, and by an unrestricted key that no other key created, but not by a key that it created itself",
    }),
  ),
};

/** Response fields with a new key. */
export const issuedFields = {
  api_key: t.String({ description: "The API key, shown only once" }),
  ...accountFields,
};

/** A new key as returned to clients. */
export type IssuedView = Static<TObject<typeof issuedFields>>;

/** Response fields of a passkey. */
export const passkeyFields = {
  passkey_id: t.String({ description: "ID of the passkey" }),
  name: t.String({ description: "Name of the passkey" }),
  created_at: time("Time of registration"),
};

/** The JSON of a browser's credential, which the hub verifies. */
export const credentialField = t.Object(
  { id: t.String({ maxLength: 1400 }) },
  { additionalProperties: true, description: "The credential that the browser returned, as JSON" },
);

const oauthText = (description: string) => t.String({ maxLength: 4000, description });

/** Parameters of an OAuth authorization request. */
export const authorizationFields = {
  client_id: oauthText("ID of the client, from `POST /oauth/register`"),
  redirect_uri: oauthText("Registered URL to which the person returns"),
  response_type: oauthText("`code`"),
  code_challenge: t.String({
    minLength: 43,
    maxLength: 43,
    description: "PKCE challenge of the client",
  }),
  code_challenge_method: oauthText("`S256`"),
  state: t.Optional(oauthText("Value that the client gets back")),
};

/** Request field with the page to open after a login. */
export const nextField = {
  next: t.Optional(
    t.String({ maxLength: 16_000, description: "Path of this hub to open after the login" }),
  ),
};

/** Request fields for a sign-up. */
export const signUpFields = {
  email: t.String({ maxLength: 254, description: "Email address of the key's owner" }),
  name: t.Optional(t.String({ maxLength: 80, description: "Name of the key" })),
};

/** Request fields to exchange a verification code for a key. */
export const codeFields = {
  ...signUpFields,
  email: t.String({ maxLength: 254, description: "Email address that received the code" }),
  code: t.String({
    minLength: 1,
    maxLength: 40,
    description: "Verification code from the email; case, spaces and hyphens are ignored",
  }),
  revoke_others: t.Optional(
    t.Boolean({
      description: "Whether to revoke all other keys of this email address",
    }),
  ),
};

/** Response fields of a code exchange. */
export const exchangedFields = {
  ...issuedFields,
  other_keys: t.Integer({ description: "Number of other active keys of this email address" }),
};
