import { describe, expect, test } from "bun:test";
import { HubError } from "hub";
import {
  fetchFromProvider,
  gecko,
  isPlanLimit,
  keysFor,
  paprika,
  query,
  withinPlan,
} from "./ask.ts";

/** Fetches from a provider that gives this response. */
async function fetchOnce(response: Response, url: typeof gecko | typeof paprika = gecko) {
  const read = async (_: string, parse: (response: Response) => Promise<unknown>) => ({
    ...{ value: await parse(response), fetchedAt: 0, stale: false },
  });
  const { value } = await fetchFromProvider(
    { net: { read }, env: {} } as never,
    `${url}path`,
    (body) => body,
  );
  return value;
}

describe("a provider's response", () => {
  test("is its JSON", async () => {
    expect(await fetchOnce(Response.json({ a: 1 }))).toEqual({ a: 1 });
  });

  test.each(["coin not found", "id not found"])("with %j means that there is no price", (error) =>
    expect(fetchOnce(Response.json({ error }, { status: 404 }))).rejects.toMatchObject({
      code: "no_price",
    }),
  );

  test.each([
    [404, "other"],
    [500, "coin not found"],
    [403, "forbidden"],
  ])("with status %d is a failure", (status, error) =>
    expect(fetchOnce(Response.json({ error }, { status }))).rejects.toThrow(
      `Unexpected status ${status}`,
    ),
  );

  test("that isn't JSON is a failure", () =>
    expect(fetchOnce(new Response("<html>", { status: 404 }))).rejects.toThrow(
      "Unexpected status 404",
    ));
});

describe("a plan that excludes a request", () => {
  const excluded = 'The plan of this hub at "api.coingecko.com" does not include this request';

  test.each([401, 403])("is told by CoinGecko's codes and status %d", async (status) => {
    const error_message = `Too old! ${"x".repeat(300)}`;
    for (const error_code of [10_002, 10_005, 10_006, 10_010, 10_011, 10_012]) {
      const response = Response.json({ status: { error_code, error_message } }, { status });
      await expect(fetchOnce(response)).rejects.toThrow(
        `${excluded}: ${error_message.slice(0, 200)}`,
      );
    }
    for (const error_code of [10_001, 10_003, 429])
      await expect(
        fetchOnce(Response.json({ status: { error_code } }, { status })),
      ).rejects.toThrow("Unexpected status");
  });

  test("is told inside an error, or at the top, without the full stop", async () => {
    const status = { error_code: 10_005, error_message: "Not in your plan." };
    for (const body of [{ error: { status } }, status])
      await expect(fetchOnce(Response.json(body, { status: 401 }))).rejects.toThrow(
        new RegExp(`^${excluded}: Not in your plan$`),
      );
  });

  test("is told by CoinPaprika with status 402", () =>
    expect(fetchOnce(new Response("", { status: 402 }), paprika)).rejects.toThrow(
      'The plan of this hub at "api.coinpaprika.com" does not include this request',
    ));

  test("isn't asked again for a day, for data of at least the same age", async () => {
    const state = { now: Date.UTC(2026, 0, 2), calls: 0 };
    const day = 86_400_000;
    const doors = { kv: {}, clock: () => state.now } as never;
    const ask = (kind: string, ageDays: number, error?: Error) =>
      withinPlan({ kind, from: state.now - ageDays * day }, doors, async () => {
        state.calls++;
        if (error) throw error;
        return "told";
      });
    const limit = new HubError("plan_limit" as "upstream_failed", "No");
    await expect(ask("a", 400, limit)).rejects.toBe(limit);
    await expect(ask("a", 400)).rejects.toBe(limit);
    await expect(ask("a", 401)).rejects.toBe(limit);
    expect(state.calls).toBe(1);
    expect([await ask("a", 399), await ask("b", 400)]).toEqual(["told", "told"]);
    state.now += day;
    expect(await ask("a", 400)).toBe("told");
    const failure = new Error("a failure");
    await expect(ask("c", 1, failure)).rejects.toBe(failure);
    expect(await ask("c", 1)).toBe("told");
  });

  test("is an error of its own", () => {
    expect([isPlanLimit(new HubError("upstream_failed", "x")), isPlanLimit("x")]).toEqual([
      ...[false, false],
    ]);
  });
});

test("only the keys that are set are sent, each to its provider", () => {
  const env = { COINGECKO_DEMO_API_KEY: "demo", COINPAPRIKA_API_KEY: "" } as never;
  expect([keysFor(gecko, env), keysFor(paprika, env)]).toEqual([
    { "x-cg-demo-api-key": "demo" },
    {},
  ]);
  const other = { COINGECKO_PRO_API_KEY: "pro", COINPAPRIKA_API_KEY: "own" } as never;
  expect([keysFor(gecko, other), keysFor(`${paprika}coins`, other)]).toEqual([
    { "x-cg-pro-api-key": "pro" },
    { authorization: "own" },
  ]);
});

test("a query has no undefined values", () => {
  expect(query({ a: 1, b: undefined, c: false, d: "x y" })).toBe("a=1&c=false&d=x+y");
});
