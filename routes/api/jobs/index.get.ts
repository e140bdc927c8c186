import { t } from "hub";
import { jobFields } from "../../../core/server/async/job-view.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List jobs",
  description:
    "Returns the account's jobs of the last day, newest first. Requests with `Prefer: respond-async` create jobs. Does not count towards the limits.",
  query: t.Object({
    limit: t.Integer({
      default: 50,
      minimum: 1,
      maximum: 200,
      description: "Maximum number of jobs to return",
    }),
    before: t.Optional(
      t.String({ maxLength: 80, description: "Only jobs older than the job with this ID" }),
    ),
  }),
  response: t.Object({
    jobs: t.Array(t.Object(jobFields), { description: "Jobs, newest first" }),
    next: t.Union([t.String(), t.Null()], {
      description: "The `before` value for the next page; null on the last page",
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
