import type { OpenGate } from "../../accounts/open-gate.ts";
import type { OpenDoors } from "../../host/open-doors.ts";
import type { ServedPlugins } from "../../host/plugin/served-plugins.ts";
import type { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Store } from "../../platform/store/open-store.ts";
import { Incidents } from "./incidents.ts";

interface SectionsBelow {
  store: Pick<Store, "records" | "holder">;
  accounts: Pick<OpenGate, "now" | "storeFault" | "redis">;
  plugins: ServedPlugins;
  doors: Pick<OpenDoors, "upstreams">;
  late: LateFailures;
  log: Log;
}

/** Creates the incident recorder for the sections below. */
export function openIncidents({
  store: { records, holder },
  accounts: { now, storeFault, redis },
  plugins,
  doors: { upstreams },
  late,
  log,
}: SectionsBelow): Incidents {
  return new Incidents({
    records: records.incidents,
    holder,
    now,
    seen: {
      broken: () => plugins.broken,
      late: () => late.all(),
      upstreams: () => upstreams.states(),
      storeFault,
      redisGoneSince: () => (redis?.fault() ? redis.since() : undefined),
    },
    log,
  });
}
