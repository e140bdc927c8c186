import { t } from "hub";
import { jobFields } from "../../../../core/server/async/job-view.ts";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Cancel a job or delete its result",
  description:
    "Cancels a queued or running job and returns the job. If the job has already finished, deletes its result. The job itself stays available for a day.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "Job ID" }) }),
  response: t.Object(jobFields),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  handler: ({ jobs, call, params: { id } }) => jobs.cancel(call, id),
});
