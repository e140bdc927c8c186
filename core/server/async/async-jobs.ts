import type { Access, KeptAdmission } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
import type { Gate } from "../../accounts/gate.ts";
import { HubError, problem } from "../../contract/errors.ts";
import type { Values } from "../../host/handler/handler-input.ts";
import type { AccountWebhooks } from "../../host/notices/account-webhooks.ts";
import { parseBasePath } from "../../platform/http/base-path.ts";
import type { Log } from "../../platform/log/log.ts";
import type {
  AsyncJob,
  AsyncJobOwner,
  AsyncJobRecords,
} from "../../platform/store/async-job-records.ts";
import type { Bodies } from "../../platform/store/bodies.ts";
import { getRequestName, getResultName } from "../../platform/store/job-bodies.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { commonHeaders } from "../http/respond.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { Answerer } from "./answerer.ts";
import { type HeldRequest, restoreCall } from "./held-call.ts";
import { buildJobLinks, buildJobView, type JobView } from "./job-view.ts";
import { headersToKeep, type KeptAnswer } from "./kept-answer.ts";
import { readUpTo } from "./read-up-to.ts";

/** The retention period of a finished job and its result. */
export const jobKeptMs = 86_400_000;
/** The limits per account: unfinished jobs, stored jobs and stored bytes. */
export const jobsPerAccount = { unfinished: 100, count: 1000, bytes: 512 * 2 ** 20 };
/** The maximum size of a job result in bytes. */
export const resultBytesMax = 128 * 2 ** 20;
/** The maximum number of attempts for a job that is interrupted by restarts. */
const attemptsMax = 2;
/** The retry delay of a job whose body storage is unreachable. */
const requeueDelayMs = 10_000;
/** The maximum wait of a startable job for a free job process. */
const waitMsMax = 3_600_000;
/** The minimum interval for storing the progress of a job. */
const progressMs = 300;
/** The interval for reclaiming abandoned jobs and for renewing leases. */
const pollMs = 1000;
/** The lease of a hub: without renewal, its jobs are considered abandoned after this time. */
const leaseMs = 6000;

export interface AsyncJobsOptions {
  records: AsyncJobRecords;
  bodies: Bodies;
  access: Pick<
    Access,
    "identify" | "getStoredAdmission" | "readmit" | "recheck" | "refundInFull" | "unwatch"
  > &
    Pick<Gate, "hasEnded" | "refundStored">;
  /** The ID of this hub among those that share the store. */
  holder: string;
  now(): number;
  /** The maximum number of concurrent jobs. */
  size: number;
  /** Wakes the other hubs, which otherwise poll every second. */
  wakeOthers?(): void;
  /** Checks whether starting jobs is paused. Default: never. */
  isPaused?(): boolean;
  /** The maximum total size of stored requests and results in bytes. */
  totalBytesMax: number;
  /** The maximum size of a result in bytes. Default: 128 MiB. */
  answerBytesMax?: number;
  /** Sends the webhooks of finished jobs. */
  webhooks: AccountWebhooks;
  /** The configured base URL of the hub, if any. */
  baseUrl: string | undefined;
  /** Traces the jobs. Optional. */
  tracing?: Pick<Tracing, "later"> | undefined;
  log: Log;
}

/** A request to create a job. */
interface AsyncJobRequest {
  endpoint: Endpoint;
  params: Record<string, string>;
  values: Values;
  held: HeldRequest;
  /** The call that the job runs for. */
  work: Call;
}

/** A job that this hub runs. */
interface RunningJob {
  keyId: string | null;
  controller: AbortController;
  done: Promise<void>;
}

/** The stored call of a job. Contains only what the response depends on. */
interface StoredCall {
  request: Omit<HeldRequest, "body">;
  params: Record<string, string>;
  admission: KeptAdmission | undefined;
}

/**
 * Runs background jobs. Each job is stored before the 202 response. If a hub fails, another hub or the
 * restarted one takes over its jobs. An interrupted job is attempted at most twice.
 */
export class AsyncJobs {
  readonly #options: AsyncJobsOptions;
  readonly #running = new Map<string, RunningJob>();
  readonly #pendingWebhooks = new Map<string, Promise<void>>();
  #served: { endpoints: ReadonlyMap<string, Endpoint>; by: Answerer } | undefined;
  #timer: Timer | undefined;
  #isClosed = false;
  #starting: Promise<void> | undefined;
  /** Set if there may be new jobs since the last check. */
  #hasMore = false;

