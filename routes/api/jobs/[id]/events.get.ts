import { binary, reply, t } from "hub";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Stream job events",
  description:
    "Streams the progress of a job as server-sent events, for `EventSource`. Each change of `status` or queue position sends an event. The event name is the status and its data is the job. The stream ends with the job. Send `Last-Event-ID` to skip events that you have already received. A comment every 15 s keeps the connection open.",
  params: t.Object({ id: t.String({ maxLength: 80, description: "Job ID" }) }),
  response: binary("text/event-stream"),
  cache: "never",
  example: { params: { id: "job_0199f3a2c0de7000a1b2c3d4e5f60718" } },
  async handler({ jobs, call, params: { id } }) {
    const events = await jobs.watch(call, id, call.request.headers.get("last-event-id"));
    // Disables response buffering in proxies such as nginx.
    return reply(events, {
      type: "text/event-stream",
      headers: { "x-accel-buffering": "no" },
    });
  },
});
