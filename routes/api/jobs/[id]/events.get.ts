import { binary, reply, t } from "hub";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Watch a job",
  description:
    "Server-sent events, for `EventSource`: one for each change of `status`, which is its name, or of the place among those that wait; its data is the job. The stream ends with the job. `Last-Event-ID` leaves out what was seen. A comment each 15 s keeps the connection open.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "The id of the job" }) }),
  response: binary("text/event-stream"),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  async handler({ jobs, call, params: { id } }) {
    const events = await jobs.watch(call, id, call.request.headers.get("last-event-id"));
    // Proxies such as nginx would gather what is to go out at once.
    return reply(events, {
      type: "text/event-stream",
      headers: { "x-accel-buffering": "no" },
    });
  },
});
