import { type TSchema, Type as t } from "@sinclair/typebox";
import { accountFields, issuedFields, keyFields } from "../../accounts/account-fields.ts";
import { ruleKinds } from "../../accounts/live-rules.ts";
import { perDayMax, perMinuteMax } from "../../accounts/tiers.ts";
import { historyText, periodFields, totalFields } from "../../accounts/usage-period.ts";
import { oneOf } from "../../contract/schema.ts";
import { usageParts } from "../../platform/store/admin-records.ts";

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()]);
const time = (description: string) => t.String({ description: `${description}, ISO 8601` });
const count = (description: string) => t.Integer({ description });

/** The kind and subject of a rule. */
export const ruleSubject = {
  kind: oneOf(ruleKinds, { description: "A network to block, a tier, or a route or service" }),
  subject: t.String({
    minLength: 1,
    maxLength: 200,
    description: "Such as `203.0.113.0/24`, `free`, `GET /api/qr/generate` or `qr`",
  }),
};

/** A blocked network or a limit. */
export const ruleFields = t.Object({
  ...ruleSubject,
  per_minute: nullable(t.Integer()),
  per_day: nullable(t.Integer()),
  note: nullable(t.String()),
  created_at: time("When it was set"),
  ends_at: nullable(time("When it ends; null: when it is removed")),
});

/** Path parameters of an account. */
export const accountParams = t.Object({
  id: t.Integer({ minimum: 1, description: "The account ID: 12 for `account_12`" }),
});

const summaryFields = {
  id: count("The account ID. Logs write it as `account_12`"),
  email: t.String(),
  tier: t.String({ description: "The tier" }),
  overrides: t.Object(
    {
      per_minute: nullable(t.Integer()),
      per_day: nullable(t.Integer()),
    },
    { description: "Limits that override those of the tier; null: the tier's limit" },
  ),
  created_at: time("When the account was created"),
  suspended_at: nullable(time("When the account was suspended; null: active")),
};

/** Fields of an account in a list. */
export const accountInList = t.Object({
  ...summaryFields,
  working_keys: count("Number of active keys"),
  last_used_at: nullable(time("When one of its keys was last used")),
  calls_today: t.Optional(count("Number of calls today, with `sort=used_today`")),
});

/** Fields of a single account. */
export const oneAccount = {
  ...summaryFields,
  limits: accountFields.limits,
  used_today: accountFields.used_today,
  left_this_minute: nullable(t.Integer()),
  keys: t.Array(t.Object(keyFields), { description: "Newest first" }),
};

/** Changes to an account. */
export const accountChanges = t.Object({
  tier: t.Optional(t.String({ maxLength: 40, description: "The name of a tier" })),
  per_minute: t.Optional(
    nullable(
      t.Integer({ minimum: 1, maximum: perMinuteMax, description: "Calls in any 60 seconds" }),
    ),
  ),
  per_day: t.Optional(
    nullable(t.Integer({ minimum: 1, maximum: perDayMax, description: "Units a day, UTC" })),
  ),
  suspended: t.Optional(
    t.Boolean({ description: "Whether all its keys are rejected until the account is resumed" }),
  ),
});

/** Options of a key that operators issue. */
export const issueFields = t.Object({
  email: t.String({ maxLength: 254, description: "Email address of the account" }),
  name: t.Optional(t.String({ maxLength: 80, description: "A name for the key" })),
  tier: t.Optional(
    t.String({ maxLength: 40, description: "The tier of the account, if it is new" }),
  ),
  expires_in: t.Optional(
    t.Integer({
      minimum: 60,
      maximum: 10 * 365 * 86_400,
      description: "Lifetime of the key in seconds",
    }),
  ),
});

/** Response with the issued key. */
export const issuedByOperator = {
  account_id: count("The account ID"),
  ...issuedFields,
};

/** Period and grouping of a usage history. */
export const usageQuery = t.Object({
  ...periodFields,
  by: t.Optional(
    oneOf([...usageParts, "account"], {
      description: "Field to group by; default: day, service, route and status",
    }),
  ),
});

/** Fields of a usage history. */
export const usageFields = {
  ...totalFields,
  usage: t.Array(
    t.Object({
      account_id: t.Optional(count("Account ID, if grouped by account")),
      day: nullable(t.String()),
      service: nullable(t.String()),
      route: nullable(t.String()),
      status: nullable(t.String()),
      calls: t.Integer(),
      units: t.Integer(),
    }),
    {
      description: `Newest day first. A field is null if the sum covers all its values. ${historyText}`,
    },
  ),
};

/** The state of a dataset fetch. */
export const refreshSchema = t.Object({
  state: oneOf(["running", "succeeded", "failed", "lost"], {
    description: "`lost`: the hub that fetched it has stopped",
  }),
  phase: oneOf(["waiting", "making", "fetching", "checking", "ended"]),
  began_at: time("When it was requested"),
  ended_at: nullable(time("When it ended")),
  elapsed_ms: t.Integer(),
  is_new: nullable(t.Boolean({ description: "Whether a newer version was found" })),
  failure: nullable(t.String()),
});

/** Path parameters of a dataset. */
export const datasetParams = t.Object({
  service: t.String({ maxLength: 80, description: "The service: `currency` for `currency/rates`" }),
  name: t.String({ maxLength: 80, description: "The dataset: `rates` for `currency/rates`" }),
});

/** Running and queued work. */
export const workFields = {
  process: count(
    "The process that handled this request. With several processes on one port it can be any of them",
  ),
  started_at: time("When it started"),
  draining_since: nullable(time("When draining started; null: not draining")),
  jobs: t.Array(
    t.Object({
      group: t.String({ description: "`shared`: the hub's own services" }),
      processes: t.Integer(),
      running: t.Integer(),
      queued: t.Integer(),
      oldest_wait_ms: t.Integer(),
    }),
    { description: "Job processes" },
  ),
  pages: t.Object({
    running: t.Integer(),
    queued: t.Integer(),
    oldest_wait_ms: t.Integer(),
    browser_running: t.Boolean(),
  }),
  async_jobs: t.Object(
    {
      queued: t.Integer(),
      running: t.Integer(),
      succeeded: t.Integer(),
      failed: t.Integer(),
      cancelled: t.Integer(),
    },
    { description: "Background jobs (`Prefer: respond-async`) of all hubs" },
  ),
};
