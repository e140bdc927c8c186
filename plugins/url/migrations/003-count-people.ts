import url from "../plugin.ts";
import type { Shard } from "../stats/shard.ts";

export default url.migration({
  summary: "Count only people as clicks, and which of them count towards a limit",
  async handler({ kv }) {
    for (const key of await kv.keys("link:")) {
      const name = key.slice("link:".length);
      const account = (await kv.get<{ owner: string }>(key))?.owner;
      let used = (await kv.get<number>(`used:${name}`)) ?? 0;
      for (const shardKey of await kv.keys(`clicks:${name}:`)) {
        const shard = await kv.get<Shard>(shardKey);
        // The first shard has all clicks under the limit, so that none is taken for lost.
        if (!shard) continue;
        const changed = { ...shard, clicks: shard.clicks - shard.bots, limited: used };
        await kv.set(shardKey, changed, { account });
        used = 0;
      }
    }
  },
});
