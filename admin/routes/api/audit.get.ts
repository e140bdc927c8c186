import { HubError, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const text = (description: string) => t.Optional(t.String({ maxLength: 254, description }));
const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default adminRoutes.route({
  summary: "Get the audit log",
  description:
    "Returns a page of operator actions, newest first, including those of `bun run keys`. To get the next page, pass `next` as `before`. Wrong operator tokens are logged as `token.refuse`, with one entry per client address and minute.",
  query: t.Object({
    from: text("Start of the period, ISO 8601"),
    to: text("End of the period, ISO 8601"),
    actor: text("Actor: the value of `X-Admin-Actor`, `shell`, or a client address"),
    action: text("Action, such as `account.change`"),
    subject: text("Subject of the action, such as `account_12`"),
    before: t.Optional(
      t.Integer({ minimum: 1, description: "Only entries before the entry with this ID" }),
    ),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    entries: t.Array(
      t.Object({
        id: t.Integer(),
        at: t.String({ description: "Time of the action, ISO 8601" }),
        actor: nullable("Actor: the value of `X-Admin-Actor`, or `shell` for `bun run keys`"),
        address: nullable("Client address; null for the shell"),
        action: t.String(),
        subject: t.String(),
        before: t.Unknown({ description: "Value before the action" }),
        after: t.Unknown({ description: "Requested value" }),
      }),
    ),
    next: t.Union([t.Integer(), t.Null()], {
      description: "The `before` value for the next page; null on the last page",
    }),
  }),
  cache: "never",
  example: { query: { action: "account.change" } },
  async handler({ admin, query: { from, to, limit, ...filter } }) {
    const period = { from: readTime(from, "from"), to: readTime(to, "to") };
    if (period.from !== undefined && period.to !== undefined && period.from > period.to)
      throw new HubError(
        "invalid_input",
        `query.from must not be after query.to, ${JSON.stringify(to)}: it is ${JSON.stringify(from)}`,
        { at: "query.from" },
      );
    const found = await admin.audit.list({ ...filter, ...period, limit: limit + 1 });
    const entries = found.slice(0, limit);
    const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null;
    return { success: true, entries, next };
  },
});

function readTime(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new HubError(
    "invalid_input",
    `query.${name} must be a time such as 2026-01-31T12:00:00Z: it is ${JSON.stringify(text)}`,
    { at: `query.${name}` },
  );
}