  constructor(options: AsyncJobsOptions) {
    this.#options = options;
  }

  /** Whether the hub has stopped starting jobs. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sets the endpoints that run the jobs. */
  serve(endpoints: ReadonlyMap<string, Endpoint>, by: Answerer): void {
    this.#served = { endpoints, by };
    this.#timer ??= setInterval(() => void this.#poll(), pollMs).unref();
    void this.#poll();
  }

  /** Checks immediately for waiting jobs. */
  wake(): void {
    if (this.#served) void this.#poll();
  }

  /** Creates a job from a call and returns the response with its URL. Throws if the job can't be created. */
  async accept(
    call: Call,
    { endpoint, params, values, held, work }: AsyncJobRequest,
  ): Promise<Response> {
    const { records, bodies, access, webhooks, now } = this.#options;
    const webhookUrl = call.request.headers.get("x-webhook-url");
    if (webhookUrl !== null) await webhooks.check(webhookUrl, "header.X-Webhook-Url");
    try {
      await endpoint.charge(values, work);
    } finally {
      call.limits = work.limits;
    }
    const { body, ...request } = held;
    const headers = Object.fromEntries(
      Object.entries(held.headers).filter(([name]) => storedHeaders.has(name)),
    );
    const { id: account = "", address } = access.identify(call);
    const admission = access.getStoredAdmission(work);
    const storedCall: StoredCall = {
      request: { ...request, headers, peer: address },
      params,
      admission,
    };
    const id = `job_${Bun.randomUUIDv7("hex").replaceAll("-", "")}`;
    if (body.length > 0) await bodies.put(getRequestName(id), body);
    const job = {
      id,
      account,
      keyId: admission?.keyId ?? null,
      service: endpoint.target.service,
      route: endpoint.target.route,
      call: JSON.stringify(storedCall),
      requestBytes: body.length,
      webhookUrl,
      createdAt: now(),
    };
    const { totalBytesMax } = this.#options;
    const added = await records.add(job, {
      unfinishedMax: jobsPerAccount.unfinished,
      totalBytesMax,
    });
    if (added !== "added") {
      await bodies.remove(getRequestName(id));
      throw added === "crowded" ? createCrowdedError() : createFullError();
    }
    void this.#poll();
    this.#options.wakeOthers?.();
    const view = await this.view(await this.#find({ account }, id));
    return new Response(JSON.stringify({ success: true, ...view }), {
      status: 202,
      headers: {
        ...commonHeaders(call),
        "content-type": "application/json;charset=utf-8",
        "cache-control": "no-store",
        location: view.links.self,
        "preference-applied": "respond-async",
      },
    });
  }

  /** Returns the jobs of an account, newest first. */
  async list(
    owner: AsyncJobOwner,
    page: { before?: string | undefined; limit: number },
  ): Promise<JobView[]> {
    const jobs = await this.#options.records.list(owner, page);
    return Promise.all(jobs.map((job) => this.view(job)));
  }

  /** Returns a job of an account. Throws `not_found`. */
  async show(owner: AsyncJobOwner, id: string): Promise<JobView> {
    return this.view(await this.#find(owner, id));
  }

  /** Returns a job with the version of its state. */
  async getVersionedView(
    owner: AsyncJobOwner,
    id: string,
  ): Promise<{ view: JobView; version: string }> {
    const job = await this.#find(owner, id);
    const view = await this.view(job);
    return { view, version: `${job.version}.${view.queue_position ?? 0}` };
  }

  /** Returns the result of a job. Throws `not_found`, `job_not_finished` and `job_result_gone`. */
  async result(owner: AsyncJobOwner, id: string): Promise<KeptAnswer> {
    const job = await this.#find(owner, id);
    if (job.endedAt === null)
      throw new HubError(
        "job_not_finished",
        `The job is ${job.state}: its result is not available yet`,
        {
          headers: { "retry-after": "1" },
        },
      );
    const body =
      job.hasResult === 1
        ? await this.#options.bodies.get(getResultName(id), job.resultBytes)
        : undefined;
    if (!body || job.status === null)
      throw new HubError(
        "job_result_gone",
        job.state === "cancelled"
          ? "The job was cancelled: it has no result"
          : "The result of the job was deleted",
      );
    return { status: job.status, headers: JSON.parse(job.headers ?? "{}"), body };
  }

  /** Cancels a job, or deletes the result of a finished one. */
  async cancel(owner: AsyncJobOwner, id: string): Promise<JobView> {
    const { records, bodies, now } = this.#options;
    await this.#find(owner, id);
    await records.cancel(id, now());
    // Another hub that runs the job notices at its next lease renewal.
    this.#running.get(id)?.controller.abort();
    await bodies.remove(getRequestName(id), getResultName(id));
    void this.#poll();
    return this.show(owner, id);
  }

  /** Cancels the jobs of keys that have ended. They cost nothing and send no webhook. */
  async cancelOfEndedKeys(): Promise<void> {
    const { records, access } = this.#options;
    for (const keyId of await records.listBusyKeys())
      if (await access.hasEnded(keyId)) await this.#cancelOfKey(keyId);
    // Another hub may have cancelled jobs that this one runs.
    for (const { keyId, controller } of this.#running.values())
      if (keyId !== null && (await access.hasEnded(keyId))) controller.abort();
  }

  async #cancelOfKey(keyId: string): Promise<void> {
    const { records, bodies, access, now } = this.#options;
    for (const { id, call, ...target } of await records.cancelOfKey(keyId, now())) {
      const { admission } = JSON.parse(call ?? "{}") as StoredCall;
      if (admission) await access.refundStored(admission, target);
      await bodies.remove(getRequestName(id));
    }
  }

  /** Removes expired jobs and those over the limits. */
  async sweep(): Promise<void> {
    const { records, bodies, now, totalBytesMax } = this.#options;
    const { count: countMax, bytes: bytesMax } = jobsPerAccount;
    const bounds = { countMax, bytesMax, totalBytesMax };
    const removed = await records.sweep(now() - jobKeptMs, bounds);
    await bodies.remove(...removed.flatMap((id) => [getRequestName(id), getResultName(id)]));
    // Removes orphaned files of killed hubs, by the clock of the file system.
    await bodies.sweep(Date.now() - 2 * jobKeptMs);
  }

  /** Stops starting jobs. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** Waits until running jobs have finished or are requeued for another hub. */
  async done(): Promise<void> {
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Builds the response for a job. */
  async view(job: AsyncJob): Promise<JobView> {
    const ahead = job.state === "queued" ? await this.#options.records.ahead(job) : undefined;
    return buildJobView(job, {
      ahead,
      keptMs: jobKeptMs,
      basePath: parseBasePath(this.#options.baseUrl),
    });
  }

  async #find({ account, routes }: AsyncJobOwner, id: string): Promise<AsyncJob> {
    const job = await this.#options.records.find(id);
    if (job?.account === account && (!routes || routes.includes(job.route))) return job;
    throw new HubError(
      "not_found",
      `Unknown job ${JSON.stringify(id.slice(0, 80))}: GET /api/jobs lists the jobs of the account`,
    );
  }

  /** Renews the leases of this hub and reclaims abandoned jobs. */
  async #poll(): Promise<void> {
    const { records, holder, now, log } = this.#options;
    try {
      if (this.#running.size + this.#pendingWebhooks.size > 0) {
        const time = now();
        const renewed = await records.renew({ holder, now: time, leaseUntil: time + leaseMs });
        for (const [id, { controller }] of this.#running)
          if (!renewed.includes(id)) controller.abort();
      }
      if (!this.#isClosed && (await records.isDue(now()))) {
        await this.#start();
        await this.#failLost();
        await this.#sendPendingWebhooks();
      }
    } catch (cause) {
      log.error("Cannot check for jobs to run", { cause });
    }
  }

  /** Starts as many jobs as there is capacity for, one at a time. */
  async #start(): Promise<void> {
    this.#hasMore = true;
    this.#starting ??= this.#startAll();
    await this.#starting;
  }

  async #startAll(): Promise<void> {
    try {
      while (this.#hasMore) {
        this.#hasMore = false;
        await this.#startDue();
      }
    } finally {
      this.#starting = undefined;
    }
  }

  async #startDue(): Promise<void> {
    const { records, size, holder, now, isPaused = () => false, tracing, log } = this.#options;
    while (!this.#isClosed && !isPaused() && this.#running.size < size) {
      const job = await records.claim(this.#createLease(), { attemptsMax });
      if (!job) return;
      const running = this.#running.get(job.id);
      if (running) {
        // The job was just requeued, or its lease expired because this hub was suspended. If the run in
        // progress doesn't complete the job, it is requeued afterwards.
        running.done = running.done
          .then(() => records.requeue(job.id, holder, now()))
          .then(() => void this.#poll())
          .catch((cause) => log.error("Cannot requeue a job", { job: job.id, cause }));
        return;
      }
      // The hub started to shut down after the claim was requested.
      if (this.#isClosed) return records.requeue(job.id, holder, now());
      const controller = new AbortController();
      const work = () => this.#runJob(job, controller.signal);
      const done = (tracing ? tracing.later(job, job.account, work) : work())
        .catch((cause) => this.#requeue(job, cause))
        .finally(() => {
          this.#running.delete(job.id);
          void this.#poll();
        });
      this.#running.set(job.id, { keyId: job.keyId, controller, done });
    }
  }

  #createLease() {
    const { holder, now } = this.#options;
    const time = now();
    return { holder, now: time, leaseUntil: time + leaseMs };
  }

  async #runJob(job: AsyncJob, signal: AbortSignal): Promise<void> {
    const { records, bodies, access, holder, now } = this.#options;
    const { answerBytesMax = resultBytesMax } = this.#options;
    const { keyId } = job;
    if (keyId !== null && (await access.hasEnded(keyId))) return this.#cancelOfKey(keyId);
    const stored = JSON.parse(job.call ?? "{}") as StoredCall;
    const body = await bodies.get(getRequestName(job.id), job.requestBytes);
    const endpoint = this.#served?.endpoints.get(job.route);
    const by = this.#served?.by;
    if (!body || !endpoint || !by)
      return this.#end(job, toAnswer(createMissingWorkError(job, body), job));
    const work = restoreCall({ ...stored.request, body }, signal);
    work.retryKey = job.id;
    const progress = this.#createProgress(job.id);
    work.onProgress = progress.report;
    let answer: KeptAnswer;
    try {
      if (stored.admission) await access.readmit(work, stored.admission, endpoint.target);
      const values = await endpoint.read(work, stored.params);
      const reply = await endpoint.run(values, work);
      answer = await readAnswer(await by.respond(work, endpoint, reply), answerBytesMax);
    } catch (error) {
      if (signal.aborted) return;
      if (keyId !== null && (await access.hasEnded(keyId))) return this.#cancelOfKey(keyId);
      if (this.#isTemporary(error, job)) {
        const waitMs = this.#isClosed ? 0 : 1000;
        return records.requeue(job.id, holder, now() + waitMs);
      }
      const fault = (await access.recheck(work, endpoint.target)) ?? error;
      answer = await readAnswer(by.refuse(work, endpoint, fault), resultBytesMax);
    } finally {
      access.unwatch(work);
    }
    await progress.stored();
    if (answer.status >= 500) await access.refundInFull(work);
    await this.#end(job, answer);
  }

  /** Creates a receiver for the progress of a job. It stores the progress a few times a second. */
  #createProgress(id: string) {
    const { records, holder, log } = this.#options;
    let nextAt = 0;
    let writing: Promise<void> | undefined;
    let unwritten: { done: number; total: number } | undefined;
    const write = (reported: { done: number; total: number }) => {
      unwritten = undefined;
      return records
        .progress(id, holder, reported)
        .catch((cause) => log.warn("Cannot store the progress of a job", { job: id, cause }));
    };
    return {
      report: (done: number, total: number) => {
        // Untrusted plugins can report anything.
        const isValid = Number.isSafeInteger(done) && Number.isSafeInteger(total);
        if (!isValid || done < 0 || done > total) return;
        unwritten = { done, total };
        if (writing || performance.now() < nextAt) return;
        nextAt = performance.now() + progressMs;
        writing = write(unwritten).finally(() => {
          writing = undefined;
        });
      },
      /** Waits for the running write, so that it doesn't follow the end of the job, and stores the last report. */
      stored: async () => {
        await writing;
        if (unwritten) await write(unwritten);
      },
    };
  }

  /** Requeues a job whose data could not be read or stored. */
  async #requeue({ id }: AsyncJob, cause: unknown): Promise<void> {
    const { records, holder, now, log } = this.#options;
    log.error("Cannot finish a job", { job: id, cause });
    if (!(cause instanceof HubError && cause.code === "store_unavailable")) return;
    // If the records are unavailable too, the lease expires and the job is reclaimed.
    await records.requeue(id, holder, now() + requeueDelayMs).catch(() => {});
  }

  /** Returns whether a job failed only because of temporary overload. */
  #isTemporary(error: unknown, { createdAt }: AsyncJob): boolean {
    if (!(error instanceof HubError)) return false;
    if (error.code === "draining") return true;
    return error.code === "busy" && this.#options.now() - createdAt < waitMsMax;
  }

