import { HubError, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const text = (description: string) => t.Optional(t.String({ maxLength: 254, description }));
const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default adminRoutes.route({
  summary: "Read what operators have done",
  description:
    "The newest first, the acts of `bun run keys` included. `next` is the `before` of the next page. Wrong tokens are told as `token.refuse`, those of one address within a minute together.",
  query: t.Object({
    from: text("From this time on, ISO 8601"),
    to: text("Up to this time, ISO 8601"),
    actor: text("By whom, as `X-Admin-Actor` said, or `shell`; or from which address"),
    action: text("What was done, such as `account.change`"),
    subject: text("To what, such as `account_12`"),
    before: t.Optional(t.Integer({ minimum: 1, description: "Those before this entry" })),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    entries: t.Array(
      t.Object({
        id: t.Integer(),
        at: t.String({ description: "When, ISO 8601" }),
        actor: nullable("Who, by the name that came along; `shell`: `bun run keys`"),
        address: nullable("From where; null: the shell"),
        action: t.String(),
        subject: t.String(),
        before: t.Unknown({ description: "What it was" }),
        after: t.Unknown({ description: "What it was to be" }),
      }),
    ),
    next: t.Union([t.Integer(), t.Null()], { description: "Null: there are no more" }),
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
