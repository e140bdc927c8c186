import { join, normalize } from "node:path";
import type { Browser } from "../../contract/browser-door.ts";
import {
  type CallDoors,
  type CommonDoors,
  type DataDoor,
  type Doors,
  KINDS,
  type Kv,
  PermissionError,
  type Permissions,
  type Random,
} from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { Net, NetInit, Resolve, Webhook, WebhookDelivery } from "../../contract/net-door.ts";
import type { Settings } from "../../contract/setting.ts";
import type { Smtp } from "../../contract/smtp-door.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { createModelsDoor, type RunModel } from "../models/models-door.ts";
import { runtimeId } from "../models/runtime.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { intersect } from "./permission-items.ts";
import { readBy } from "./read-answer.ts";
import type { WebhookSender } from "./webhook.ts";

/** Sends a request for a plugin that may reach `hosts`. */
export type Reach = (
  url: URL,
  init: NetInit,
  hosts: "public" | readonly string[],
) => Promise<Response>;

/** The implementation of the doors. Tests replace it. */
export interface DoorBackends {
  reach: Reach;
  resolve: Resolve;
  /** Delivers a webhook with the requests of a sender. */
  webhook(url: string, webhook: Webhook, sender: WebhookSender): Promise<WebhookDelivery>;
  kv(plugin: string): Kv;
  browser: Browser;
  smtp: Smtp;
  runModel: RunModel;
  /** Datasets by id, such as `currency/rates`. */
  data: DataDoor;
  env: Readonly<Record<string, string | undefined>>;
  clock(): number;
  random: Random;
  log(plugin: string): CommonDoors["log"];
  later: CommonDoors["later"];
  run: Doors["run"];
}

/** Returns the hosts that a plugin may reach by name. */
export function listHosts(plugin: LoadedPlugin): readonly string[] {
  const { net = [] } = allowedTo(plugin);
  return net === "public" ? [] : net;
}

interface GrantOptions {
  permissions: Permissions;
  /** The settings of the manifest. Default: all variables are texts. */
  settings?: Settings | undefined;
  /** The permission kinds that the operator denies the plugin. */
  denied?: readonly (keyof Permissions)[];
  /** The permissions granted at installation, if the plugin was installed. */
  granted?: Permissions | undefined;
  backends: DoorBackends;
}

/** The doors that are the same for all calls. */
export interface PluginDoors extends Omit<Doors, keyof CallDoors> {
  /** The names of the granted response headers. */
  readonly headers?: readonly string[] | undefined;
}

/** The entry of `permissions.net` that allows DNS queries for any name, but no requests. */
const anyName = "dns:*";

/** Creates the doors of each plugin: what its manifest asks for and the operator doesn't deny. */
export function createDoors({
  backends,
  denied = {},
}: {
  backends: DoorBackends;
  /** The denied permission kinds by plugin. */
  denied?: Readonly<Record<string, readonly (keyof Permissions)[]>>;
}): (plugin: LoadedPlugin) => PluginDoors {
  const cache = new WeakMap<LoadedPlugin, PluginDoors>();
  return (loaded) => {
    const { name, plugin } = loaded;
    const doors =
      cache.get(loaded) ??
      grant(loaded, {
        permissions: plugin.manifest.permissions ?? {},
        settings: plugin.manifest.settings,
        denied: denied[name] ?? [],
        granted: loaded.granted,
        backends,
      });
    cache.set(loaded, doors);
    return doors;
  };
}

/** Returns the effective permissions of a plugin: requested, granted and not denied. */
export function allowedTo(
  { plugin, granted }: Pick<LoadedPlugin, "plugin" | "granted">,
  denied: readonly string[] = [],
): Permissions {
  const requested = narrowPermissions(plugin.manifest.permissions ?? {}, denied);
  return granted ? intersect(requested, granted) : requested;
}

/** Removes the permission kinds that the operator denies. */
export function narrowPermissions(
  permissions: Permissions,
  denied: readonly string[] = [],
): Permissions {
  return Object.fromEntries(
    KINDS.filter((kind) => permissions[kind] !== undefined && !denied.includes(kind)).map(
      (kind) => [kind, permissions[kind]],
    ),
  );
}

/** Builds the doors of one plugin. Their types depend on its manifest. */
export function grant(
  plugin: { name: string; dir: string },
  { permissions, settings = {}, denied = [], granted: installed, backends }: GrantOptions,
): PluginDoors {
  const requested = narrowPermissions(permissions, denied);
  const granted = installed ? intersect(requested, installed) : requested;
  const demand = createDemand(plugin.name, { permissions, denied, granted });
  const data = createDataDoor(plugin.name, { demand, data: backends.data });
  return {
    // The type of the manifest determines which of these five the plugin can use.
    net: createNetDoor({ plugin: plugin.name, granted, demand, backends }) as never,
    kv: createKvDoor(backends.kv(plugin.name), demand) as never,
    browser: (async (shot, options) => {
      demand("browser", "browser");
      return backends.browser(shot, options);
    }) as Browser as never,
    smtp: (async (host, probe) => {
      demand("smtp", "smtp");
      return backends.smtp(host, probe);
    }) as Smtp as never,
    models: createModelsDoor({
      demand: () => demand("models", "models"),
      find: data.get,
      runtime: () => backends.data.find(runtimeId),
      run: backends.runModel,
    }) as never,
    env: readVariables(settings, { names: granted.env ?? [], env: backends.env }) as never,
    async run(program, args, options) {
      demand("run", program);
      return backends.run(program, args, options);
    },
    async read(path) {
      const inside = normalize(path);
      const [folder = ""] = inside.split("/");
      demand("read", folder);
      return Bun.file(join(plugin.dir, inside)).bytes();
    },
    data,
    headers: granted.headers,
    clock: backends.clock,
    random: backends.random,
    log: backends.log(plugin.name),
    later: backends.later,
  };
}

