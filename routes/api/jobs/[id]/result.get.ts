import { binary, reply, t } from "hub";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the answer of a job",
  description:
    "As its endpoint would have given it: status, headers and bytes, a failure too. Before the job has ended it is 409 `job_not_finished`; where it was cancelled, or its answer was removed or is older than a day, 410 `job_result_gone`.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "The id of the job" }) }),
  response: binary("*/*"),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  async handler({ jobs, call, params: { id } }) {
    const { status, headers, body } = await jobs.result(call, id);
    const { "content-type": type = "application/octet-stream", ...others } = headers;
    return reply(body, { type, status, headers: others });
  },
});
