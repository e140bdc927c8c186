import { describe, expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import { type ProvideOptions, type Provider, provide } from "./provide.ts";

type Way = Provider<string, string>;
const log = { info() {}, warn() {}, error() {} };
const failing = (code: string) => () => {
  throw new HubError(code, "It is so", { headers: { "retry-after": "7" } });
};
const network = (id: string, way: Partial<Way> = {}): Way => ({
  id,
  kind: "network",
  run: () => `by ${id}`,
  ...way,
});
const embedded: Way = { id: "embedded", kind: "embedded", run: () => "by embedded" };

function callProviders(providers: Way[], options: Partial<ProvideOptions<string, string>> = {}) {
  return provide("x", {
    providers,
    settings: {},
    timeoutMs: 1000,
    clock: () => 0,
    log,
    signal: new AbortController().signal,
    ...options,
  });
}

describe("the provider", () => {
  test.each<[string, Partial<ProvideOptions<string, string>>, string]>([
    ["the first one", {}, "a"],
    ["the first one of the operator's order", { settings: { order: " b, embedded" } }, "b"],
    ["the local one, offline", { settings: { offline: "1" } }, "embedded"],
    ["the one that the caller permits", { provider: "b" }, "b"],
  ])("is %s", async (_, options, engine) => {
    const answer = await callProviders([network("a"), network("b"), embedded], options);
    expect(answer).toEqual({ value: `by ${engine}`, engine, degraded: false, headers: {} });
  });

  test("is never an unavailable one, which isn't a failure", async () => {
    const answer = callProviders([network("a", { cannot: () => "A_URL is not set" }), embedded]);
    expect(await answer).toMatchObject({ engine: "embedded", degraded: false });
  });

  test.each<Partial<ProvideOptions<string, string>>>([
    { provider: "embedded" },
    { settings: { order: "embedded,a" } },
  ])("can be a program if the embedded one is requested: %p", async (options) => {
    const program: Way = { id: "p", kind: "program", run: () => "by p" };
    expect(await callProviders([network("a"), program], options)).toMatchObject({ engine: "p" });
  });

  test("is never a network one if the caller requests the embedded one", async () => {
    const calls: string[] = [];
    const run = () => `${calls.push("a")}`;
    await callProviders([network("a", { run }), embedded], { provider: "embedded" });
    expect(calls).toEqual([]);
  });
});

describe("another provider takes over", () => {
  test.each([
    ["upstream_unavailable", "unavailable"],
    ["upstream_timeout", "timeout"],
    ["upstream_failed", "invalid response"],
    ["job_timeout", "timeout"],
    ["capability_unavailable", "not supported"],
  ])("after %s, and the response says so", async (code, why) => {
    expect(await callProviders([network("a", { run: failing(code) }), embedded])).toEqual({
      value: "by embedded",
      engine: "embedded",
      degraded: true,
      degraded_reason: `a: ${why}`,
      headers: { "x-degraded": `a: ${why}` },
    });
  });

  test("after a limit of the hub's own", async () => {
    const run = () => {
      throw new HubError("model_budget_spent", "Enough", { status: 429 });
    };
    const answer = await callProviders([network("a", { run }), embedded]);
    expect(answer.degraded_reason).toBe("a: rate limit exceeded");
  });

  test("when the first one exceeds its share of the time", async () => {
    const never = () => new Promise<never>(() => {});
    const answer = callProviders([network("a", { run: never }), embedded], { timeoutMs: 20 });
    expect(await answer).toMatchObject({ engine: "embedded", degraded_reason: "a: timeout" });
  });

  test("after a rejection, for example of an expired key, unless the caller requested that provider", async () => {
    const answer = callProviders([network("a", { run: failing("upstream_refused") }), embedded]);
    expect(await answer).toMatchObject({ engine: "embedded", degraded_reason: "a: rejected" });
  });

  test("never after an error of the request", async () => {
    const answer = callProviders([network("a", { run: failing("invalid_input") }), embedded]);
    await expect(answer).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("never after an error of the hub", async () => {
    const run = () => {
      throw new TypeError("x is not a function");
    };
    await expect(callProviders([network("a", { run }), embedded])).rejects.toThrow(
      "x is not a function",
    );
  });

  test("never if the caller disables it", async () => {
    const run = failing("upstream_timeout");
    const answer = callProviders([network("a", { run }), embedded], { fallback: false });
    await expect(answer).rejects.toMatchObject({ code: "upstream_timeout" });
  });
});

test("network providers leave 30 % of the time to the local one", async () => {
  const times: Record<string, number> = {};
  const recordTimeout =
    (id: string, code?: string): Way["run"] =>
    (_, { timeoutMs }) => {
      times[id] = timeoutMs;
      return code ? failing(code)() : id;
    };
  await callProviders([
    network("a", { run: recordTimeout("a", "upstream_failed") }),
    network("b", { run: recordTimeout("b", "upstream_failed") }),
    { ...embedded, run: recordTimeout("embedded") },
  ]);
  expect(times).toEqual({ a: 350, b: 700, embedded: 1000 });
});

describe("if no provider can", () => {
  const cannot = () => "A_URL is not set";

  test("the caller gets the reason of each", async () => {
    const answer = callProviders([network("a", { cannot }), embedded], {
      settings: { order: "a" },
    });
    await expect(answer).rejects.toMatchObject({
      code: "capability_unavailable",
      message:
        "No engine of this hub supports this: a: A_URL is not set; embedded: it is disabled in the settings of this hub",
    });
  });

  test.each([
    ["a", 'Cannot use the provider "a": A_URL is not set'],
    ["z", 'Cannot use the provider "z": it is unknown'],
  ])("or of %s alone, if that was requested", async (provider, message) => {
    const answer = callProviders([network("a", { cannot }), embedded], { provider });
    await expect(answer).rejects.toMatchObject({ message, status: 501 });
  });

  test("the provider's own error is more precise", async () => {
    const own = () => new HubError("language_unsupported", "It speaks English", { status: 422 });
    const answer = callProviders([network("a", { cannot }), { ...embedded, cannot: own }]);
    await expect(answer).rejects.toMatchObject({ status: 422, message: "It speaks English" });
  });
});

test("if all fail, each is named, and Retry-After is the first one's", async () => {
  const ways = [
    network("a", { run: failing("upstream_unavailable") }),
    network("b", { run: failing("upstream_failed") }),
  ];
  await expect(callProviders(ways)).rejects.toMatchObject({
    code: "upstream_unavailable",
    message: "All engines failed: a: It is so; b: It is so",
    headers: { "retry-after": "7" },
  });
});
