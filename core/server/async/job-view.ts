import { type Static, Type as t } from "@sinclair/typebox";
import { oneOf } from "../../contract/schema.ts";
import type { AsyncJob } from "../../platform/store/async-job-records.ts";

const nullableTime = (description: string) =>
  t.Union([t.String({ description: `${description}, ISO 8601` }), t.Null()]);
const nullableCount = (description: string) => t.Union([t.Integer({ description }), t.Null()]);

/** Response fields that describe a job. */
export const jobFields = {
  id: t.String({ description: "Job ID" }),
  status: oneOf(["queued", "running", "succeeded", "failed", "cancelled"], {
    description:
      "Status of the job. `failed`: its result is an error. `cancelled`: by its account, or because the key that created it has ended",
  }),
  service: t.String({ description: "Name of the service" }),
  route: t.String({ description: "Method and path of the endpoint" }),
  created_at: t.String({ description: "Time of creation, ISO 8601" }),
  started_at: nullableTime("Start time"),
  ended_at: nullableTime("End time"),
  expires_at: nullableTime("Time when the job is deleted; null until it has finished"),
  queue_position: nullableCount(
    "Position in the queue, up to 1,000. The hub alternates between accounts, so a job can start before others ahead of it",
  ),
  progress: t.Union(
    [
      t.Object({
        done: t.Integer({ description: "Number of parts that are done, such as pages or rows" }),
        total: t.Integer({ description: "Number of parts" }),
      }),
      t.Null(),
    ],
    { description: "Progress of the job; null if the endpoint does not report it" },
  ),
  result_status: nullableCount("HTTP status of the result; null if there is no result"),
  result_bytes: nullableCount("Size of the result in bytes; null if there is no result"),
  webhook: t.Union([oneOf(["pending", "delivered", "failed"]), t.Null()], {
    description: "Delivery status of the webhook to `X-Webhook-Url`; null if there is no webhook",
  }),
  links: t.Object(
    {
      self: t.String({ description: "The job" }),
      result: t.String({ description: "Result of the job" }),
      events: t.String({ description: "Progress of the job, as server-sent events" }),
    },
    { description: "Related URLs" },
  ),
};

const jobSchema = t.Object(jobFields);

/** A job as returned to its owner. */
export type JobView = Static<typeof jobSchema>;

/** Returns the URLs of a job. */
export function buildJobLinks(id: string, base = ""): JobView["links"] {
  const self = `${base}/api/jobs/${id}`;
  return { self, result: `${self}/result`, events: `${self}/events` };
}

/** Builds the response for a job. `ahead` is the number of jobs before it in the queue. */
export function buildJobView(
  job: AsyncJob,
  { ahead, keptMs, basePath }: { ahead: number | undefined; keptMs: number; basePath: string },
): JobView {
  const { id, state, service, route, hasResult, webhook, endedAt } = job;
  return {
    id,
    status: state,
    service,
    route,
    created_at: formatTime(job.createdAt),
    started_at: job.startedAt === null ? null : formatTime(job.startedAt),
    ended_at: endedAt === null ? null : formatTime(endedAt),
    expires_at: endedAt === null ? null : formatTime(endedAt + keptMs),
    queue_position: ahead === undefined ? null : ahead + 1,
    progress: readProgress(job),
    result_status: hasResult === 1 ? job.status : null,
    result_bytes: hasResult === 1 ? job.resultBytes : null,
    webhook,
    links: buildJobLinks(id, basePath),
  };
}

function readProgress({ partsDone: done, partsTotal: total }: AsyncJob): JobView["progress"] {
  return done === null || total === null ? null : { done, total };
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
