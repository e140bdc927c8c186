import { t } from "hub";
import { accountInList } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "List and search accounts",
  description:
    "Returns a page of accounts, oldest first. To get the next page, pass `next` as `after`.",
  query: t.Object({
    q: t.Optional(
      t.String({
        maxLength: 254,
        description:
          "Search text: part of the email address, the account number, a key ID or the first characters of a key",
      }),
    ),
    tier: t.Optional(t.String({ maxLength: 40, description: "Only accounts on this tier" })),
    sort: t.Optional(
      t.Literal("used_today", {
        description: "Accounts with the most calls today, without the other filters",
      }),
    ),
    after: t.Integer({ default: 0, minimum: 0, description: "Only accounts with a higher number" }),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    accounts: t.Array(accountInList),
    next: t.Union([t.Integer(), t.Null()], {
      description: "The `after` value for the next page; null on the last page",
    }),
  }),
  cache: "never",
  example: { query: { q: "example.com" } },
  async handler({ admin, query: { q, tier, sort, after, limit } }) {
    if (sort)
      return { success: true, accounts: await admin.accounts.listBusiest(limit), next: null };
    // Fetches one extra row to detect whether there is a next page.
    const found = await admin.accounts.list({ text: q?.trim(), tier, after, limit: limit + 1 });
    const accounts = found.slice(0, limit);
    const next = found.length > limit ? (accounts.at(-1)?.id ?? null) : null;
    return { success: true, accounts, next };
  },
});
