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

/** What stands behind the doors, all of it outside the hub's own memory: a test puts its own there. */
export interface DoorBackends {
  reach: Reach;
  resolve: Resolve;
  /** Delivers a webhook by what sends its requests. */
  webhook(url: string, webhook: Webhook, sender: WebhookSender): Promise<WebhookDelivery>;
  kv(plugin: string): Kv;
  browser: Browser;
  /** Datasets by their ids, as `currency/rates`. */
  data: DataDoor;
  env: Readonly<Record<string, string | undefined>>;
  clock(): number;
  random: Random;
  log(plugin: string): CommonDoors["log"];
  later: CommonDoors["later"];
  run: Doors["run"];
}

interface GrantOptions {
  permissions: Permissions;
  /** The kinds the operator denies this plugin. */
  denied?: readonly (keyof Permissions)[];
  /** What the operator has granted it, where that was asked. */
  granted?: Permissions | undefined;
  backends: DoorBackends;
}

/** Every door that is the same for all calls. */
export type PluginDoors = Omit<Doors, keyof CallDoors>;

/** The entry of `permissions.net` that allows to ask for names, and to reach nothing. */
const anyName = "dns:*";

/** Opens to each plugin what its manifest asks for and the operator does not deny. */
export function createDoors({
  backends,
  denied = {},
}: {
  backends: DoorBackends;
  /** The kinds the operator denies, by plugin. */
  denied?: Readonly<Record<string, readonly (keyof Permissions)[]>>;
}): (plugin: LoadedPlugin) => PluginDoors {
  const opened = new WeakMap<LoadedPlugin, PluginDoors>();
  return (loaded) => {
    const { name, plugin } = loaded;
    const doors =
      opened.get(loaded) ??
      grant(loaded, {
        permissions: plugin.manifest.permissions ?? {},
        denied: denied[name] ?? [],
        granted: loaded.granted,
        backends,
      });
    opened.set(loaded, doors);
    return doors;
  };
}

/** What a plugin may touch: what it asks for, as far as that was granted and is not denied. */
export function allowedTo(
  { plugin, granted }: Pick<LoadedPlugin, "plugin" | "granted">,
  denied: readonly string[] = [],
): Permissions {
  const asked = narrowPermissions(plugin.manifest.permissions ?? {}, denied);
  return granted ? intersect(asked, granted) : asked;
}

/** What is left of the permissions a manifest asks for without the kinds that the operator denies. */
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

/** Builds the doors of one plugin. The manifest's own types know which of them are there. */
export function grant(
  plugin: { name: string; dir: string },
  { permissions, denied = [], granted: given, backends }: GrantOptions,
): PluginDoors {
  const asked = narrowPermissions(permissions, denied);
  const granted = given ? intersect(asked, given) : asked;
  const demand = demandOf(plugin.name, { permissions, denied, granted });
  return {
    // Which of these three a plugin has is known to the types of its own manifest alone.
    net: netDoor({ plugin: plugin.name, granted, demand, backends }) as never,
    kv: kvDoor(backends.kv(plugin.name), demand) as never,
    browser: (async (shot, options) => {
      demand("browser", "browser");
      return backends.browser(shot, options);
    }) as Browser as never,
    env: Object.freeze(
      Object.fromEntries((granted.env ?? []).map((name) => [name, backends.env[name]])),
    ),
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
    data: dataDoor(plugin.name, { demand, data: backends.data }),
    clock: backends.clock,
    random: backends.random,
    log: backends.log(plugin.name),
    later: backends.later,
  };
}

/** Throws where a plugin may not touch something: for its own fault, or as the operator denies it. */
type Demand = (kind: keyof Permissions, what: string) => void;

function demandOf(
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
    if (isAsked(permissions[kind], what))
      throw new HubError(
        "capability_unavailable",
        `The operator of this hub has not granted the service "${name}" ${kind} access to "${what}"`,
      );
    throw new PermissionError(
      has === undefined && permissions[kind] === undefined
        ? `Plugin "${name}" requires ${kind} access to "${what}": plugin.ts does not ask for the permission "${kind}"`
        : `Plugin "${name}" requires ${kind} access to "${what}": its manifest allows ${JSON.stringify(has ?? [])}`,
    );
  };
}

/** Whether a manifest asks for something, by its name or by what stands for many. */
function isAsked(asked: true | string | readonly string[] | undefined, what: string): boolean {
  if (asked === true || asked === "public") return true;
  const names = what.startsWith("dns:") ? [what, anyName, "public"] : [what, "public"];
  return names.some((name) => asked?.includes(name));
}

function netDoor({
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
    // A user may name a host of the manifest as well: the operator's own servers are not for them.
    const isOwn = isOpen && init.own === true && hosts.includes(url.host);
    if (isOpen && !isOwn) return backends.reach(url, init, "public");
    demand("net", url.host);
    return backends.reach(url, init, isOwn ? hosts.filter((host) => host !== "public") : hosts);
  }

  const read = readBy(net, backends.clock);
  // Checked by the schema whose type the caller has.
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

function kvDoor(store: Kv, demand: Demand): Kv {
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

function dataDoor(plugin: string, { demand, data }: { demand: Demand; data: DataDoor }): DataDoor {
  function idOf(name: string): string {
    const id = name.includes("/") ? name : `${plugin}/${name}`;
    if (!id.startsWith(`${plugin}/`)) demand("data", id);
    return id;
  }
  return {
    find: (name) => data.find(idOf(name)),
    get: (name) => data.get(idOf(name)),
  };
}
