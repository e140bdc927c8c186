import type { Browser } from "../../contract/browser-door.ts";
import type { Resolve } from "../../contract/net-door.ts";
import type { Log } from "../log/log.ts";
import { kvOf } from "../store/kv.ts";
import type { Records } from "../store/records.ts";
import type { Outside, Reach } from "./grant.ts";
import { systemRandom } from "./random.ts";
import { run } from "./run.ts";

/** The real outside: the hub's store, the network, programs, clock and dice. */
export function realOutside({
  records,
  reach,
  resolve,
  data,
  browser,
  clock,
  env,
  later,
  log,
}: {
  records: Records;
  reach: Reach;
  resolve: Resolve;
  data: Outside["data"];
  browser: Browser;
  clock: () => number;
  env: Outside["env"];
  later: Outside["later"];
  log: Log;
}): Outside {
  return {
    reach,
    resolve,
    data,
    browser,
    kv: (plugin) => kvOf(records, plugin, clock),
    env,
    clock,
    random: systemRandom,
    log: (plugin) => ({
      info: (message, fields) => log.info(message, { plugin, fields }),
      warn: (message, fields) => log.warn(message, { plugin, fields }),
      error: (message, fields) => log.error(message, { plugin, fields }),
    }),
    later,
    run,
  };
}
