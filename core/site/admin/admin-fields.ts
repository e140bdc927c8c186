import { type TSchema, Type as t } from "@sinclair/typebox";
import { accountFields, issuedFields, keyFields } from "../../accounts/account-fields.ts";
import { perDayMax, perMinuteMax } from "../../accounts/tiers.ts";
import { historyText, periodFields, totalFields } from "../../accounts/usage-period.ts";
import { oneOf } from "../../contract/schema.ts";
import { usageParts } from "../../platform/store/admin-records.ts";

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()]);
const time = (description: string) => t.String({ description: `${description}, ISO 8601` });
const count = (description: string) => t.Integer({ description });

/** Which account is meant. */
export const accountParams = t.Object({
  id: t.Integer({ minimum: 1, description: "The number of the account: 12 of `account_12`" }),
});

const summaryFields = {
  id: count("The number of the account: logs have it as `account_12`"),
  email: t.String(),
  tier: t.String({ description: "The name of its tier" }),
  overrides: t.Object(
    {
      per_minute: nullable(t.Integer()),
      per_day: nullable(t.Integer()),
    },
    { description: "What it is allowed in place of its tier's numbers; null: those" },
  ),
  created_at: time("When it was made"),
  suspended_at: nullable(time("Since when it is suspended")),
};

/** What operators are told of an account in a list. */
export const accountInList = t.Object({
  ...summaryFields,
  working_keys: count("How many of its keys work"),
  last_used_at: nullable(time("When one of its keys last let a call in")),
});

/** What operators are told of one account. */
export const oneAccount = {
  ...summaryFields,
  limits: accountFields.limits,
  used_today: accountFields.used_today,
  left_this_minute: nullable(t.Integer()),
  keys: t.Array(t.Object(keyFields), { description: "The newest first" }),
};

/** What operators change of an account. */
export const accountWish = t.Object({
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
    t.Boolean({ description: "Whether all its keys are refused, until it is resumed" }),
  ),
});

/** What operators say of a key that they issue. */
export const issueWish = t.Object({
  email: t.String({ maxLength: 254, description: "Who the key is for" }),
  name: t.Optional(t.String({ maxLength: 80, description: "A name to know the key by" })),
  tier: t.Optional(
    t.String({ maxLength: 40, description: "The tier of the account, where it is new" }),
  ),
  expires_in: t.Optional(
    t.Integer({
      minimum: 60,
      maximum: 10 * 365 * 86_400,
      description: "After how many seconds the key ends",
    }),
  ),
});

/** What is answered to that. */
export const issuedByOperator = {
  account_id: count("The number of the account"),
  ...issuedFields,
};

/** The days of a usage history, and what it is summed up by. */
export const usageQuery = t.Object({
  ...periodFields,
  by: t.Optional(
    oneOf(usageParts, { description: "One sum for each; default: for each of all four" }),
  ),
});

/** Such a history. */
export const usageFields = {
  ...totalFields,
  usage: t.Array(
    t.Object({
      day: nullable(t.String()),
      service: nullable(t.String()),
      route: nullable(t.String()),
      status: nullable(t.String()),
      calls: t.Integer(),
      units: t.Integer(),
    }),
    { description: `The newest day first; null: summed up over all. ${historyText}` },
  ),
};

/** How the fetch of a dataset goes, or has gone. */
export const refreshSchema = t.Object({
  state: oneOf(["running", "succeeded", "failed", "lost"], {
    description: "`lost`: the hub that fetched it has ended",
  }),
  phase: oneOf(["waiting", "making", "fetching", "checking", "ended"]),
  began_at: time("When it was asked for"),
  ended_at: nullable(time("When it ended")),
  elapsed_ms: t.Integer(),
  is_new: nullable(t.Boolean({ description: "Whether there was anything newer" })),
  failure: nullable(t.String()),
});

/** Which dataset is meant. */
export const datasetParams = t.Object({
  service: t.String({ maxLength: 80, description: "The service: `currency` of `currency/rates`" }),
  name: t.String({ maxLength: 80, description: "The dataset: `rates` of `currency/rates`" }),
});

/** What works, and what waits. */
export const workFields = {
  process: count("The process that answers: of several on one port it is any"),
  started_at: time("When it started"),
  draining_since: nullable(time("Since when it is to be stopped; null: it is not")),
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
    { description: "Work without its callers (`Prefer: respond-async`), over all hubs" },
  ),
};
