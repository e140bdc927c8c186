import { oneOf, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default adminRoutes.route({
  summary: "List active keys by last use",
  query: t.Object({
    sort: oneOf(["last_used", "unused"], {
      default: "last_used",
      description: "`unused`: those that weren't used for longest first",
    }),
    made_by: t.Optional(
      t.String({ maxLength: 80, description: "Only keys that this key created" }),
    ),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    keys: t.Array(
      t.Object({
        key_id: t.String(),
        account_id: t.Integer(),
        prefix: t.String(),
        name: nullable("Name"),
        made_by: nullable("ID of the key that created it"),
        created_at: t.String({ description: "ISO 8601" }),
        last_used_at: nullable("ISO 8601; null: never used"),
      }),
    ),
  }),
  cache: "never",
  example: { query: {} },
  handler: async ({ admin, query: { made_by: madeBy, ...query } }) => ({
    success: true,
    keys: await admin.accounts.listKeys({ ...query, madeBy }),
  }),
});
