import type { OpenGate } from "../accounts/open-gate.ts";
import type { Permissions } from "../contract/doors.ts";
import { HubError } from "../contract/errors.ts";
import type { Health } from "../platform/health/health.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import { BodyObjects } from "../platform/store/body-objects.ts";
import { kvOf } from "../platform/store/kv.ts";
import type { ObjectSettings } from "../platform/store/object-settings.ts";
import type { Store } from "../platform/store/open-store.ts";
import type { Records } from "../platform/store/records.ts";
import type { BrowserService } from "./browser/browser.ts";
import { Datasets, type DatasetsOptions } from "./datasets/datasets.ts";
import { SharedDatasets } from "./datasets/shared-datasets.ts";
import { createBackends } from "./doors/backends.ts";
import type { BackgroundWork } from "./doors/background-work.ts";
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

interface SectionsBelow extends Pick<DatasetsOptions, "refreshInProcess"> {
  store: Pick<Store, "health"> & { records: Records };
  accounts: Pick<OpenGate, "now" | "pepper" | "redis">;
  browser: Pick<BrowserService, "browser">;
  background: Pick<BackgroundWork, "add">;
  telemetry: { tracing: { reach(reach: Reach): Reach } | undefined };
  sandbox: Sandbox;
  log: Log;
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
export async function openDoors(config: DoorSettings, below: SectionsBelow): Promise<OpenDoors> {
  const { offline, env } = config;
  const { store, accounts, browser, background, sandbox, log } = below;
  const { now: clock } = accounts;
  const later = (work: Promise<unknown>) => background.add(work);
  const datasets = openDatasets(config, { ...below, clock, later });
  const way = openWayOut(config, { ...below, clock, shared: await shareAnswers(accounts) });
  const { reach, resolve, upstreams } = way;
  const backends = createBackends({
    records: store.records,
    reach: offline ? reach : upstreams.reach,
    resolve,
    data: datasets,
    browser: browser.browser,
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
    checkAddress: way.checkAddress,
    serve(plugins) {
      way.useMirrors({ ...basesOf(plugins, env), ...config.upstreams });
      upstreams.setPolicies(policiesOf(plugins));
      datasets.servePlugins(plugins, doorsOf);
    },
  };
}

/** Opens the datasets, which machines with a bucket share. */
function openDatasets(
  { data, objects }: DoorSettings,
  {
    store: { health },
    log,
    ...options
  }: Omit<DatasetsOptions, "dir" | "shared"> & Pick<SectionsBelow, "store" | "log">,
): Datasets {
  const { clock, later, refreshInProcess } = options;
  const shared = objects && shareDatasets(objects, { health, log });
  return new Datasets({ dir: `${data}/datasets`, shared, clock, later, refreshInProcess });
}

/** Opens the way to the network: names, mirrors and the upstreams that manifests name. */
function openWayOut(
  { offline, nameServers, upstreams: given }: DoorSettings,
  {
    telemetry: { tracing },
    clock,
    shared,
  }: Pick<SectionsBelow, "telemetry"> & { clock(): number; shared: SharedAnswers | undefined },
) {
  const resolve = createResolve({ offline, servers: nameServers });
  const reaching = {
    offline,
    resolve: nameServers.length > 0 ? resolveByServers(resolve) : undefined,
  };
  const reach = createReach(reaching);
  let mirrors = given;
  const mirrored = withMirrors(reach, () => mirrors);
  const upstreams = new Upstreams({
    // Before the mirrors, which are no caller's business, and behind what is answered from memory.
    reach: tracing ? tracing.reach(mirrored) : mirrored,
    clock,
    random: systemRandom,
    sleep: Bun.sleep,
    shared,
  });
  return {
    resolve,
    reach,
    checkAddress: createAddressCheck(reaching),
    upstreams,
    useMirrors(changed: Mirrors) {
      mirrors = changed;
    },
  };
}

/** Shares answers of upstreams with other hubs. Loaded only if there is a Redis server. */
async function shareAnswers({
  redis,
  pepper,
}: Pick<OpenGate, "redis" | "pepper">): Promise<SharedAnswers | undefined> {
  if (!redis) return undefined;
  const { RedisAnswers } = await import("./upstreams/redis-answers.ts");
  return new RedisAnswers({ link: redis.link, secret: pepper });
}

/** Where machines have datasets of each other: beside the bodies that they share. */
function shareDatasets(
  objects: ObjectSettings,
  { health, log }: { health: Health; log: Log },
): SharedDatasets {
  const place = { ...objects, prefix: `${objects.prefix}datasets/` };
  return new SharedDatasets(new BodyObjects(place, { health }), log);
}
