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

/** The settings of asynchronous jobs and repeated requests. */
export interface LongWorkSettings {
  jobs: { size: number };
  data: string;
  /** A bucket in place of the folder that bodies of jobs and kept answers are in. Never to be shown. */
  objects: ObjectSettings | undefined;
  /** Most bytes that are kept for callers who come back for their answers. */
  keptBytesMax: number;
  /** The address that callers use, with the path of a hub that is not at the root, and no slash at its end. */
  baseUrl: string | undefined;
}

interface LongWorkParts {
  access: OpenGate;
  records: Records;
  health: Health;
  webhooks: AccountWebhooks;
  tracing: Tracing | undefined;
  /** Whether no job is to begin. */
  isPaused(): boolean;
  /** What tells this hub from others of its store. */
  holder: string;
  later(work: Promise<unknown>): void;
  log: Log;
}

/** Opens what work is done by that its callers do not wait for, or must not have done twice. */
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
    wakeOthers: () => redis?.broadcast.tell("jobs"),
    isPaused,
    totalBytesMax,
    webhooks,
    baseUrl,
    tracing,
    log,
  });
  redis?.broadcast.on("jobs", () => asyncJobs.wake());
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
    signUpScopeOf: (address) => accounts.signUpScopeOf(address),
  });
  return { asyncJobs, longWork };
}
