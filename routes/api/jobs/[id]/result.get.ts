import { binary, reply, t } from "hub";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the response of a job",
  description:
    "Returns the response of the endpoint with its status, headers and body, even if the endpoint failed. Returns 409 `job_not_finished` until the job has finished. Returns 410 `job_result_gone` if the job was cancelled, or if its result was deleted or is older than a day.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "Job ID" }) }),
  response: binary("*/*"),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  async handler({ jobs, call, params: { id } }) {
    const { status, headers, body } = await jobs.result(call, id);
    const { "content-type": type = "application/octet-stream", ...others } = headers;
    return reply(body, { type, status, headers: others });
  },
});