/** Returns the values of settings, and the texts of other variables. Settings that aren't granted have their defaults. */
function readVariables(
  settings: Settings,
  { names, env }: { names: readonly string[]; env: DoorBackends["env"] },
): object {
  const granted = Object.fromEntries(names.map((name) => [name, env[name]]));
  return Object.freeze({ ...granted, ...readSettings(settings, granted) });
}

/** Throws if a plugin lacks a permission: by its own fault, or because the operator denies it. */
type Demand = (kind: keyof Permissions, what: string) => void;

function createDemand(
  name: string,
  {
    permissions,
    denied,
    granted,
  }: { permissions: Permissions; denied: readonly string[]; granted: Permissions },
): Demand {
  return (kind, what) => {
    const has = granted[kind];
    if (has === true || has === "public" || has?.includes(what)) return;
    if (denied.includes(kind) && permissions[kind])
      throw new HubError(
        "capability_unavailable",
        `The operator of this hub denies "${kind}" to the service "${name}"`,
      );
    if (isRequested(permissions[kind], what))
      throw new HubError(
        "capability_unavailable",
        `The operator of this hub has not granted the service "${name}" ${kind} access to "${what}"`,
      );
    throw new PermissionError(
      has === undefined && permissions[kind] === undefined
        ? `Plugin "${name}" requires ${kind} access to "${what}": plugin.ts does not request the permission "${kind}"`
        : `Plugin "${name}" requires ${kind} access to "${what}": its manifest allows ${JSON.stringify(has ?? [])}`,
    );
  };
}

/** Checks whether a manifest requests something, by name or by a wildcard. */
function isRequested(
  requested: true | string | readonly string[] | undefined,
  what: string,
): boolean {
  if (requested === true || requested === "public") return true;
  const names = what.startsWith("dns:") ? [what, anyName, "public"] : [what, "public"];
  return names.some((name) => requested?.includes(name));
}

function createNetDoor({
  plugin,
  granted,
  demand,
  backends,
}: {
  plugin: string;
  granted: Permissions;
  demand: Demand;
  backends: DoorBackends;
}): Net {
  async function net(address: string, init: NetInit = {}): Promise<Response> {
    const url = new URL(address);
    const hosts = granted.net ?? [];
    const isOpen = hosts !== "public" && hosts.includes("public");
    // Callers may also name a host of the manifest. They must not reach the operator's own servers there.
    const isOwn = isOpen && init.own === true && hosts.includes(url.host);
    if (isOpen && !isOwn) return backends.reach(url, init, "public");
    demand("net", url.host);
    return backends.reach(url, init, isOwn ? hosts.filter((host) => host !== "public") : hosts);
  }

  const read = readBy(net, backends.clock);
  // The schema, which gives the caller's type, has checked the value.
  const json: Net["json"] = async (address, schema, init) =>
    (await read(address, schema, init)).value as never;

  const resolve: Resolve = async (name, type, options) => {
    if (!granted.net?.includes(anyName) && !granted.net?.includes("public"))
      demand("net", `dns:${name}`);
    return backends.resolve(name, type, options);
  };

  const webhook: Net["webhook"] = async (address, webhook) => {
    const own = webhook.own === true;
    const send = (init: NetInit) => net(address, { ...init, own });
    return backends.webhook(address, webhook, { plugin, log: backends.log(plugin), send });
  };

  return Object.assign(net, { json, read, webhook, resolve });
}

function createKvDoor(store: Kv, demand: Demand): Kv {
  function guard<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      demand("kv", "kv");
      return work(...args);
    };
  }
  return {
    get: guard(store.get.bind(store)) as Kv["get"],
    set: guard(store.set.bind(store)),
    delete: guard(store.delete.bind(store)),
    increment: guard(store.increment.bind(store)),
    keys: guard(store.keys.bind(store)),
  };
}

function createDataDoor(
  plugin: string,
  { demand, data }: { demand: Demand; data: DataDoor },
): DataDoor {
  function getId(name: string): string {
    const id = name.includes("/") ? name : `${plugin}/${name}`;
    if (!id.startsWith(`${plugin}/`)) demand("data", id);
    return id;
  }
  return {
    find: (name) => data.find(getId(name)),
    get: (name) => data.get(getId(name)),
  };
}
