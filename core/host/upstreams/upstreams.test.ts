import { describe, expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import { seededRandom } from "../doors/random.ts";
import type { UpstreamAnswer } from "./upstream-answer.ts";
import { type SharedAnswers, Upstreams } from "./upstreams.ts";

type Step = Response | Error | "hang";
const unreachable = () =>
  new HubError("upstream_unavailable", "Cannot reach it", { cause: "ECONNREFUSED" });
const status = (code: number, headers = {}) => new Response("x", { status: code, headers });

/** Creates a host that returns these responses in order and then always "fine". The clock is stopped. */
function createUpstream(
  steps: Step[],
  { perMinute, bytesMax }: Record<string, number> = {},
  shared?: SharedAnswers,
) {
  const world = { now: 1_000_000, calls: 0, slept: [] as number[] };
  const upstreams = new Upstreams({
    ...(bytesMax !== undefined && { bytesMax }),
    ...(perMinute !== undefined && { policies: { "a.example": { perMinute } } }),
    shared,
    clock: () => world.now,
    random: seededRandom(1),
    async sleep(ms) {
      world.slept.push(ms);
      world.now += ms;
    },
    async reach() {
      world.calls++;
      const step = steps.shift() ?? new Response("fine");
      if (step instanceof Error) throw step;
      return step === "hang" ? new Promise<never>(() => {}) : step;
    },
  });
  async function requestPath(init: NetInit = {}, path = "/") {
    const response = await upstreams.reach(new URL(`https://a.example${path}`), init, [
      "a.example",
    ]);
    const { headers } = response;
    return {
      status: response.status,
      text: await response.text(),
      stale: headers.get("x-hub-stale"),
      fetchedAt: Number(headers.get("x-hub-fetched-at")),
    };
  }
  return { world, ask: requestPath, reach: upstreams.reach, state: () => upstreams.states()[0]! };
}

const cache = { freshMs: 1000, staleMs: 60_000 };

describe("hubs that share responses", () => {
  function share() {
    const kept = new Map<string, UpstreamAnswer>();
    const lives: number[] = [];
    const shared: SharedAnswers = {
      get: async (request) => kept.get(request),
      set(request, answer, ms) {
        kept.set(request, answer);
        lives.push(ms);
      },
      remove: (request) => void kept.delete(request),
    };
    return { shared, kept, lives };
  }

  test("call a host once while its response is fresh, and only for cacheable responses", async () => {
    const { shared, lives } = share();
    const one = createUpstream([new Response("first")], {}, shared);
    const two = createUpstream([new Response("second")], {}, shared);
    expect((await one.ask({ cache })).text).toBe("first");
    expect(await two.ask({ cache })).toMatchObject({ text: "first", fetchedAt: 1_000_000 });
    expect([one.world.calls, two.world.calls, lives]).toEqual([1, 0, [61_000]]);
    expect((await two.ask()).text).toBe("second");
    two.world.now += 1000;
    expect((await two.ask({ cache })).text).toBe("fine");
  });

  test("use a stale response if the host fails, but never an unreadable one", async () => {
    const { shared, kept } = share();
    await createUpstream([new Response("first")], {}, shared).ask({ cache });
    const late = createUpstream([unreachable(), unreachable()], {}, shared);
    late.world.now += 2000;
    expect(await late.ask({ cache })).toMatchObject({ text: "first", stale: "1" });
    const reader = createUpstream([], {}, shared);
    await reader.ask({ cache });
    await reader.ask({ cache, refused: 1_000_000 }).catch(() => {});
    expect(kept.size).toBe(0);
  });
});

describe("a retry", () => {
  test.each([
    ["a connection that failed", unreachable()],
    ["429", status(429)],
    ["500", status(500)],
    ["503", status(503)],
  ])("follows %s after a random pause", async (_, first) => {
    const { world, ask } = createUpstream([first]);
    expect((await ask()).text).toBe("fine");
    expect(world.slept).toEqual([expect.any(Number)]);
    expect(world.slept[0]).toBeWithin(50, 250);
  });

  test("is the last one, and its response is returned in any case", async () => {
    const { world, ask } = createUpstream([status(500), status(502), status(500)]);
    expect((await ask()).status).toBe(502);
    expect(world.calls).toBe(2);
  });

  test.each(["POST", "PATCH"])(
    "isn't made for a %s, which may have been processed",
    async (method) => {
      const { world, ask } = createUpstream([status(500)]);
      expect((await ask({ method, body: "x" })).status).toBe(500);
      expect(world.calls).toBe(1);
    },
  );

  test.each([
    ["a timeout", new HubError("upstream_timeout", "Too slow")],
    ["an unreadable response", new HubError("upstream_failed", "Too large")],
  ])("doesn't follow %s", async (_, first) => {
    const { world, ask } = createUpstream([first]);
    await expect(ask()).rejects.toBe(first);
    expect(world.calls).toBe(1);
  });

  test("isn't made when no time is left for it", async () => {
    const { world, ask } = createUpstream([status(500)]);
    expect((await ask({ timeoutMs: 40 })).status).toBe(500);
    expect(world.calls).toBe(1);
  });
});

describe("Retry-After", () => {
  test("is waited for if it is short", async () => {
    const { world, ask } = createUpstream([status(429, { "retry-after": "1" })]);
    expect((await ask()).text).toBe("fine");
    expect(world.slept[0]).toBeWithin(1050, 1250);
  });

  test("blocks all calls until then if it is long", async () => {
    const { world, ask, state } = createUpstream([status(503, { "retry-after": "90" })]);
    expect((await ask()).status).toBe(503);
    await expect(ask({}, "/other")).rejects.toMatchObject({
      code: "upstream_unavailable",
      headers: { "retry-after": "90" },
    });
    expect([world.calls, state().counts.refused]).toEqual([1, 1]);
    world.now += 90_000;
    expect((await ask()).text).toBe("fine");
  });
});

describe("the circuit breaker", () => {
  const failing = () => createUpstream(Array.from({ length: 10 }, unreachable));
  async function fail({ ask }: ReturnType<typeof failing>, times: number) {
    for (let call = 0; call < times; call++) await ask({}, `/${call}`).catch(() => {});
  }

  test("opens at the fifth failure, and no call is made", async () => {
    const upstream = failing();
    await fail(upstream, 5);
    expect(upstream.state()).toMatchObject({ state: "open", failures_in_a_row: 5 });
    await expect(upstream.ask()).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: 'Cannot reach "a.example": it keeps failing, try again in 30 s',
    });
    expect(upstream.world.calls).toBe(10);
  });

  test("lets one call through after 30 seconds, and closes when that succeeds", async () => {
    const upstream = failing();
    await fail(upstream, 5);
    upstream.world.now += 30_000;
    expect((await upstream.ask()).text).toBe("fine");
    expect(upstream.state()).toMatchObject({ state: "closed", last_error: "Cannot reach it" });
  });

  test("rejects other calls immediately during that call", async () => {
    const steps: Step[] = [...Array.from({ length: 10 }, unreachable), "hang"];
    const upstream = createUpstream(steps);
    await fail(upstream, 5);
    upstream.world.now += 30_000;
    void upstream.ask();
    await expect(upstream.ask({}, "/other")).rejects.toThrow("try again in 1 s");
  });

  test("stays closed for responses that blame the request", async () => {
    const upstream = createUpstream(Array.from({ length: 9 }, () => status(404)));
    await fail(upstream, 9);
    expect(upstream.state()).toMatchObject({ state: "closed", counts: { failed: 0, sent: 9 } });
  });
});

