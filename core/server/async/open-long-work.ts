import type { OpenGate } from "../../accounts/open-gate.ts";
import type { AccountWebhooks } from "../../host/notices/account-webhooks.ts";
import type { Health } from "../../platform/health/health.ts";
import type { Log } from "../../platform/log/log.ts";
import type { ObjectSettings } from "../../platform/store/object-settings.ts";
import { openBodies } from "../../platform/store/open-bodies.ts";
import type { Records } from "../../platform/store/records.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { AsyncJobs } from "./async-jobs.ts";
import { Idempotency } from "./idempotency.ts";
import { LongWork } from "./long-work.ts";

/** The settings of asynchronous jobs and idempotent requests. */
export interface LongWorkSettings {
  jobs: { size: number };
  data: string;
  /** A bucket for bodies of jobs and stored responses, instead of the data folder. Never show it. */
  objects: ObjectSettings | undefined;
  /** The maximum total size of stored requests and responses, in bytes. */
  keptBytesMax: number;
  /** The hub's base URL for callers, including its base path, without a trailing slash. */
  baseUrl: string | undefined;
}

interface LongWorkParts {
  access: OpenGate;
  records: Records;
  health: Health;
  webhooks: AccountWebhooks;
  tracing: Tracing | undefined;
  /** Returns whether starting jobs is paused. */
  isPaused(): boolean;
  /** The unique id of this hub among those that share the store. */
  holder: string;
  later(work: Promise<unknown>): void;
  log: Log;
}

/** Opens the parts for asynchronous jobs and idempotent requests. */
export function openLongWork(
  { data, objects, jobs: { size }, keptBytesMax, baseUrl }: LongWorkSettings,
  {
    access: { gate: access, accounts, pepper, now, redis },
    records,
    health,
    webhooks,
    tracing,
    holder,
    isPaused,
    later,
    log,
  }: LongWorkParts,
): { asyncJobs: AsyncJobs; longWork: LongWork } {
  const totalBytesMax = keptBytesMax / 2;
  const asyncJobs = new AsyncJobs({
    records: records.asyncJobs,
    bodies: openBodies("jobs", { data, objects, health }),
    access,
    holder,
    now,
    size,
    wakeOthers: () => redis?.broadcast.publish("jobs"),
    isPaused,
    totalBytesMax,
    webhooks,
    baseUrl,
    tracing,
    log,
  });
  redis?.broadcast.on("jobs", () => asyncJobs.wake());
  access.watches.onCheck(() => asyncJobs.cancelOfEndedKeys());
  const idempotency = new Idempotency({
    records: records.idempotency,
    bodies: openBodies("answers", { data, objects, health }),
    holder,
    now,
    later,
    totalBytesMax,
  });
  const longWork = new LongWork({
    access,
    jobs: asyncJobs,
    idempotency,
    log,
    pepper,
    getSignUpScope: (address) => accounts.computeSignUpScope(address),
  });
  return { asyncJobs, longWork };
}
