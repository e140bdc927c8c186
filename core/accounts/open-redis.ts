import type { Meter } from "../lib/rolling-window/meter.ts";
import type { Health } from "../platform/health/health.ts";
import { RedisBroadcast } from "../platform/redis/redis-broadcast.ts";
import { RedisLink } from "../platform/redis/redis-link.ts";
import type { RedisSettings } from "../platform/redis/redis-settings.ts";
import type { Records } from "../platform/store/records.ts";
import { RedisLimiter } from "./redis-limiter.ts";

/** A connection to Redis with the limiter and the messages that use it. */
export type OpenRedis = Awaited<ReturnType<typeof openRedis>>;

/** Connects to the Redis server that counts calls for all hubs and distributes their messages. */
export async function openRedis(
  { url, whenDown, timeoutMs }: RedisSettings,
  {
    meter,
    pepper,
    records,
    health,
  }: { meter: Meter; pepper: Uint8Array; records: Records; health: Health },
) {
  const link = new RedisLink({ url, health, timeoutMs });
  let restoring = Promise.resolve();
  const options = {
    ...{ link, meter, whenDown, secret: pepper },
    unitsOfDay: records.unitsOfDay.bind(records),
    onRestoring(work: Promise<void>) {
      restoring = work;
    },
  };
  const limiter = new RedisLimiter(options);
  const broadcast = new RedisBroadcast({ link, url });
  await link.open();
  return { link, limiter, broadcast, restored: () => restoring };
}
