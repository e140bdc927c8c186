import { afterEach, expect, test } from "bun:test";
import { lacksRedis, startRedis } from "../../testing/redis-server.ts";
import { Health } from "../health/health.ts";
import { quietLog } from "../log/log.ts";
import { RedisBroadcast } from "./redis-broadcast.ts";
import { RedisLink } from "./redis-link.ts";

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function hub(url: string) {
  const link = new RedisLink({ url, health: new Health(quietLog), timeoutMs: 2000, retryMs: 20 });
  const broadcast = new RedisBroadcast({ link, url });
  const heard = { keys: 0, jobs: 0 };
  for (const topic of ["keys", "jobs"] as const) broadcast.on(topic, () => heard[topic]++);
  await link.open();
  await broadcast.open();
  ending.push(() => {
    broadcast.close();
    link.close();
  });
  return { link, broadcast, heard };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(5);
}

test.skipIf(lacksRedis)(
  "hubs notify each other, but not themselves, once for many changes",
  async () => {
    const redis = await startRedis();
    ending.push(redis.stop);
    const [first, second] = [await hub(redis.url), await hub(redis.url)];
    // Messages before the connection may have been missed.
    expect(second.heard).toEqual({ keys: 1, jobs: 1 });
    for (let time = 0; time < 3; time++) first.broadcast.publish("keys");
    await until(() => second.heard.keys > 1);
    first.broadcast.publish("jobs");
    await until(() => second.heard.jobs > 1);
    expect(second.heard).toEqual({ keys: 2, jobs: 2 });
    expect(first.heard).toEqual({ keys: 1, jobs: 1 });
  },
);

test.skipIf(lacksRedis)("a hub checks again when a server that was gone returns", async () => {
  const redis = await startRedis();
  ending.push(redis.stop);
  const { broadcast, heard, link } = await hub(redis.url);
  await redis.kill();
  broadcast.publish("keys");
  await redis.start();
  await until(() => heard.keys > 1 && link.isUp);
  expect(heard.keys).toBeGreaterThan(1);
});
