import type { Access, KeptAdmission } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
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
import { requestOf, resultOf } from "../../platform/store/job-bodies.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { commonHeaders } from "../http/respond.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { Answerer } from "./answerer.ts";
import { callOf, type HeldRequest } from "./held-call.ts";
import { type JobView, linksOf, viewOf } from "./job-view.ts";
import { headersToKeep, type KeptAnswer } from "./kept-answer.ts";
import { readUpTo } from "./read-up-to.ts";

/** For how long a job is kept after its end, and its answer. */
export const jobKeptMs = 86_400_000;
/** How many jobs of an account may wait or run, and how many of its jobs are kept, of how many bytes. */
export const jobsPerAccount = { unfinished: 100, count: 1000, bytes: 512 * 2 ** 20 };
/** How many bytes the answer of a job may have. */
export const resultBytesMax = 128 * 2 ** 20;
/** How often a job is begun that a hub was lost with. */
const attemptsMax = 2;
/** How long a job waits whose bodies could not be reached. */
const putOffMs = 10_000;
/** How long a job waits at most for room among the job processes, once it could be begun. */
const waitMsMax = 3_600_000;
/** How often is looked for what other hubs have left, and said that this one goes on. */
const lookMs = 1000;
/** How long a hub that no longer says so is taken to be at work. */
const leaseMs = 6000;

export interface AsyncJobsOptions {
  records: AsyncJobRecords;
  bodies: Bodies;
  access: Pick<Access, "identify" | "keepAdmission" | "readmit" | "giveBack">;
  /** What tells this hub from others of its store. */
  holder: string;
  now(): number;
  /** How many are worked on at once. */
  size: number;
  /** Wakes the other hubs, which would look within a second by themselves. */
  wakeOthers?(): void;
  /** Whether none is to be begun here at the moment. Default: never. */
  isPaused?(): boolean;
  /** How many bytes the requests and answers of all accounts may have. */
  totalBytesMax: number;
  /** How many bytes one answer may have. Default 128 MiB. */
  answerBytesMax?: number;
  /** By which the end of a job is told where its caller wants that. */
  webhooks: AccountWebhooks;
  /** The address of the hub where the operator has said it. */
  baseUrl: string | undefined;
  /** Who traces the work, where the operator wants that. */
  tracing?: Pick<Tracing, "later"> | undefined;
  log: Log;
}

/** What a call that becomes a job asks for. */
export interface Wish {
  endpoint: Endpoint;
  params: Record<string, string>;
  values: Values;
  held: HeldRequest;
  /** The call that the work is done on. */
  work: Call;
}

/** What is kept of a call until its job has ended: nothing that its answer does not depend on. */
interface KeptCall {
  request: Omit<HeldRequest, "body">;
  params: Record<string, string>;
  admission: KeptAdmission | undefined;
}

/**
 * Works on calls whose callers do not wait. Each is in the store before it is answered with 202, so that
 * whatever happens to a hub another one, or the next, goes on: again where it was at work, and twice at
 * most.
 */
export class AsyncJobs {
  readonly #options: AsyncJobsOptions;
  readonly #running = new Map<string, { controller: AbortController; done: Promise<void> }>();
  readonly #telling = new Map<string, Promise<void>>();
  #served: { endpoints: ReadonlyMap<string, Endpoint>; by: Answerer } | undefined;
  #timer: Timer | undefined;
  #isClosed = false;
  #beginning: Promise<void> | undefined;
  /** Whether something may have come since it was last looked. */
  #hasMore = false;

  constructor(options: AsyncJobsOptions) {
    this.#options = options;
  }

  /** Whether no more jobs are begun. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Works by these endpoints from now on. */
  serve(endpoints: ReadonlyMap<string, Endpoint>, by: Answerer): void {
    this.#served = { endpoints, by };
    this.#timer ??= setInterval(() => void this.#look(), lookMs).unref();
    void this.#look();
  }

