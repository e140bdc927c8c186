import type { Link } from "../link/link.ts";
import url from "../plugin.ts";
import type { Shard } from "../stats/shard.ts";

export default url.migration({
  summary: "Record the account of each entry, so that it is deleted with the account",
  async handler({ kv }) {
    for (const key of await kv.keys("link:")) {
      const link = await kv.get<Link>(key);
      if (!link) continue;
      const account = link.owner;
      await kv.set(key, link, { account });
      const name = key.slice("link:".length);
      if ((await kv.get(`used:${name}`)) !== undefined)
        await kv.increment(`used:${name}`, 0, { account });
      for (const shard of await kv.keys(`clicks:${name}:`))
        await kv.set(shard, await kv.get<Shard>(shard), { account });
    }
    for (const prefix of ["own:", "same:"])
      for (const key of await kv.keys(prefix)) {
        const account = key.split(":")[1];
        await kv.set(key, await kv.get(key), { account });
      }
  },
});
