import type { Browser } from "../contract/browser-door.ts";
import type { Config } from "./config.ts";
import type { DatasetsOptions } from "./datasets/datasets.ts";
import { openDatasets } from "./datasets/datasets.ts";
import { createBackends } from "./doors/backends.ts";
import { createResolve } from "./doors/dns.ts";
import { createDoors } from "./doors/grant.ts";
import { resolveByServers } from "./doors/host-addresses.ts";
import { createReach } from "./doors/net.ts";
import { systemRandom } from "./doors/random.ts";
import type { LoadedPlugin } from "./load/loaded-plugin.ts";
import type { Log } from "./log/log.ts";
import type { Records } from "./store/records.ts";
import { basesOf } from "./upstreams/bases.ts";
import { withMirrors } from "./upstreams/mirror.ts";
import { policiesOf, Upstreams } from "./upstreams/upstreams.ts";

interface Around extends Pick<DatasetsOptions, "clock" | "later" | "refreshInProcess"> {
  plugins: readonly LoadedPlugin[];
  records: Records;
  browser: Browser;
  log: Log;
}

/** Opens the real world to plugins as the operator wants it: their doors, upstreams and datasets. */
export function openDoors(config: Config, { plugins, records, browser, log, ...keeping }: Around) {
  const { offline, env, nameServers } = config;
  const { clock, later } = keeping;
  const resolve = createResolve({ offline, servers: nameServers });
  const reach = createReach({
    offline,
    resolve: nameServers.length > 0 ? resolveByServers(resolve) : undefined,
  });
  const upstreams = new Upstreams({
    reach: withMirrors(reach, { ...basesOf(plugins, env), ...config.upstreams }),
    policies: policiesOf(plugins),
    clock,
    random: systemRandom,
    sleep: Bun.sleep,
  });
  const outside = createBackends({
    records,
    reach: offline ? reach : upstreams.reach,
    resolve,
    data: { find: (id) => datasets.find(id), get: (id) => datasets.get(id) },
    browser,
    clock,
    env,
    later,
    log,
  });
  const doorsOf = createDoors({ outside, denied: config.denied });
  const datasets = openDatasets(plugins, { ...keeping, dir: `${config.data}/datasets`, doorsOf });
  return { upstreams, doorsOf, datasets };
}
