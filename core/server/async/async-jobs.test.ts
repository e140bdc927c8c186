import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { KeptAdmission } from "../../accounts/access.ts";
import { Call } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import { Reply } from "../../contract/reply.ts";
import { seededRandom } from "../../host/doors/random.ts";
import { Webhooks } from "../../host/doors/webhook.ts";
import { createAccountWebhooks } from "../../host/notices/account-webhooks.ts";
import { quietLog } from "../../platform/log/log.ts";
import type { Bodies } from "../../platform/store/bodies.ts";
import { BodyFiles } from "../../platform/store/body-files.ts";
import type { Records } from "../../platform/store/records.ts";
import { inEachDatabase } from "../../testing/each-database.ts";
import { anyKey } from "../../testing/mod.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { refuse } from "../http/respond.ts";
import { AsyncJobs, type AsyncJobsOptions } from "./async-jobs.ts";
import { holdRequest, restoreCall } from "./held-call.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;

let dir: string;
let records: Records;
let now: number;
const opened: AsyncJobs[] = [];
beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/utilhub-jobs-`);
  now = Date.UTC(2026, 0, 2);
});
afterEach(async () => {
  for (const jobs of opened.splice(0)) {
    jobs.close();
    await jobs.done();
  }
  rmSync(dir, { recursive: true, force: true });
});

const by = {
  respond: (_: Call, __: Endpoint, { body }: Reply) => new Response(body as string),
  refuse: (call: Call, _: Endpoint, error: unknown) => refuse(call, error, { log: quietLog }),
  settle: (_: Call, __: Endpoint, response: Response) => response,
};
const lastingKey = { ...anyKey, hasEnded: async () => false, async refundStored() {} };
const target = { service: "sample", route: "POST /api/sample/work" };

/** Returns an endpoint that runs the given function. */
function createEndpoint(run: () => Promise<Reply>): Endpoint {
  return { target, charge() {}, read: async () => ({}), run } as unknown as Endpoint;
}

function open(endpoint: Endpoint | undefined, changes: Partial<AsyncJobsOptions> = {}): AsyncJobs {
  const jobs = new AsyncJobs({
    records: records.asyncJobs,
    bodies: new BodyFiles(dir),
    access: lastingKey,
    holder: "one",
    now: () => now,
    size: 2,
    totalBytesMax: 1000,
    webhooks: { check: async () => {}, send: async () => "delivered" },
    baseUrl: "https://hub.example",
    log: quietLog,
    ...changes,
  });
  opened.push(jobs);
  jobs.serve(new Map(endpoint && [[target.route, endpoint]]), by);
  return jobs;
}

async function accept(
  jobs: AsyncJobs,
  endpoint: Endpoint,
  { headers = {}, body = "{}" }: { headers?: Record<string, string>; body?: string } = {},
): Promise<string> {
  const request = new Request("http://localhost/api/sample/work?api_key=secret&a=1", {
    method: "POST",
    body,
    headers: { "x-api-key": "test", authorization: "secret", ...headers },
  });
  const call = new Call(request, null);
  call.admission = {};
  const held = await holdRequest(call, 10_000);
  const work = restoreCall(held, request.signal);
  const answer = await jobs.accept(call, { endpoint, params: {}, values: {}, held, work });
  const { id } = (await answer.json()) as { id: string };
  return id;
}

const owner = { account: "test" };

async function ended(jobs: AsyncJobs, id: string) {
  for (;;) {
    const job = await jobs.show(owner, id);
    if (job.ended_at !== null) return job;
    await Bun.sleep(1);
  }
}

/** Waits until a job is queued again after its start. A clock that moves on before would outrun the lease. */
async function waitUntilRequeued(id: string, wasBegun: () => boolean): Promise<void> {
  while (!wasBegun() || (await records.asyncJobs.find(id))?.state !== "queued") await Bun.sleep(1);
}

async function waitForErrorCode(jobs: AsyncJobs, id: string): Promise<string> {
  await ended(jobs, id);
  return JSON.parse(Buffer.from((await jobs.result(owner, id)).body).toString()).code;
}

inEachDatabase((create) => {
  beforeEach(async () => {
    records = await (await create()).open();
  });

  test("a job stores no key of its caller, and its request only until it ends", async () => {
    const gate = Promise.withResolvers<Reply>();
    const endpoint = createEndpoint(() => gate.promise);
    const jobs = open(endpoint);
    const id = await accept(jobs, endpoint);
    const kept = (await records.asyncJobs.find(id))?.call ?? "";
    expect(kept).toContain("?a=1");
    expect(kept).not.toContain("secret");
    gate.resolve(new Reply("done"));
    await ended(jobs, id);
    expect(await records.asyncJobs.find(id)).toMatchObject({ call: null, requestBytes: 0 });
  });

  test("every attempt at a job has the job's ID as its retry key", async () => {
    const retryKeys: (string | undefined)[] = [];
    const endpoint = {
      ...createEndpoint(async () => new Reply("")),
      async run(_: unknown, { retryKey }: Call) {
        retryKeys.push(retryKey);
        if (retryKeys.length === 1) throw new HubError("busy", "The hub is busy");
        return new Reply("done");
      },
    } as unknown as Endpoint;
    const jobs = open(endpoint);
    const id = await accept(jobs, endpoint);
    await waitUntilRequeued(id, () => retryKeys.length > 0);
    now += 60_000;
    jobs.wake();
    await ended(jobs, id);
    expect(retryKeys).toEqual([id, id]);
  });

  test("a job whose key has ended is cancelled without any work, and refunded once", async () => {
    const admission = { keyId: "key_1", time: now, units: 3 };
    let runs = 0;
    let isEnded = false;
    const refunds: KeptAdmission[] = [];
    const begun = Promise.withResolvers<void>();
    const endpoint = {
      ...createEndpoint(async () => new Reply("")),
      run(_: unknown, { request: { signal } }: Call) {
        runs++;
        begun.resolve();
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
    } as unknown as Endpoint;
    const access = {
      ...lastingKey,
      getStoredAdmission: () => admission,
      hasEnded: async (keyId: string) => isEnded && keyId === "key_1",
      refundStored: async (kept: KeptAdmission) => void refunds.push(kept),
    };
    const jobs = open(endpoint, { access, size: 1 });
    const ids = [await accept(jobs, endpoint), await accept(jobs, endpoint)];
    await begun.promise;
    await jobs.cancelOfEndedKeys();
    expect(refunds).toEqual([]);
    isEnded = true;
    await Promise.all([jobs.cancelOfEndedKeys(), jobs.cancelOfEndedKeys()]);
    for (const id of ids) expect((await ended(jobs, id)).status).toBe("cancelled");
    expect([runs, refunds]).toEqual([1, [admission, admission]]);
    // One that was added while the key ended.
    const late = await accept(jobs, endpoint);
    await jobs.cancelOfEndedKeys();
    expect((await ended(jobs, late)).status).toBe("cancelled");
    expect([runs, refunds.length]).toEqual([1, 3]);
  });

  test("a job whose key lost its rights meanwhile fails without any work", async () => {
    let runs = 0;
    const endpoint = createEndpoint(async () => new Reply(`${++runs}`));
    const access = {
      ...lastingKey,
      getStoredAdmission: () => ({ keyId: "key_1", time: now, units: 1 }),
      readmit() {
        throw new HubError("key_restricted", "The API key can only call qr");
      },
    };
    const jobs = open(endpoint, { access });
    const id = await accept(jobs, endpoint);
    expect(await waitForErrorCode(jobs, id)).toBe("key_restricted");
    expect(runs).toBe(0);
  });

  test("concurrent checks never start more jobs than there is room for", async () => {
    let [running, most, isPaused] = [0, 0, true];
    const endpoint = createEndpoint(async () => {
      most = Math.max(most, ++running);
      await Bun.sleep(2);
      running--;
      return new Reply("done");
    });
    const jobs = open(endpoint, { isPaused: () => isPaused });
    const ids = await Promise.all(Array.from({ length: 20 }, () => accept(jobs, endpoint)));
    isPaused = false;
    for (const _ of ids) jobs.serve(new Map([[target.route, endpoint]]), by);
    for (const id of ids) expect((await ended(jobs, id)).status).toBe("succeeded");
    expect(most).toBeLessThanOrEqual(2);
  });

  test("a job without a free worker waits for one, and that doesn't count as an attempt", async () => {
    let tries = 0;
    const endpoint = createEndpoint(async () => {
      if (++tries < 3) throw new HubError("busy", "All are taken");
      return new Reply("done");
    });
    const jobs = open(endpoint);
    const id = await accept(jobs, endpoint);
    for (const count of [1, 2]) {
      await waitUntilRequeued(id, () => tries === count);
      now += 2000;
      jobs.wake();
    }
    expect((await ended(jobs, id)).status).toBe("succeeded");
    expect((await records.asyncJobs.find(id))?.attempts).toBe(1);
  });

  test("a job that is claimed again while the hub requeues it runs, and that doesn't count as an attempt", async () => {
    let tries = 0;
    const endpoint = createEndpoint(async () => {
      if (++tries === 1) throw new HubError("busy", "All are taken");
      return new Reply("done");
    });
    const { asyncJobs } = records;
    const again = Promise.withResolvers<void>();
    const claim = asyncJobs.claim.bind(asyncJobs);
    spyOn(asyncJobs, "claim").mockImplementation(async (...of) => {
      const job = await claim(...of);
      if (job && tries === 1) again.resolve();
      return job;
    });
    const back = asyncJobs.requeue.bind(asyncJobs);
    spyOn(asyncJobs, "requeue").mockImplementationOnce(async (...of) => {
      await back(...of);
      now += 2000;
      jobs.wake();
      await again.promise;
    });
    const jobs = open(endpoint);
    const id = await accept(jobs, endpoint);
    expect((await ended(jobs, id)).status).toBe("succeeded");
    expect((await asyncJobs.find(id))?.attempts).toBe(1);
  });

  test("a job that waited for an hour fails as busy like any call", async () => {
    const endpoint = createEndpoint(async () => {
      now += 3_600_000;
      throw new HubError("busy", "All are taken");
    });
    const jobs = open(endpoint);
    expect(await waitForErrorCode(jobs, await accept(jobs, endpoint))).toBe("busy");
  });

  test("a hub that starts nothing for a while leaves its jobs to others, and continues later", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    let isPaused = true;
    const paused = open(endpoint, { isPaused: () => isPaused });
    const id = await accept(paused, endpoint);
    paused.serve(new Map([[target.route, endpoint]]), by);
    await Bun.sleep(20);
    expect((await paused.show(owner, id)).status).toBe("queued");
    const other = open(endpoint, { holder: "other" });
    expect((await ended(other, id)).status).toBe("succeeded");
    other.close();
    isPaused = false;
    expect((await ended(paused, await accept(paused, endpoint))).status).toBe("succeeded");
  });

  test("a hub that stops while it claims a job leaves it to others, and that doesn't count as an attempt", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    const { asyncJobs } = records;
    const [taken, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claim = asyncJobs.claim.bind(asyncJobs);
    spyOn(asyncJobs, "claim").mockImplementation(async (...of) => {
      const job = await claim(...of);
      taken.resolve();
      await ended.promise;
      return job;
    });
    const ending = open(endpoint);
    const id = await accept(ending, endpoint);
    await taken.promise;
    ending.close();
    ended.resolve();
    await ending.done();
    expect(await asyncJobs.find(id)).toMatchObject({ state: "queued", attempts: 0 });
  });

  test("a job whose endpoint is gone, or whose response is too large, fails with the reason", async () => {
    const endpoint = createEndpoint(async () => new Reply("four"));
    const none = open(undefined);
    expect(await waitForErrorCode(none, await accept(none, endpoint))).toBe("not_found");
    none.close();
    const small = open(endpoint, { answerBytesMax: 3 });
    expect(await waitForErrorCode(small, await accept(small, endpoint))).toBe(
      "job_result_too_large",
    );
  });

  test("a job whose request is gone from the disk fails with the reason", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    const waiting = open(endpoint, { size: 0 });
    const id = await accept(waiting, endpoint);
    await new BodyFiles(dir).remove(`${id}.request`);
    expect(await waitForErrorCode(open(endpoint), id)).toBe("job_lost");
  });

  test("a job whose response cannot be stored for a while runs again, and that doesn't count as an attempt", async () => {
    let isGone = true;
    let runs = 0;
    const endpoint = createEndpoint(async () => new Reply(`done ${++runs}`));
    const files = new BodyFiles(dir);
    const bodies: Bodies = {
      get: (...of) => files.get(...of),
      remove: (...names) => files.remove(...names),
      sweep: (before) => files.sweep(before),
      put(name, bytes) {
        const isRefused = isGone && name.endsWith(".result");
        return isRefused
          ? Promise.reject(new HubError("store_unavailable", "x"))
          : files.put(name, bytes);
      },
    };
    const jobs = open(endpoint, { bodies });
    const id = await accept(jobs, endpoint);
    const { asyncJobs } = records;
    for (const tries of [1, 2, 3]) {
      await waitUntilRequeued(id, () => runs === tries);
      expect(await asyncJobs.find(id)).toMatchObject({ attempts: 0 });
      now += 10_000;
      if (tries === 3) isGone = false;
      jobs.wake();
    }
    expect(await ended(jobs, id)).toMatchObject({ status: "succeeded" });
    expect(Buffer.from((await jobs.result(owner, id)).body).toString()).toBe("done 4");
  });

  test("a hub with a full store accepts no job", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    const jobs = open(endpoint, { size: 0 });
    await accept(jobs, endpoint, { body: "x".repeat(900) });
    const refused = accept(jobs, endpoint, { body: "x".repeat(101) });
    await expect(refused).rejects.toMatchObject({ code: "busy" });
  });

  test("jobs of all accounts take turns, regardless of their number", async () => {
    const order: string[] = [];
    const add = (id: string, account: string) =>
      records.asyncJobs.add(
        {
          id,
          account,
          keyId: null,
          ...target,
          call: "{}",
          requestBytes: 0,
          webhookUrl: null,
          createdAt: now,
        },
        { unfinishedMax: 100, totalBytesMax: 1000 },
      );
    for (const [id, account] of [
      ["job_1", "a"],
      ["job_2", "a"],
      ["job_3", "a"],
      ["job_4", "b"],
    ] as const)
      await add(id, account);
    const lease = { holder: "one", now, leaseUntil: now + 1 };
    for (let count = 0; count < 4; count++)
      order.push((await records.asyncJobs.claim(lease, { attemptsMax: 2 }))?.id ?? "");
    expect(order).toEqual(["job_1", "job_4", "job_2", "job_3"]);
  });

  test("a hub stops a job whose caller cancels it through another hub", async () => {
    let isStopped = false;
    const begun = Promise.withResolvers<void>();
    const endpoint = {
      ...createEndpoint(async () => new Reply("")),
      run: (_: unknown, { request }: Call) => {
        begun.resolve();
        return new Promise<Reply>((_, reject) =>
          request.signal.addEventListener("abort", () => {
            isStopped = true;
            reject(new HubError("caller_gone", "The caller went away", { status: 499 }));
          }),
        );
      },
    } as unknown as Endpoint;
    const working = open(endpoint);
    const id = await accept(working, endpoint);
    await begun.promise;
    await open(undefined, { holder: "other", size: 0 }).cancel(owner, id);
    while (!isStopped) {
      working.serve(new Map([[target.route, endpoint]]), by);
      await Bun.sleep(5);
    }
    await working.done();
    expect((await working.show(owner, id)).status).toBe("cancelled");
  });

  test("a sweep removes jobs a day after their end, with their responses", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    const jobs = open(endpoint);
    const id = await accept(jobs, endpoint);
    await ended(jobs, id);
    now += 86_399_999;
    await jobs.sweep();
    expect((await jobs.result(owner, id)).status).toBe(200);
    now += 1;
    await jobs.sweep();
    await expect(jobs.show(owner, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await new BodyFiles(dir).get(`${id}.result`, 4)).toBeUndefined();
  });

  /** Returns webhooks as the hub sends them, to a receiver of the test. */
  function webhooksTo(answers: number[], getSecret: () => string | undefined = () => secret) {
    const sent: { url: string; headers: Record<string, string>; body: string }[] = [];
    const sender = createAccountWebhooks({
      webhooks: new Webhooks({
        clock: () => now,
        random: seededRandom(1),
        later() {},
        after: (_, work) => work(),
      }),
      reach: async (url, { headers = {}, body }, hosts) => {
        expect(hosts).toBe("public");
        sent.push({
          url: url.href,
          headers: headers as Record<string, string>,
          body: String(body),
        });
        return new Response("", { status: answers[sent.length - 1] ?? 200 });
      },
      checkAddress: async () => {},
      deliveries: { begin: async () => async () => {} },
      getSecret,
      log: quietLog,
    });
    return { sent, sender };
  }

  async function waitForWebhook(jobs: AsyncJobs, id: string, outcome: string): Promise<void> {
    while ((await jobs.show(owner, id)).webhook !== outcome) await Bun.sleep(1);
  }

  test("a signed webhook reports the end of a job, without its response", async () => {
    const { sent, sender } = webhooksTo([503, 200]);
    const endpoint = createEndpoint(async () => new Reply("the answer"));
    const jobs = open(endpoint, { webhooks: sender });
    const id = await accept(jobs, endpoint, {
      headers: { "x-webhook-url": "https://a.example/b" },
    });
    await waitForWebhook(jobs, id, "delivered");
    expect(sent.map(({ url }) => url)).toEqual(["https://a.example/b", "https://a.example/b"]);
    const [, last] = sent;
    if (!last) throw new Error("Nothing was sent");
    expect(JSON.parse(last.body)).toEqual({
      type: "job.succeeded",
      timestamp: "2026-01-02T00:00:00.000Z",
      data: {
        id,
        status: "succeeded",
        ...target,
        links: {
          self: `https://hub.example/api/jobs/${id}`,
          result: `https://hub.example/api/jobs/${id}/result`,
          events: `https://hub.example/api/jobs/${id}/events`,
        },
      },
    });
    const {
      "webhook-id": given,
      "webhook-timestamp": time,
      "webhook-signature": signature,
    } = last.headers;
    expect(given).toBe(id);
    const hmac = new Bun.CryptoHasher("sha256", Buffer.from(secret.slice(6), "base64"));
    expect(signature).toBe(`v1,${hmac.update(`${id}.${time}.${last.body}`).digest("base64")}`);
  });

  test("a webhook is sent no more after its key or account has ended", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    const headers = { "x-webhook-url": "https://a.example/b" };
    // The secret is looked up once for all tries, and before each of them.
    for (const [lookUps, tries] of [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
    ] as const) {
      let left: number = lookUps;
      const { sent, sender } = webhooksTo([500, 500], () => (left-- > 0 ? secret : undefined));
      const jobs = open(endpoint, { webhooks: sender });
      await waitForWebhook(jobs, await accept(jobs, endpoint, { headers }), "failed");
      expect(sent).toHaveLength(tries);
      jobs.close();
    }
  });

  test("an undeliverable webhook is given up, and one of a lost hub is sent by another", async () => {
    const endpoint = createEndpoint(async () => new Reply("done"));
    const headers = { "x-webhook-url": "https://a.example/b" };
    const { sender } = webhooksTo(Array(20).fill(500));
    const failing = open(endpoint, { webhooks: sender });
    await waitForWebhook(failing, await accept(failing, endpoint, { headers }), "failed");
    failing.close();

    const stuck = { check: async () => {}, send: () => new Promise<never>(() => {}) };
    const lost = open(endpoint, { webhooks: stuck });
    const id = await accept(lost, endpoint, { headers });
    await waitForWebhook(lost, id, "pending");
    lost.close();
    const next = webhooksTo([]);
    const other = open(endpoint, { holder: "two", webhooks: next.sender });
    // Repeatedly, because a write of the lost hub may hold the lease for a moment longer.
    const ageing = setInterval(() => {
      now += 60_000;
      other.wake();
    }, 20);
    await waitForWebhook(other, id, "delivered");
    clearInterval(ageing);
    expect(next.sent).toHaveLength(1);
  });
});
