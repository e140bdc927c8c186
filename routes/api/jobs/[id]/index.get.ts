import { t } from "hub";
import { jobFields } from "../../../../core/server/async/job-view.ts";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get a job",
  description: "Returns the status of a job. Does not count towards the limits.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "Job ID" }) }),
  response: t.Object(jobFields),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  handler: ({ jobs, call, params: { id } }) => jobs.show(call, id),
});
