import { kvOf } from "../store/kv.ts";
import type { Records } from "../store/records.ts";
import type { Browser } from "./browser-door.ts";
import type { Outside, Reach } from "./grant.ts";
import type { Resolve } from "./net-door.ts";
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
}: {
  records: Records;
  reach: Reach;
  resolve: Resolve;
  data: Outside["data"];
  browser: Browser;
  clock: () => number;
  env: Outside["env"];
  later: Outside["later"];
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
      info: (message, fields) => console.log(line(plugin, message, fields)),
      warn: (message, fields) => console.warn(line(plugin, message, fields)),
      error: (message, fields) => console.error(line(plugin, message, fields)),
    }),
    later,
    run,
  };
}

function line(plugin: string, message: string, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({ plugin, message, ...fields });
}
