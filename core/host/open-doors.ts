import type { Browser } from "../contract/browser-door.ts";
import type { Permissions } from "../contract/doors.ts";
import { HubError } from "../contract/errors.ts";
import type { Health } from "../platform/health/health.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import { BodyObjects } from "../platform/store/body-objects.ts";
import { kvOf } from "../platform/store/kv.ts";
import type { ObjectSettings } from "../platform/store/object-settings.ts";
import type { Records } from "../platform/store/records.ts";
import { Datasets, type DatasetsOptions } from "./datasets/datasets.ts";
import { SharedDatasets } from "./datasets/shared-datasets.ts";
import { createBackends } from "./doors/backends.ts";
import { createResolve } from "./doors/dns.ts";
import { createDoors, type PluginDoors, type Reach } from "./doors/grant.ts";
import { resolveByServers } from "./doors/host-addresses.ts";
import type { NameServer } from "./doors/name-server.ts";
import { createAddressCheck, createReach } from "./doors/net.ts";
import { systemRandom } from "./doors/random.ts";
import type { LoadedPlugin } from "./plugin/loaded-plugin.ts";
import { basesOf } from "./upstreams/bases.ts";
import { type Mirrors, withMirrors } from "./upstreams/mirror.ts";
import { policiesOf, type SharedAnswers, Upstreams } from "./upstreams/upstreams.ts";

/** What plugins may reach, and by which way. */
export interface DoorSettings {
  data: string;
  /** A bucket in place of the folder that bodies of jobs and kept answers are in. Never to be shown. */
  objects: ObjectSettings | undefined;
  offline: boolean;
  /** Where to go in place of the hosts that plugins name. */
  upstreams: Mirrors;
  /** Whom to ask for names; those of the system where there are none. */
  nameServers: NameServer[];
  denied: Record<string, (keyof Permissions)[]>;
  env: Readonly<Record<string, string | undefined>>;
}

interface Surroundings extends Omit<DatasetsOptions, "dir" | "shared"> {
  records: Records;
  health: Health;
  browser: Browser;
  log: Log;
  sandbox: Sandbox;
  /** Wraps the way out with traces. Default: no traces. */
  traced?: ((reach: Reach) => Reach) | undefined;
  /** Where hubs have answers of upstreams of each other. */
  answers?: SharedAnswers | undefined;
}

/** What plugins reach the world by. */
export interface OpenDoors {
  doorsOf(plugin: LoadedPlugin): PluginDoors;
  /** The same doors for work that must leave no trace: with other records, and no way to send webhooks. */
  openAside(records: Records): (plugin: LoadedPlugin) => PluginDoors;
  upstreams: Upstreams;
  datasets: Datasets;
  /** The way out, and what says of an address whether a caller may name it. */
  reach: Reach;
  checkAddress(url: URL): Promise<void>;
  /** Takes up what these plugins need of the world, in place of what others did. */
  serve(plugins: readonly LoadedPlugin[]): void;
}

/** Opens the real world to plugins as the operator wants it: their doors, upstreams and datasets. */
export function openDoors(
  config: DoorSettings,
  { records, health, browser, log, sandbox, traced, answers, ...keeping }: Surroundings,
): OpenDoors {
  const { offline, env, nameServers } = config;
  const { clock, later } = keeping;
  const shared = config.objects && shareDatasets(config.objects, { health, log });
  const datasets = new Datasets({ ...keeping, dir: `${config.data}/datasets`, shared });
  const resolve = createResolve({ offline, servers: nameServers });
  const reaching = {
    offline,
    resolve: nameServers.length > 0 ? resolveByServers(resolve) : undefined,
  };
  const reach = createReach(reaching);
  let mirrors = config.upstreams;
  const mirrored = withMirrors(reach, () => mirrors);
  const upstreams = new Upstreams({
    // Before the mirrors, which are no caller's business, and behind what is answered from memory.
    reach: traced ? traced(mirrored) : mirrored,
    clock,
    random: systemRandom,
    sleep: Bun.sleep,
    shared: answers,
  });
  const backends = createBackends({
    records,
    reach: offline ? reach : upstreams.reach,
    resolve,
    data: datasets,
    browser,
    clock,
    env,
    later,
    log,
    sandbox,
  });
  const doorsOf = createDoors({ backends, denied: config.denied });
  return {
    doorsOf,
    openAside: (aside) =>
      createDoors({
        backends: {
          ...backends,
          kv: (plugin) => kvOf(aside, plugin, clock),
          webhook: async () => {
            throw new HubError("capability_unavailable", "No webhook is sent for an example");
          },
        },
        denied: config.denied,
      }),
    upstreams,
    datasets,
    reach,
    checkAddress: createAddressCheck(reaching),
    serve(plugins) {
      mirrors = { ...basesOf(plugins, env), ...config.upstreams };
      upstreams.setPolicies(policiesOf(plugins));
      datasets.servePlugins(plugins, doorsOf);
    },
  };
}

/** Where machines have datasets of each other: beside the bodies that they share. */
function shareDatasets(
  objects: ObjectSettings,
  { health, log }: { health: Health; log: Log },
): SharedDatasets {
  const place = { ...objects, prefix: `${objects.prefix}datasets/` };
  return new SharedDatasets(new BodyObjects(place, { health }), log);
}
