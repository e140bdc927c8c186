import type { Browser } from "./browser-door.ts";
import type { Caller } from "./caller.ts";
import type { DatasetVersion } from "./dataset-version.ts";
import type { Net } from "./net-door.ts";

/** What a plugin may touch, named after Deno's flags. Whatever is left out is denied. */
export interface Permissions {
  /**
   * Hosts, `dns:*` to ask for names, or `"public"` for any address on the public internet that a user
   * may name. Where `"public"` is one of a list, only requests with `own: true` go to its hosts.
   */
  net?: "public" | readonly string[];
  env?: readonly string[];
  run?: readonly string[];
  /** Folders inside the plugin's own. */
  read?: readonly string[];
  /** A namespace of its own in the hub's store. */
  kv?: true;
  /** The hub's browser. */
  browser?: true;
  /** Datasets of other plugins, as `currency/rates`. Its own need no permission. */
  data?: readonly string[];
}

/** The kinds of permission there are. */
export const KINDS = [
  "net",
  "env",
  "run",
  "read",
  "kv",
  "browser",
  "data",
] as const satisfies (keyof Permissions)[];

type Allowed<P, K extends string> = P extends { [_ in K]: readonly (infer Item extends string)[] }
  ? Item
  : never;
type Url<P> = P extends { net: "public" } ? string : UrlOf<Allowed<P, "net">>;
type UrlOf<Host extends string> = Host extends AnyName
  ? never
  : Host extends "public"
    ? string
    : `https://${Host}/${string}`;
/** The entry of `permissions.net` that allows to ask for names, and to reach nothing. */
type AnyName = "dns:*";
type Asked<P, K extends string, Door> = P extends { [_ in K]: unknown }
  ? Door
  : MissingPermission<K>;

/** The permissions that the runtime builds doors for, without the types of their names. */
interface AllPermissions extends Required<Permissions> {
  net: "public";
}

declare const missing: unique symbol;

/** Stands for a door that the manifest doesn't ask for, so that the type checker names its permission. */
interface MissingPermission<Kind extends string> {
  readonly [missing]: Kind;
}

/** How an entry is kept. */
interface KvOptions {
  /** After how many milliseconds it expires. Default: never. */
  ttlMs?: number;
  /**
   * The account that it belongs to, as `caller.id` has it: the hub removes it when the account is erased.
   */
  account?: string | undefined;
}

/** The plugin's own key-value namespace in the hub's store. Values are JSON. */
export interface Kv {
  get<T = unknown>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown, options?: KvOptions): Promise<void>;
  delete(key: string): Promise<void>;
  /** Adds to a counter in one step and answers its new value. */
  increment(key: string, by?: number, options?: KvOptions): Promise<number>;
  /** The keys that begin with `prefix`, in order: all of them, or the last ones that come before a key. */
  keys(prefix?: string, page?: { limit: number; before?: string | undefined }): Promise<string[]>;
}

/** What a finished program left behind. */
export interface RunResult {
  exitCode: number;
  stdout: Uint8Array;
  stderr: string;
}

/** Dice. Seeded in tests. */
export interface Random {
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** A whole number from 0 up to and without `below`, each equally likely. */
  integer(below: number): number;
}

/** Lines in the hub's log, marked with the plugin's name. Never log what a caller sent whole. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/**
 * The datasets that the files of `datasets/` declare, by their names. At once where a handler runs in
 * the hub itself, so that a look-up need not wait.
 */
export interface DataDoor {
  /** What there is of one. Where newer should be out it is fetched behind the answer. */
  find(name: string): DatasetVersion | undefined | Promise<DatasetVersion | undefined>;
  /** The same, and where there is nothing it is fetched first. Throws `dataset_unavailable`. */
  get(name: string): DatasetVersion | Promise<DatasetVersion>;
}

/** What everyone gets. */
export interface CommonDoors {
  /** The time, in milliseconds since 1970. */
  clock(): number;
  random: Random;
  /** Aborts when the caller goes away or the route's time is up. */
  signal: AbortSignal;
  log: Log;
  /** Names work that goes on behind the answer: the hub does not stop before it is done. */
  later(work: Promise<unknown>): void;
  caller: Caller;
  data: DataDoor;
  /** The address that this hub is reached at, without a slash at its end: `https://hub.example`. */
  origin: string;
  /**
   * The whole address of a GET of the same service, as `/api/image/og?title=a`, that may be shown to
   * everybody: signed for a year or more, it needs no key, and counts for the caller's account. Without
   * an account it is the plain one.
   */
  publicAddress(path: string): Promise<string>;
}

/** The doors that are others for each call. */
export type CallDoors = Pick<CommonDoors, "signal" | "caller" | "origin" | "publicAddress">;

/** The doors a handler is handed, one for each permission its manifest asks for. */
export type Doors<P = AllPermissions> = CommonDoors & {
  net: Asked<P, "net", Net<Url<P>>>;
  kv: Asked<P, "kv", Kv>;
  browser: Asked<P, "browser", Browser>;
  env: Asked<P, "env", Readonly<Record<Allowed<P, "env">, string | undefined>>>;
  run(
    program: Asked<P, "run", Allowed<P, "run">>,
    args?: readonly string[],
    options?: { stdin?: string | Uint8Array; timeoutMs?: number },
  ): Promise<RunResult>;
  /** A file of the plugin's folder, as `data/list.txt` where the manifest names `data`. */
  read(path: Asked<P, "read", `${Allowed<P, "read">}/${string}`>): Promise<Uint8Array<ArrayBuffer>>;
};

/** Thrown when a plugin reaches past its manifest: the plugin's fault, so a 500. */
export class PermissionError extends Error {
  override name = "PermissionError";
}
