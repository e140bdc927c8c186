import type { OpenGate } from "../accounts/open-gate.ts";
import type { Browser } from "../contract/browser-door.ts";
import type { Permissions } from "../contract/doors.ts";
import { HubError } from "../contract/errors.ts";
import type { Health } from "../platform/health/health.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import { BodyObjects } from "../platform/store/body-objects.ts";
import { createKv } from "../platform/store/kv.ts";
import type { ObjectSettings } from "../platform/store/object-settings.ts";
import type { Store } from "../platform/store/open-store.ts";
import type { Records } from "../platform/store/records.ts";
import type { BrowserService } from "./browser/browser.ts";
import { Datasets, type DatasetsOptions } from "./datasets/datasets.ts";
import { SharedDatasets } from "./datasets/shared-datasets.ts";
import { createBackends } from "./doors/backends.ts";
import type { BackgroundWork } from "./doors/background-work.ts";
import { createResolve } from "./doors/dns.ts";
import { createDoors, listHosts, type PluginDoors, type Reach } from "./doors/grant.ts";
import { canResolveAny, resolveByServers } from "./doors/host-addresses.ts";
import type { NameServer } from "./doors/name-server.ts";
import { createAddressCheck, createReach } from "./doors/net.ts";
import type { OutboundProxy } from "./doors/outbound-proxy.ts";
import { systemRandom } from "./doors/random.ts";
import { createSmtp } from "./doors/smtp.ts";
import { withModels } from "./models/model-plugin.ts";
import type { RunModel } from "./models/models-door.ts";
import type { LoadedPlugin } from "./plugin/loaded-plugin.ts";
import { resolveBaseUrls } from "./upstreams/bases.ts";
import { type Mirrors, withMirrors } from "./upstreams/mirror.ts";
import { HubPace } from "./upstreams/shared-pace.ts";
import { mergePolicies, type SharedAnswers, Upstreams } from "./upstreams/upstreams.ts";

/** Settings of the doors. */
export interface DoorSettings {
  data: string;
  bundled: string;
  /** Replaces the folder for job bodies and stored responses with a bucket. Contains secrets. */
  objects: ObjectSettings | undefined;
  offline: boolean;
  /** Replacement addresses for the hosts that plugins name. */
  upstreams: Mirrors;
  /** Replacement addresses for hosts of webhooks. They may be private. */
  webhookHosts: Mirrors;
  /** The proxy for outgoing connections. */
  proxy: OutboundProxy | undefined;
  /** DNS servers. Those of the system if empty. */
  nameServers: NameServer[];
  denied: Record<string, (keyof Permissions)[]>;
  env: Readonly<Record<string, string | undefined>>;
}

interface SectionsBelow extends Pick<DatasetsOptions, "refreshInProcess"> {
  store: Pick<Store, "health"> & { records: Records };
  accounts: Pick<OpenGate, "now" | "pepper" | "redis"> & Partial<Pick<OpenGate, "limiter">>;
  browser: Pick<BrowserService, "browser">;
  background: Pick<BackgroundWork, "add">;
  telemetry: { tracing: { reach(reach: Reach): Reach } | undefined };
  sandbox: Sandbox;
  log: Log;
}

/** The doors of all plugins, and what they are made of. */
export interface OpenDoors {
  getDoors(plugin: LoadedPlugin): PluginDoors;
  /** Creates doors for runs without side effects: they use other records and can't send webhooks. */
  openAside(records: Records): (plugin: LoadedPlugin) => PluginDoors;
  upstreams: Upstreams;
  datasets: Datasets;
  /** Sends a webhook to a URL of a caller. */
  reachReceiver: Reach;
  /** Throws if a caller may not name this address for webhooks. */
  checkReceiver(url: URL): Promise<void>;
  /** The function that runs models. Job processes replace it. */
  models: { run: RunModel };
  /** Applies the upstreams and datasets of the served plugins. Replaces those of the previous ones. */
  serve(plugins: readonly LoadedPlugin[]): void;
}

