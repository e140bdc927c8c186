import { t } from "hub";
import { refreshSchema } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const number = (description: string) => t.Union([t.Integer(), t.Null()], { description });

export default adminRoutes.route({
  summary: "List the datasets with their age, licence and size",
  response: t.Object({
    success: t.Boolean(),
    datasets: t.Array(
      t.Object({
        id: t.String({ description: "As `currency/rates`" }),
        title: t.String(),
        licence: t.String(),
        attribution: t.String({ description: "Whom its licence wants named" }),
        homepage: t.String(),
        version: nullable("What tells its files from all others; null: there is no data yet"),
        build_date: nullable("The day its newest part is of"),
        age_seconds: number("How old that is"),
        entries: number("How many entries it has, where that was counted"),
        bytes: number("How large its files are"),
        origin: nullable("`network`, `file` (`bun run data import`) or `package`"),
        fetched_at: nullable("When it was fetched"),
        next_refresh_at: nullable(
          "When the clock fetches it next; null: it does not, or not within 90 days",
        ),
        last_failure: nullable("What went wrong last, since the hub started"),
        refresh: t.Union([refreshSchema, t.Null()], {
          description: "The last fetch that an operator asked for",
        }),
      }),
    ),
  }),
  cache: "never",
  example: {},
  handler: async ({ admin }) => ({ success: true, datasets: await admin.datasets.list() }),
});