  /** Looks at once whether there is a job to be done. */
  wake(): void {
    if (this.#served) void this.#look();
  }

  /** Takes a call as a job, and answers where that is told about. Throws what keeps it from being one. */
  async accept(call: Call, { endpoint, params, values, held, work }: Wish): Promise<Response> {
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
      Object.entries(held.headers).filter(([name]) => lasting.has(name)),
    );
    const { id: account = "", address } = access.identify(call);
    const kept: KeptCall = {
      request: { ...request, headers, peer: address },
      params,
      admission: access.keepAdmission(work),
    };
    const id = `job_${Bun.randomUUIDv7("hex").replaceAll("-", "")}`;
    if (body.length > 0) await bodies.put(requestOf(id), body);
    const job = {
      id,
      account,
      service: endpoint.target.service,
      route: endpoint.target.route,
      call: JSON.stringify(kept),
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
      await bodies.remove(requestOf(id));
      throw added === "crowded" ? crowded() : full();
    }
    void this.#look();
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

  /** An account's jobs, the newest first. */
  async list(
    owner: AsyncJobOwner,
    page: { before?: string | undefined; limit: number },
  ): Promise<JobView[]> {
    const jobs = await this.#options.records.list(owner, page);
    return Promise.all(jobs.map((job) => this.view(job)));
  }

  /** One of an account's jobs. Throws `not_found`. */
  async show(owner: AsyncJobOwner, id: string): Promise<JobView> {
    return this.view(await this.#find(owner, id));
  }

  /** The same, with what tells its state from those before. */
  async look(owner: AsyncJobOwner, id: string): Promise<{ view: JobView; version: string }> {
    const job = await this.#find(owner, id);
    const view = await this.view(job);
    return { view, version: `${job.version}.${view.queue_position ?? 0}` };
  }

  /** The answer of a job as it would have been. Throws `not_found`, `job_not_finished` and `job_result_gone`. */
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
        ? await this.#options.bodies.get(resultOf(id), job.resultBytes)
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

  /** Ends a job before its time, or removes the answer of one that has ended. */
  async cancel(owner: AsyncJobOwner, id: string): Promise<JobView> {
    const { records, bodies, now } = this.#options;
    await this.#find(owner, id);
    await records.cancel(id, now());
    // Another hub that works on it sees so when it next says that it goes on.
    this.#running.get(id)?.controller.abort();
    await bodies.remove(requestOf(id), resultOf(id));
    void this.#look();
    return this.show(owner, id);
  }

  /** Removes what is kept for too long, or is too much. */
  async sweep(): Promise<void> {
    const { records, bodies, now, totalBytesMax } = this.#options;
    const { count: countMax, bytes: bytesMax } = jobsPerAccount;
    const bounds = { countMax, bytesMax, totalBytesMax };
    const gone = await records.sweep(now() - jobKeptMs, bounds);
    await bodies.remove(...gone.flatMap((id) => [requestOf(id), resultOf(id)]));
    // What a killed hub wrote and never told of. By the clock of the file system, which is the machine's.
    await bodies.sweep(Date.now() - 2 * jobKeptMs);
  }

  /** Begins nothing any more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** Waits for what was begun: to be ended before, or to be put back for another hub. */
  async done(): Promise<void> {
    await this.#beginning?.catch(() => {});
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** What a job's owner sees of it. */
  async view(job: AsyncJob): Promise<JobView> {
    const ahead = job.state === "queued" ? await this.#options.records.ahead(job) : undefined;
    return viewOf(job, {
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

  /** Goes on with what is this hub's, and takes what is nobody's. */
  async #look(): Promise<void> {
    const { records, holder, now, log } = this.#options;
    try {
      if (this.#running.size + this.#telling.size > 0) {
        const time = now();
        const held = await records.renew({ holder, now: time, leaseUntil: time + leaseMs });
        for (const [id, { controller }] of this.#running)
          if (!held.includes(id)) controller.abort();
      }
      if (!this.#isClosed && (await records.isDue(now()))) {
        await this.#begin();
        await this.#giveUp();
        await this.#tellAll();
      }
    } catch (cause) {
      log.error("Cannot check for jobs to run", { cause });
    }
  }

  /** Begins as many jobs as there is room for, one after the other, so that there is room for each. */
  async #begin(): Promise<void> {
    this.#hasMore = true;
    this.#beginning ??= this.#beginAll();
    await this.#beginning;
  }

  async #beginAll(): Promise<void> {
    try {
      while (this.#hasMore) {
        this.#hasMore = false;
        await this.#beginDue();
      }
    } finally {
      this.#beginning = undefined;
    }
  }

  async #beginDue(): Promise<void> {
    const { records, size, holder, now, isPaused = () => false, tracing, log } = this.#options;
    while (!this.#isClosed && !isPaused() && this.#running.size < size) {
      const job = await records.claim(this.#lease(), { attemptsMax });
      if (!job) return;
      const own = this.#running.get(job.id);
      if (own) {
        // It was just put back, or seemed lost as this hub was held up for longer than its lease: unless
        // it has an end then, it waits again.
        own.done = own.done
          .then(() => records.putBack(job.id, holder, now()))
          .then(() => void this.#look())
          .catch((cause) => log.error("Cannot requeue a job", { job: job.id, cause }));
        return;
      }
      // It was asked for before the hub was to end.
      if (this.#isClosed) return records.putBack(job.id, holder, now());
      const controller = new AbortController();
      const work = () => this.#work(job, controller.signal);
      const done = (tracing ? tracing.later(job, job.account, work) : work())
        .catch((cause) => this.#putOff(job, cause))
        .finally(() => {
          this.#running.delete(job.id);
          void this.#look();
        });
      this.#running.set(job.id, { controller, done });
    }
  }

  #lease() {
    const { holder, now } = this.#options;
    const time = now();
    return { holder, now: time, leaseUntil: time + leaseMs };
  }

  async #work(job: AsyncJob, signal: AbortSignal): Promise<void> {
    const { records, bodies, access, holder, now } = this.#options;
    const { answerBytesMax = resultBytesMax } = this.#options;
    const kept = JSON.parse(job.call ?? "{}") as KeptCall;
    const body = await bodies.get(requestOf(job.id), job.requestBytes);
    const endpoint = this.#served?.endpoints.get(job.route);
    const by = this.#served?.by;
    if (!body || !endpoint || !by) return this.#end(job, answerOf(withoutWork(job, body), job));
    const work = callOf({ ...kept.request, body }, signal);
    let answer: KeptAnswer;
    try {
      if (kept.admission) await access.readmit(work, kept.admission);
      const values = await endpoint.read(work, kept.params);
      const reply = await endpoint.run(values, work);
      answer = await wholeAnswer(await by.respond(work, endpoint, reply), answerBytesMax);
    } catch (error) {
      if (signal.aborted) return;
      if (this.#mayPass(error, job)) {
        const waitMs = this.#isClosed ? 0 : 1000;
        return records.putBack(job.id, holder, now() + waitMs);
      }
      answer = await wholeAnswer(by.refuse(work, endpoint, error), resultBytesMax);
    }
    if (answer.status >= 500) await access.giveBack(work);
    await this.#end(job, answer);
  }

  /** What could not be read or kept is worked on again when that is over. */
  async #putOff({ id }: AsyncJob, cause: unknown): Promise<void> {
    const { records, holder, now, log } = this.#options;
    log.error("Cannot finish a job", { job: id, cause });
    if (!(cause instanceof HubError && cause.code === "store_unavailable")) return;
    // Where the records are gone, too, its lease runs out, and it is found as lost.
    await records.putBack(id, holder, now() + putOffMs).catch(() => {});
  }

  /** Whether there was only no room for it. */
  #mayPass(error: unknown, { createdAt }: AsyncJob): boolean {
    if (!(error instanceof HubError)) return false;
    if (error.code === "draining") return true;
    return error.code === "busy" && this.#options.now() - createdAt < waitMsMax;
  }

  async #end(job: AsyncJob, { status, headers, body }: KeptAnswer): Promise<void> {
    const { records, bodies, holder, now } = this.#options;
    if (body.length > 0) await bodies.put(resultOf(job.id), body);
    const state = status < 400 ? "succeeded" : "failed";
    const end = { state, status, headers, resultBytes: body.length, now: now() } as const;
    // It was cancelled meanwhile, or taken for lost and begun by another hub, which will end it.
    if (!(await records.end(job.id, holder, end))) return this.#removeUnlessKept(job.id);
    await bodies.remove(requestOf(job.id));
    if (job.webhookUrl !== null) await this.#tell(job.id);
  }

  async #removeUnlessKept(id: string): Promise<void> {
    const { records, bodies } = this.#options;
    const job = await records.find(id);
    if (job?.hasResult !== 1) await bodies.remove(resultOf(id));
  }

  /** Ends the jobs that were lost as often as they may be. */
  async #giveUp(): Promise<void> {
    for (;;) {
      const job = await this.#options.records.claimLost(this.#lease(), { attemptsMax });
      if (!job || this.#running.has(job.id)) return;
      const error = new HubError(
        "job_lost",
        `The job was interrupted by ${attemptsMax} restarts of the hub and will not run again`,
      );
      this.#options.log.error(error.message, { job: job.id, route: job.route });
      await this.#end(job, answerOf(error, job));
    }
  }

  /** Tells of the jobs whose end nobody has told of. */
  async #tellAll(): Promise<void> {
    for (;;) {
      const job = await this.#options.records.claimWebhook(this.#lease());
      if (!job || this.#telling.has(job.id)) return;
      await this.#tell(job.id);
    }
  }

  async #tell(id: string): Promise<void> {
    const { records, webhooks, baseUrl, log } = this.#options;
    const job = await records.find(id);
    if (!job) return;
    const telling = webhooks
      .send(job, {
        type: `job.${job.state}`,
        timestamp: new Date(job.endedAt ?? 0).toISOString(),
        data: {
          id,
          status: job.state,
          service: job.service,
          route: job.route,
          links: linksOf(id, baseUrl),
        },
      })
      .then((outcome) => records.endWebhook(id, outcome))
      .catch((cause) => log.error("The webhook of a job failed", { job: id, cause }))
      .finally(() => this.#telling.delete(id));
    this.#telling.set(id, telling);
  }
}

/** The headers of a request that its answer may depend on. */
const lasting = new Set(["accept", "accept-language", "content-type", "referer", "user-agent"]);

async function wholeAnswer(response: Response, bytesMax: number): Promise<KeptAnswer> {
  const { status } = response;
  const body = response.body ? await readUpTo(response.body, bytesMax) : new Uint8Array();
  if (!body)
    throw new HubError(
      "job_result_too_large",
      `The result of the job is larger than ${bytesMax} bytes`,
    );
  return { status, headers: headersToKeep(response), body };
}

function withoutWork(job: AsyncJob, body: Uint8Array | undefined): HubError {
  return body
    ? new HubError("not_found", `This hub no longer has the endpoint ${job.route}`)
    : new HubError("job_lost", "The input of the job is missing");
}

/** A failure that no endpoint is there to write. */
function answerOf(error: HubError, job: AsyncJob): KeptAnswer {
  return {
    status: error.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
    body: Buffer.from(JSON.stringify(problem(error, job.id))),
  };
}

function crowded(): HubError {
  return new HubError(
    "too_many_jobs",
    `The account already has ${jobsPerAccount.unfinished} unfinished jobs: wait until one has finished`,
    { headers: { "retry-after": "5" } },
  );
}

function full(): HubError {
  return new HubError("busy", "The job queue of the hub is full: try again later", {
    headers: { "retry-after": "60" },
  });
}