  async #end(job: AsyncJob, { status, headers, body }: KeptAnswer): Promise<void> {
    const { records, bodies, holder, now } = this.#options;
    if (body.length > 0) await bodies.put(getResultName(job.id), body);
    const state = status < 400 ? "succeeded" : "failed";
    const end = { state, status, headers, resultBytes: body.length, now: now() } as const;
    // The job was cancelled, or reclaimed by another hub, which will finish it.
    if (!(await records.end(job.id, holder, end))) return this.#removeUnlessStored(job.id);
    await bodies.remove(getRequestName(job.id));
    if (job.webhookUrl !== null) await this.#sendWebhook(job.id);
  }

  async #removeUnlessStored(id: string): Promise<void> {
    const { records, bodies } = this.#options;
    const job = await records.find(id);
    if (job?.hasResult !== 1) await bodies.remove(getResultName(id));
  }

  /** Fails the jobs that have reached the maximum number of attempts. */
  async #failLost(): Promise<void> {
    for (;;) {
      const job = await this.#options.records.claimLost(this.#createLease(), { attemptsMax });
      if (!job || this.#running.has(job.id)) return;
      const error = new HubError(
        "job_lost",
        `The job was interrupted by ${attemptsMax} restarts of the hub and will not run again`,
      );
      this.#options.log.error(error.message, { job: job.id, route: job.route });
      await this.#end(job, toAnswer(error, job));
    }
  }

  /** Sends the pending webhooks of finished jobs. */
  async #sendPendingWebhooks(): Promise<void> {
    for (;;) {
      const job = await this.#options.records.claimWebhook(this.#createLease());
      if (!job || this.#pendingWebhooks.has(job.id)) return;
      await this.#sendWebhook(job.id);
    }
  }

  async #sendWebhook(id: string): Promise<void> {
    const { records, webhooks, baseUrl, log } = this.#options;
    const job = await records.find(id);
    if (!job) return;
    const delivery = webhooks
      .send(job, {
        type: `job.${job.state}`,
        timestamp: new Date(job.endedAt ?? 0).toISOString(),
        data: {
          id,
          status: job.state,
          service: job.service,
          route: job.route,
          links: buildJobLinks(id, baseUrl),
        },
      })
      .then((outcome) => records.endWebhook(id, outcome))
      .catch((cause) => log.error("The webhook of a job failed", { job: id, cause }))
      .finally(() => this.#pendingWebhooks.delete(id));
    this.#pendingWebhooks.set(id, delivery);
  }
}