describe("equal requests", () => {
  test("that are concurrent are merged, and each gets its own response", async () => {
    const { world, ask, state } = createUpstream([]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(["fine"]));
    expect([world.calls, state().counts.coalesced]).toEqual([1, 99]);
  });

  test("have the same URL, headers and limits", async () => {
    const { world, ask } = createUpstream([]);
    const inits = [{}, { headers: { a: "1" } }, { headers: { A: "1" } }, { bodyBytesMax: 9 }];
    await Promise.all([...inits.map((init) => ask(init)), ask({}, "/other")]);
    expect(world.calls).toBe(4);
  });

  test("fail together", async () => {
    const { world, ask } = createUpstream([unreachable(), unreachable()]);
    const asked = await Promise.allSettled([ask(), ask(), ask()]);
    expect(asked.map((one) => one.status)).toEqual(Array(3).fill("rejected"));
    expect(world.calls).toBe(2);
  });
});

describe("a cached response", () => {
  test("is returned while it is fresh, and fetched again after that", async () => {
    const { world, ask, state } = createUpstream([new Response("one"), new Response("two")]);
    const { text, fetchedAt } = await ask({ cache });
    world.now += 999;
    expect(await ask({ cache })).toMatchObject({ text, fetchedAt, stale: null });
    world.now += 1;
    expect(await ask({ cache })).toMatchObject({ text: "two", fetchedAt: world.now });
    expect(state().counts.kept).toBe(1);
  });

  test.each<[string, Step[]]>([
    ["is down", [unreachable(), unreachable()]],
    ["returns 500", [status(500), status(500)]],
    ["returns 429", [status(429, { "retry-after": "60" })]],
    ["is too slow", [new HubError("upstream_timeout", "Too slow")]],
  ])("is returned as stale when the host %s, for its permitted time", async (_, steps) => {
    const { world, ask } = createUpstream([new Response("one"), ...steps, ...steps]);
    const { fetchedAt } = await ask({ cache });
    world.now += 1000;
    expect(await ask({ cache })).toMatchObject({ text: "one", stale: "1", fetchedAt });
    world.now = fetchedAt + 61_000;
    expect(await ask({ cache }).catch(() => ({ text: "" }))).not.toMatchObject({ text: "one" });
  });

  test("is never a failed one, nor one of an unsafe request", async () => {
    const { world, ask } = createUpstream([status(403), status(403)]);
    await ask({ cache });
    await ask({ cache });
    await ask({ cache, method: "POST", body: "x" });
    await ask({ cache, method: "POST", body: "x" });
    expect(world.calls).toBe(4);
  });

  test("that was rejected is replaced by the one before, and the host isn't called again", async () => {
    const { world, ask, state } = createUpstream([new Response("good"), new Response("<html>")]);
    await ask({ cache });
    world.now += 1000;
    const bad = await ask({ cache });
    const again = await ask({ cache, refused: bad.fetchedAt });
    expect([bad.text, again.text, again.stale]).toEqual(["<html>", "good", "1"]);
    expect((await ask({ cache })).stale).toBe("1");
    world.now += 15_000;
    expect(await ask({ cache })).toMatchObject({ text: "fine", stale: null });
    expect(state()).toMatchObject({ state: "closed", last_error: "It sent an unusable response" });
  });

  test("that was rejected and has none before it is a failure", async () => {
    const { world, ask } = createUpstream([new Response("<html>")]);
    const { fetchedAt } = await ask({ cache });
    await expect(ask({ cache, refused: fetchedAt })).rejects.toThrow("Cannot read the response");
    await expect(ask({ cache })).rejects.toMatchObject({ code: "upstream_failed" });
    expect(world.calls).toBe(1);
  });

  test("is never evicted by another one's size", async () => {
    const { world, ask } = createUpstream([], { bytesMax: 3000 });
    for (const path of ["/1", "/2", "/3", "/1"]) await ask({ cache }, path);
    expect(world.calls).toBe(4);
  });
});

test("the limit of calls a minute includes retries", async () => {
  const { world, ask } = createUpstream([status(500), status(404), status(500)], { perMinute: 3 });
  await ask({}, "/1");
  expect((await ask({}, "/2")).status).toBe(500);
  await expect(ask({}, "/3")).rejects.toThrow("it is limited to 3 requests per minute");
  expect(world.calls).toBe(3);
  world.now += 60_000;
  expect((await ask({}, "/4")).text).toBe("fine");
});

test("a response has its time of fetching, and a failure doesn't", async () => {
  const { ask } = createUpstream([status(404), status(500), status(500)]);
  const told = [await ask({}, "/1"), await ask({}, "/2")].map(({ fetchedAt }) => fetchedAt);
  expect(told).toEqual([1_000_000, 0]);
});

test("a user's URL is requested without policies", async () => {
  const { world, reach } = createUpstream([status(500)]);
  const response = await reach(new URL("https://b.example/"), { cache }, "public");
  expect([response.status, world.calls]).toEqual([500, 1]);
});
