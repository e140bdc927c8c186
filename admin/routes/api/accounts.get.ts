import { t } from "hub";
import { accountInList } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Find accounts",
  description: "By their numbers, the oldest first. `next` is the `after` of the next page.",
  query: t.Object({
    q: t.Optional(
      t.String({
        maxLength: 254,
        description:
          "A part of the address, the number of the account, or the id or beginning of a key",
      }),
    ),
    tier: t.Optional(t.String({ maxLength: 40, description: "Of one tier alone" })),
    after: t.Integer({ default: 0, minimum: 0, description: "Those after this number" }),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    accounts: t.Array(accountInList),
    next: t.Union([t.Integer(), t.Null()], { description: "Null: there are no more" }),
  }),
  cache: "never",
  example: { query: { q: "example.com" } },
  async handler({ admin, query: { q, tier, after, limit } }) {
    // One more than is answered tells whether there is another page.
    const found = await admin.accounts.list({ text: q?.trim(), tier, after, limit: limit + 1 });
    const accounts = found.slice(0, limit);
    const next = found.length > limit ? (accounts.at(-1)?.id ?? null) : null;
    return { success: true, accounts, next };
  },
});