/** The request headers that a response may depend on. */
const storedHeaders = new Set([
  "accept",
  "accept-language",
  "content-type",
  "referer",
  "user-agent",
]);

async function readAnswer(response: Response, bytesMax: number): Promise<KeptAnswer> {
  const { status } = response;
  const body = response.body ? await readUpTo(response.body, bytesMax) : new Uint8Array();
  if (!body)
    throw new HubError(
      "job_result_too_large",
      `The result of the job is larger than ${bytesMax} bytes`,
    );
  return { status, headers: headersToKeep(response), body };
}

function createMissingWorkError(job: AsyncJob, body: Uint8Array | undefined): HubError {
  return body
    ? new HubError("not_found", `This hub no longer has the endpoint ${job.route}`)
    : new HubError("job_lost", "The input of the job is missing");
}

/** Builds an error result without an endpoint. */
function toAnswer(error: HubError, job: AsyncJob): KeptAnswer {
  return {
    status: error.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
    body: Buffer.from(JSON.stringify(problem(error, job.id))),
  };
}

function createCrowdedError(): HubError {
  return new HubError(
    "too_many_jobs",
    `The account already has ${jobsPerAccount.unfinished} unfinished jobs: wait until one has finished`,
    { headers: { "retry-after": "5" } },
  );
}

function createFullError(): HubError {
  return new HubError("busy", "The job queue of the hub is full: try again later", {
    headers: { "retry-after": "60" },
  });
}
