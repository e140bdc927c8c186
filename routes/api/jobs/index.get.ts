import { t } from "hub";
import { jobFields } from "../../../core/server/async/job-view.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List the jobs of the account, the newest first",
  description:
    "Those that `Prefer: respond-async` has made, of the last day. Costs nothing of the limits.",
  query: t.Object({
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200, description: "How many at most" }),
    before: t.Optional(
      t.String({ maxLength: 80, description: "Only those before the job with this id" }),
    ),
  }),
  response: t.Object({
    jobs: t.Array(t.Object(jobFields), { description: "The jobs" }),
    next: t.Union([t.String(), t.Null()], {
      description: "What `before` is for the next page; null where there is none",
    }),
  }),
  cache: "never",
  example: { query: {} },
  async handler({ jobs, call, query: { limit, before } }) {
    const found = await jobs.list(call, { limit: limit + 1, before });
    const page = found.slice(0, limit);
    return { jobs: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
});
