import type { Browser } from "./browser-door.ts";
import type { Caller } from "./caller.ts";
import type { DatasetVersion } from "./dataset-version.ts";
import type { Models } from "./models-door.ts";
import type { Net } from "./net-door.ts";
import type { SettingValues } from "./setting.ts";
import type { Smtp } from "./smtp-door.ts";

/** The permissions of a plugin, named after Deno's flags. Everything else is denied. */
export interface Permissions {
  /**
   * Hosts, `dns:*` for DNS queries, or `"public"` for any public address that a caller may name. If
   * `"public"` is in a list, only requests with `own: true` can reach the hosts of the list.
   */
  net?: "public" | readonly string[];
  env?: readonly string[];
  run?: readonly string[];
  /** Folders inside the plugin's folder. */
  read?: readonly string[];
  /** A separate namespace in the hub's store. */
  kv?: true;
  /** The hub's browser. */
  browser?: true;
  /** Questions to public mail servers, which never send a message. */
  smtp?: true;
  /** Models in ONNX's format, from the datasets that the plugin may read. */
  models?: true;
  /** Datasets of other plugins, such as `currency/rates`. A plugin's own datasets need no permission. */
  data?: readonly string[];
  /** Response headers that browsers or proxies act on, such as `content-security-policy`. */
  headers?: readonly string[];
}

/** All kinds of permissions. */
export const KINDS = [
  "net",
  "env",
  "run",
  "read",
  "kv",
  "browser",
  "smtp",
  "models",
  "data",
  "headers",
] as const satisfies (keyof Permissions)[];

type Allowed<P, K extends string> = P extends { [_ in K]: readonly (infer Item extends string)[] }
  ? Item
  : never;
type Url<P> = P extends { net: "public" } ? string : HostUrl<Allowed<P, "net">>;
type HostUrl<Host extends string> = Host extends AnyName
  ? never
  : Host extends "public"
    ? string
    : `https://${Host}/${string}`;
/** The entry of `permissions.net` that allows DNS queries for any name, but no requests. */
type AnyName = "dns:*";
type Requested<P, K extends string, Door> = P extends { [_ in K]: unknown }
  ? Door
  : MissingPermission<K>;

/** The permissions for which the runtime builds doors, without the types of their names. */
interface AllPermissions extends Required<Permissions> {
  net: "public";
}

type Variables<P> = Readonly<Record<Allowed<P, "env">, string | undefined>>;

declare const missing: unique symbol;

/** The type of a door that the manifest doesn't request, so that type errors name the missing permission. */
interface MissingPermission<Kind extends string> {
  readonly [missing]: Kind;
}

/** Options of an entry. */
interface KvOptions {
  /** Time to live in milliseconds. Default: unlimited. */
  ttlMs?: number;
  /** The account that owns the entry: `caller.id`. The hub deletes the entry when the account is erased. */
  account?: string | undefined;
}

/** The plugin's own key-value namespace in the hub's store. Values are JSON. */
export interface Kv {
  get<T = unknown>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown, options?: KvOptions): Promise<void>;
  delete(key: string): Promise<void>;
  /** Increments a counter atomically and returns its new value. */
  increment(key: string, by?: number, options?: KvOptions): Promise<number>;
  /** Returns the keys that start with `prefix`, in order: all of them, or the last ones before a key. */
  keys(prefix?: string, page?: { limit: number; before?: string | undefined }): Promise<string[]>;
}

/** The result of a program. */
export interface RunResult {
  exitCode: number;
  stdout: Uint8Array;
  stderr: string;
}

/** The random source. Seeded in tests. */
export interface Random {
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** Returns a uniformly distributed whole number from 0 to `below - 1`. */
  integer(below: number): number;
}

/** The hub's log, with the plugin's name. Never log the complete input of a caller. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/**
 * The datasets that the files of `datasets/` declare, by name. Synchronous if a handler runs in the hub
 * itself, so that lookups don't have to wait.
 */
export interface DataDoor {
  /** Returns the version in use. Fetches a newer one in the background if it is due. */
  find(name: string): DatasetVersion | undefined | Promise<DatasetVersion | undefined>;
  /** Returns the version in use, or fetches the dataset if there is none. Throws `dataset_unavailable`. */
  get(name: string): DatasetVersion | Promise<DatasetVersion>;
}

/** The doors of all plugins. */
export interface CommonDoors {
  /** Returns the time in milliseconds since 1970. */
  clock(): number;
  random: Random;
  /** Aborts when the caller disconnects or the route's timeout expires. */
  signal: AbortSignal;
  log: Log;
  /** Registers background work. The hub waits for it before it stops. */
  later(work: Promise<unknown>): void;
  caller: Caller;
  data: DataDoor;
  /** The base URL of this hub without a trailing slash: `https://hub.example`. */
  origin: string;
  /**
   * Returns the absolute URL of a GET of the same service, such as `/api/image/og?title=a`, that can be
   * published. It is signed for at least a year, needs no key and counts towards the caller's account.
   * Without an account, it is unsigned.
   */
  publicAddress(path: string): Promise<string>;
  /** Reports how many of the call's parts are done. Callers see it in the asynchronous job; other calls ignore it. */
  progress(done: number, total: number): void;
}

/** The doors that are different for each call. */
export type CallDoors = Pick<
  CommonDoors,
  "signal" | "caller" | "origin" | "publicAddress" | "progress"
>;

/** The doors of a handler, one for each permission that its manifest requests. */
export type Doors<P = AllPermissions> = CommonDoors & {
  net: Requested<P, "net", Net<Url<P>>>;
  kv: Requested<P, "kv", Kv>;
  browser: Requested<P, "browser", Browser>;
  smtp: Requested<P, "smtp", Smtp>;
  models: Requested<P, "models", Models>;
  /** The values of the plugin's settings, and the texts of other variables in `permissions.env`. */
  env: P extends { settings: infer S }
    ? SettingValues<S> & Variables<P>
    : Requested<P, "env", Variables<P>>;
  run(
    program: Requested<P, "run", Allowed<P, "run">>,
    args?: readonly string[],
    options?: { stdin?: string | Uint8Array; timeoutMs?: number },
  ): Promise<RunResult>;
  /** Reads a file of the plugin's folder, such as `data/list.txt` if the manifest names `data`. */
  read(
    path: Requested<P, "read", `${Allowed<P, "read">}/${string}`>,
  ): Promise<Uint8Array<ArrayBuffer>>;
};

/** Thrown when a plugin exceeds its manifest. This is a bug of the plugin, so the status is 500. */
export class PermissionError extends Error {
  override name = "PermissionError";
}
