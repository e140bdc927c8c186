import { type Static, Type as t } from "@sinclair/typebox";
import { oneOf } from "../../contract/schema.ts";
import type { AsyncJob } from "../../platform/store/async-job-records.ts";

const time = (description: string) =>
  t.Union([t.String({ description: `${description}, ISO 8601` }), t.Null()]);
const count = (description: string) => t.Union([t.Integer({ description }), t.Null()]);

/** The fields of an answer that tells about a job. */
export const jobFields = {
  id: t.String({ description: "The id of the job" }),
  status: oneOf(["queued", "running", "succeeded", "failed", "cancelled"], {
    description: "`failed`: its answer is a failure",
  }),
  service: t.String({ description: "The service that works on it" }),
  route: t.String({ description: "The method and the path of its endpoint" }),
  created_at: t.String({ description: "When it came, ISO 8601" }),
  started_at: time("When it was begun"),
  ended_at: time("When it ended"),
  expires_at: time("Until when it is kept; null until it has ended"),
  queue_position: count(
    "Which one it is of those that wait, up to 1,000; accounts take turns, so it may be begun before others",
  ),
  result_status: count("The HTTP status of its answer; null where there is none"),
  result_bytes: count("The size of its answer; null where there is none"),
  webhook: t.Union([oneOf(["pending", "delivered", "failed"]), t.Null()], {
    description: "Whether its end was told to `X-Webhook-Url`; null where there is nothing to tell",
  }),
  links: t.Object(
    {
      self: t.String({ description: "The job" }),
      result: t.String({ description: "Its answer" }),
      events: t.String({ description: "What happens to it, as server-sent events" }),
    },
    { description: "Where to go on" },
  ),
};

const jobSchema = t.Object(jobFields);

/** A job as its owner sees it. */
export type JobView = Static<typeof jobSchema>;

/** Where a job is told about. */
export function linksOf(id: string, base = ""): JobView["links"] {
  const self = `${base}/api/jobs/${id}`;
  return { self, result: `${self}/result`, events: `${self}/events` };
}

/** Shows a job to its owner; `ahead` is how many wait before it, where it waits. */
export function viewOf(
  job: AsyncJob,
  { ahead, keptMs, basePath }: { ahead: number | undefined; keptMs: number; basePath: string },
): JobView {
  const { id, state, service, route, hasResult, webhook, endedAt } = job;
  return {
    id,
    status: state,
    service,
    route,
    created_at: isoTime(job.createdAt),
    started_at: job.startedAt === null ? null : isoTime(job.startedAt),
    ended_at: endedAt === null ? null : isoTime(endedAt),
    expires_at: endedAt === null ? null : isoTime(endedAt + keptMs),
    queue_position: ahead === undefined ? null : ahead + 1,
    result_status: hasResult === 1 ? job.status : null,
    result_bytes: hasResult === 1 ? job.resultBytes : null,
    webhook,
    links: linksOf(id, basePath),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
