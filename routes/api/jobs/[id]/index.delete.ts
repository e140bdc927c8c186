import { t } from "hub";
import { jobFields } from "../../../../core/server/async/job-view.ts";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Cancel a job, or remove its answer",
  description:
    "What waits is not begun, and what runs is ended. Of a job that has ended the answer is removed. The job itself is kept for a day.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "The id of the job" }) }),
  response: t.Object(jobFields),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  handler: ({ jobs, call, params: { id } }) => jobs.cancel(call, id),
});
