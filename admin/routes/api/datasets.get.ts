import { t } from "hub";
import { refreshSchema } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";
import { modelSchema } from "../../../core/site/view/own-routes.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const number = (description: string) => t.Union([t.Integer(), t.Null()], { description });

export default adminRoutes.route({
  summary: "List datasets with their age, licence and size",
  response: t.Object({
    success: t.Boolean(),
    datasets: t.Array(
      t.Object({
        id: t.String({ description: "Dataset ID, such as `currency/rates`" }),
        title: t.String(),
        licence: t.String(),
        attribution: t.String({ description: "Attribution that the licence requires" }),
        homepage: t.String(),
        version: nullable("Version of the installed files; null if there is no data yet"),
        build_date: nullable("Date of the newest data"),
        age_seconds: number("Age of the newest data in seconds"),
        entries: number("Number of entries, if known"),
        bytes: number("Size of the files in bytes"),
        origin: nullable("`network`, `file` (`bun run data import`) or `package`"),
        fetched_at: nullable("Download time"),
        next_refresh_at: nullable(
          "Next scheduled refresh; null if none is scheduled within the next 90 days",
        ),
        last_failure: nullable("Last refresh error since the hub started"),
        models: t.Array(modelSchema, { description: "Its models, if it has any" }),
        refresh: t.Union([refreshSchema, t.Null()], {
          description: "Last refresh that an operator started",
        }),
      }),
    ),
  }),
  cache: "never",
  example: {},
  handler: async ({ admin }) => ({ success: true, datasets: await admin.datasets.list() }),
});
