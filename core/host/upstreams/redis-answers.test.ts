import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Health } from "../../platform/health/health.ts";
import { quietLog } from "../../platform/log/log.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import { lacksRedis, type RedisServer, startRedis } from "../../testing/redis-server.ts";
import { RedisAnswers } from "./redis-answers.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";

describe.skipIf(lacksRedis)("upstream responses in a Redis server", () => {
  let server: RedisServer;
  let link: RedisLink;
  let answers: RedisAnswers;
  beforeAll(async () => {
    server = await startRedis();
    link = new RedisLink({ url: server.url, health: new Health(quietLog), timeoutMs: 5000 });
    answers = new RedisAnswers({ link, secret: new Uint8Array(32) });
    await link.open();
  });
  afterAll(async () => {
    link.close();
    await server.stop();
  });

  const createAnswer = (body: Uint8Array | null, init: ResponseInit = {}) =>
    UpstreamAnswer.of(new Response(body, init), 5);

  async function found(request: string): Promise<UpstreamAnswer | undefined> {
    // Earlier commands have completed by then, because a connection processes them in order.
    return answers.get(request);
  }

  test("are returned unchanged while they are usable", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(1000));
    const headers = { "content-type": "application/x-odd", "x-a": "é" };
    answers.set("secret request", await createAnswer(bytes, { status: 201, headers }), 60_000);
    const answer = await found("secret request");
    const response = answer?.response();
    expect([response?.status, response?.headers.get("x-a"), answer?.fetchedAt]).toEqual([
      201,
      "é",
      5,
    ]);
    expect(await response?.bytes()).toEqual(bytes);
    const names = (await server.sendCommand("KEYS", "hub:answer:*")) as string[];
    expect(names).toHaveLength(1);
    expect(names.join()).not.toContain("secret");
    expect(Number(await server.sendCommand("PTTL", ...names))).toBeWithin(1, 60_001);
    answers.set("empty", await createAnswer(null, { status: 204 }), 1000);
    expect((await found("empty"))?.response().body).toBeNull();
  });

  test("are gone when they were removed, were too large, or were overwritten", async () => {
    answers.set("a", await createAnswer(new Uint8Array(3)), 1000);
    answers.remove("a");
    expect(await found("a")).toBeUndefined();
    answers.set("large", await createAnswer(new Uint8Array(300_000)), 1000);
    expect(await found("large")).toBeUndefined();
    answers.set("b", await createAnswer(new Uint8Array(3)), 1000);
    await found("b");
    for (const name of (await server.sendCommand("KEYS", "hub:answer:*")) as string[])
      await server.sendCommand("SET", name, "no answer");
    expect(await found("b")).toBeUndefined();
  });

  test("are missing if the server is gone, and no call fails because of that", async () => {
    await server.kill();
    answers.set("c", await createAnswer(new Uint8Array(3)), 1000);
    expect(await found("c")).toBeUndefined();
    await server.start();
  });
});
