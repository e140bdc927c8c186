import { oneOf, t } from "hub";
import { activityParts, retentionHours } from "../../../core/site/admin/activity.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const statuses = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;
const events = (description: string) =>
  t.Array(
    t.Object({
      at: t.String({ description: "Time, ISO 8601" }),
      request_id: t.String({ description: "The `X-Request-Id` of the response" }),
      account: nullable("Account, such as `account_12`; null without a key"),
      route: t.String(),
      status: t.Integer(),
      ms: t.Integer({ description: "Duration in milliseconds" }),
      code: nullable("Error code; null for slow requests"),
      cause: nullable("The cause and its causes, without the stacks of the log"),
    }),
    { description },
  );

export default adminRoutes.route({
  summary: "Get requests, failures and slow requests of the last 30 days",
  description:
    "Sums the requests with a key by account, key, route, status or hour. Lists failed and slow requests of all callers, at most 100 of each per hour and process. Contains no paths, parameters or bodies.",
  query: t.Object({
    hours: t.Integer({
      default: 24,
      minimum: 1,
      maximum: retentionHours,
      description: "Length of the period, in hours until now",
    }),
    by: oneOf(activityParts, { default: "account", description: "Field to group by" }),
    account: t.Optional(t.Integer({ minimum: 1, description: "Only this account" })),
    route: t.Optional(t.String({ maxLength: 200, description: "Only this route" })),
    status: t.Optional(oneOf(statuses, { description: "Only this status class" })),
    request_id: t.Optional(
      t.String({ maxLength: 128, description: "Only the failed or slow request with this ID" }),
    ),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 1000 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    groups: t.Array(
      t.Object({
        name: t.String({ description: "Account ID, key ID, route, status class or hour" }),
        calls: t.Integer(),
        failed: t.Integer({ description: "Responses with a 5xx status" }),
      }),
      { description: "Largest first; hours newest first" },
    ),
    failures: events("Failed requests, newest first"),
    slow: events("Requests that took at least 5 seconds, slowest first"),
  }),
  cache: "never",
  example: { query: { status: "5xx" } },
  async handler({ admin, query: { request_id: requestId, ...query } }) {
    const { groups, failures, slow } = await admin.activity.list({ ...query, requestId });
    return { success: true, groups, failures: failures.map(viewEvent), slow: slow.map(viewEvent) };
  },
});

function viewEvent<Event extends { at: number; requestId: string }>({
  at,
  requestId,
  ...event
}: Event) {
  return { at: new Date(at).toISOString(), request_id: requestId, ...event };
}