/** Creates the doors, upstreams and datasets from the settings. */
export async function openDoors(config: DoorSettings, below: SectionsBelow): Promise<OpenDoors> {
  const { offline, env } = config;
  const { store, accounts, browser, background, sandbox, log } = below;
  const { now: clock } = accounts;
  const later = (work: Promise<unknown>) => background.add(work);
  const datasets = openDatasets(config, { ...below, clock, later });
  const models = { run: refuseModels };
  const network = createNetwork(config, { ...below, clock, ...(await share(accounts, store)) });
  const { reach, resolve, smtp, upstreams } = network;
  const backends = createBackends({
    records: store.records,
    reach: offline ? reach : upstreams.reach,
    resolve,
    data: datasets,
    browser: checkNetworkAfter(browser.browser, upstreams),
    smtp,
    runModel: (work, call) => models.run(work, call),
    clock,
    env,
    later,
    log,
    sandbox,
  });
  const getDoors = createDoors({ backends, denied: config.denied });
  return {
    getDoors,
    openAside(aside) {
      const kv = (plugin: string) => createKv(aside, plugin, clock);
      const own = { ...backends, kv, webhook: refuseWebhook };
      return createDoors({ backends: own, denied: config.denied });
    },
    upstreams,
    datasets,
    reachReceiver: network.reachReceiver,
    checkReceiver: network.checkReceiver,
    models,
    serve(plugins) {
      network.useMirrors({ ...resolveBaseUrls(plugins, env), ...config.upstreams });
      network.useHosts(plugins.flatMap(listHosts));
      upstreams.setPolicies(mergePolicies(plugins, env));
      datasets.servePlugins(withModels(plugins), getDoors);
    },
  };
}

/** Returns a browser that checks the network after a page couldn't be loaded. */
function checkNetworkAfter(browser: Browser, upstreams: Upstreams): Browser {
  return (shot, options) =>
    browser(shot, options).catch((failure) => {
      if (failure instanceof HubError && failure.code === "navigation_failed")
        void upstreams.checkNetwork();
      throw failure;
    });
}

const refuseModels: RunModel = async () => {
  throw new Error("This hub has no job processes");
};

async function refuseWebhook(): Promise<never> {
  throw new HubError("capability_unavailable", "Webhooks are not sent for examples");
}

/** Creates the datasets. Hubs with the same bucket share them. */
function openDatasets(
  { data, bundled, objects }: DoorSettings,
  {
    store: { health },
    log,
    ...options
  }: Omit<DatasetsOptions, "dir" | "shared"> & Pick<SectionsBelow, "store" | "log">,
): Datasets {
  const { clock, later, refreshInProcess } = options;
  const shared = objects && shareDatasets(objects, { health, log });
  return new Datasets({
    dir: `${data}/datasets`,
    bundledDir: `${bundled}/datasets`,
    shared,
    clock,
    later,
    refreshInProcess,
  });
}

/** Creates the network access: name resolution, mirrors and upstreams. */
function createNetwork(
  { offline, nameServers, proxy, upstreams: initialMirrors, webhookHosts }: DoorSettings,
  {
    telemetry: { tracing },
    clock,
    shared,
    pace,
  }: Pick<SectionsBelow, "telemetry"> & {
    clock(): number;
    shared: SharedAnswers | undefined;
    pace: HubPace | undefined;
  },
) {
  const resolve = createResolve({ offline, servers: nameServers });
  const options = {
    offline,
    proxy,
    resolve: nameServers.length > 0 ? resolveByServers(resolve) : undefined,
  };
  const reach = createReach(options);
  const checkAddress = createAddressCheck(options);
  let mirrors = initialMirrors;
  let hosts: readonly string[] = [];
  const mirrored = withMirrors(reach, () => mirrors);
  const upstreams = new Upstreams({
    // Outside of the mirrors, which traces do not show, and behind the response cache.
    reach: tracing ? tracing.reach(mirrored) : mirrored,
    clock,
    random: systemRandom,
    sleep: Bun.sleep,
    isOnline: () => canResolveAny(hosts, options.resolve),
    shared,
    pace,
  });
  return {
    resolve,
    reach,
    reachReceiver: withMirrors(reach, webhookHosts, { isPublic: true }),
    async checkReceiver(url: URL) {
      if (offline || webhookHosts[url.host] === undefined) await checkAddress(url);
    },
    smtp: createSmtp({ ...options, clock }),
    upstreams,
    useMirrors(newMirrors: Mirrors) {
      mirrors = newMirrors;
    },
    /** Sets the hosts whose names show whether there is a network. */
    useHosts(newHosts: readonly string[]) {
      hosts = newHosts;
    },
  };
}

/** Shares rate limits of upstreams with other processes, and responses with other hubs if Redis is configured. */
async function share(
  { limiter, redis, pepper, now: clock }: SectionsBelow["accounts"],
  { records }: Pick<SectionsBelow["store"], "records">,
): Promise<{ pace: HubPace | undefined; shared: SharedAnswers | undefined }> {
  const pace = limiter && new HubPace({ limiter, records, clock });
  if (!redis) return { pace, shared: undefined };
  const { RedisAnswers } = await import("./upstreams/redis-answers.ts");
  return { pace, shared: new RedisAnswers({ link: redis.link, secret: pepper }) };
}

/** Shares dataset files through the bucket that also has the bodies. */
function shareDatasets(
  objects: ObjectSettings,
  { health, log }: { health: Health; log: Log },
): SharedDatasets {
  const settings = { ...objects, prefix: `${objects.prefix}datasets/` };
  return new SharedDatasets(new BodyObjects(settings, { health }), log);
}
