import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { FAILURES, HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import { readBy } from "./read-answer.ts";

const url = "https://a.example/x";

/** Returns a door that responds with these in order, like the layer of upstreams. */
function answering(...answers: (Response | Error)[]) {
  const asked: NetInit[] = [];
  const read = readBy(
    async (_, init = {}) => {
      asked.push(init);
      const answer = answers.shift() ?? new Error("Asked too often");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    () => 99,
  );
  return { asked, read };
}

function answer(body: string, { status = 200, ...headers }: Record<string, unknown> = {}) {
  return new Response(body, { status: status as number, headers: headers as never });
}
const bad = () => answer("<html>", { "x-hub-fetched-at": "20" });
const older = () => answer('{"rate":1}', { "x-hub-fetched-at": "10", "x-hub-stale": "1" });
const schema = t.Object({ rate: t.Number() });

test("a read response has its age", async () => {
  const { read } = answering(answer("7", { "x-hub-fetched-at": "5" }), answer("8"), older());
  const number = async (response: Response) => Number(await response.text());
  expect(await read(url, number)).toEqual({ value: 7, fetchedAt: 5, stale: false });
  expect(await read(url, number)).toEqual({ value: 8, fetchedAt: 99, stale: false });
  expect(await read(url, schema)).toEqual({ value: { rate: 1 }, fetchedAt: 10, stale: true });
});

test("JSON is requested if it is read with a schema", async () => {
  const { asked, read } = answering(older(), older());
  await read(url, schema);
  await read(url, schema, { headers: { accept: "application/vnd.x+json" } });
  expect(asked.map(({ headers }) => headers?.accept)).toEqual([
    "application/json",
    "application/vnd.x+json",
  ]);
});

test("an unreadable response is rejected, and the one before is read", async () => {
  const { asked, read } = answering(bad(), older());
  const cache = { freshMs: 1 };
  expect(await read(url, schema, { cache })).toMatchObject({ value: { rate: 1 }, stale: true });
  expect(asked[1]).toMatchObject({ cache, refused: 20 });
});

test("without an earlier one, the error of the newest is reported", async () => {
  const none = new HubError("upstream_failed", "There is none");
  const { read } = answering(answer('{"rate":"x"}', { "x-hub-fetched-at": "20" }), none);
  await expect(read(url, schema)).rejects.toMatchObject({
    code: "upstream_failed",
    message: 'Cannot use the response of "a.example"',
    cause: "/rate: Expected number",
  });
});

describe("without a cached response that could be rejected", () => {
  test.each<[string, Response, string]>([
    ["one that cannot be read", answer("<html>"), 'Cannot read the response of "a.example"'],
    ["500", answer("{}", { status: 500 }), 'Cannot read from "a.example": it responded with 500'],
    ["429", answer("{}", { status: 429 }), 'Cannot read from "a.example": it responded with 429'],
    ["404", answer("{}", { status: 404 }), 'Cannot read from "a.example": it responded with 404'],
  ])("%s is a failure, and the host isn't called again", async (_, response, message) => {
    const { asked, read } = answering(response);
    await expect(read(url, schema)).rejects.toMatchObject({ code: "upstream_failed", message });
    expect(asked).toHaveLength(1);
  });
});

test("a response that the host marks as an error isn't passed to the reader", async () => {
  const number = async (response: Response) => response.status;
  for (const status of [200, 404, 428, 430, 499])
    expect((await answering(answer("", { status })).read(url, number)).value).toBe(status);
  for (const status of [429, 500, 501, 503])
    await expect(answering(answer("", { status })).read(url, number)).rejects.toThrow(
      `Cannot read from "a.example": it responded with ${status}`,
    );
});

test("an error that a plugin throws for a response is passed on, and rejects nothing", async () => {
  const { asked, read } = answering(answer("", { status: 404, "x-hub-fetched-at": "20" }));
  const unknown = new HubError("unknown_coin", "There is no such coin", { status: 404 });
  const parse = ({ status }: Response) => {
    if (status === 404) throw unknown;
  };
  await expect(read(url, parse)).rejects.toBe(unknown);
  expect(asked).toHaveLength(1);
});

test("only an upstream failure that a plugin throws rejects the response", async () => {
  for (const code of ["unknown_coin", "upstream_coin", ...Object.keys(FAILURES)]) {
    const { asked, read } = answering(bad(), older());
    const own = new HubError(code, "Said by the plugin");
    const reading = read(url, async (response) => {
      if (response.headers.get("x-hub-fetched-at") === "20") throw own;
      return "older";
    });
    const isUpstream = code in FAILURES && code.startsWith("upstream_");
    const found = await reading.catch((error) => error);
    expect(found).toEqual(isUpstream ? { value: "older", fetchedAt: 10, stale: true } : own);
    expect(asked).toHaveLength(isUpstream ? 2 : 1);
  }
});
