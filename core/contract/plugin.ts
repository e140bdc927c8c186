import type { Static, TSchema } from "@sinclair/typebox";
import type { DatasetDefinition } from "./dataset.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Doors, Permissions } from "./doors.ts";
import type { ErrorShape } from "./error-shape.ts";
import {
  FAILURES,
  type Failure,
  HubError,
  type HubErrorOptions,
  type SharedCode,
} from "./errors.ts";
import type { UpstreamPolicy } from "./net-door.ts";
import type { Reply } from "./reply.ts";
import type { ObjectSchema } from "./schema.ts";
import type { Settings } from "./setting.ts";
import type {
  CronDefinition,
  MigrationDefinition,
  PageDefinition,
  Task,
  TaskKind,
} from "./task.ts";

/** The declarations of a plugin. */
export interface Manifest {
  title: string;
  summary: string;
  /** Its permissions. Everything else is denied. */
  permissions?: Permissions;
  /**
   * Its settings, by the name of their variable. Handlers get their values as `env`, which needs no entry in
   * `permissions.env`. A hub with a value of another type doesn't start.
   */
  settings?: Settings;
  /** @deprecated Declare `settings`. The words that variables of `permissions.env` can list. */
  envValues?: Readonly<Record<string, readonly string[]>>;
  /** Rate limits of the hosts in `permissions.net`, across all callers. */
  upstreams?: Readonly<Record<string, UpstreamPolicy>>;
  /**
   * Numbers that schemas, handlers and docs share. The runtime itself applies `bodyBytesMax`, `bodyValuesMax`,
   * `timeoutMs` and `memoryMbMax` to routes without their own.
   */
  limits?: Readonly<Record<string, number>>;
  /** The plugin's own error codes: `{ data_too_long: { status: 422, title: "…" } }`. */
  errors?: Readonly<Record<string, Failure>>;
  /**
   * The most important route files in the order for newcomers: `["generate/index.get"]`. Lists of endpoints
   * start with them, and continue with the others in alphabetical order.
   */
  first?: readonly string[];
  /** Keyless samples under `/try`, each with its route file. */
  try?: Readonly<Record<`/${string}`, string>>;
  /** Keyless paths at the root, each with its file in `public/`, or one file for each method. */
  public?: Readonly<Record<`/${string}`, string | readonly string[]>>;
  /** Paths at the root that require a key, for clients of other services. Each has its file in `aliases/`. */
  aliases?: Readonly<Record<`/${string}`, string>>;
  /**
   * Further aliases by the name of the other service: `{ "shields": { "/badge/:badge": "shields/badge.get" } }`.
   * A path with several methods has a list of files.
   * The operator enables them in `HUB_ALIASES`.
   */
  optionalAliases?: Readonly<
    Record<string, Readonly<Record<`/${string}`, string | readonly string[]>>>
  >;
  /**
   * The error formats of its paths at the root, by their first word: `{ "/v1": openAiErrors }`. Default: RFC
   * 9457, as everywhere. Only for plugins that run inside the hub.
   */
  errorShapes?: Readonly<Record<`/${string}`, ErrorShape>>;
  /** Runs every handler in a separate process. The default outside the hub's `plugins/`. */
  isolated?: boolean;
}

/** The permissions of a manifest, with its settings. */
type Rights<M> = (M extends { permissions: infer P } ? P : unknown) &
  (M extends { settings: infer S } ? { settings: S } : unknown);

type Maybe = ObjectSchema | undefined;
type Values<S> = S extends TSchema ? Static<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** The required parts of an example. Fields with a default and optional fields can be omitted. */
type Sent<S> = S extends TSchema ? Partial<Static<S>> : undefined;
type Awaitable<T> = T | Promise<T>;
/** The fields of an answer that isn't bytes. */
type JsonField<A> = A extends string | Uint8Array ? never : keyof A & string;
type FieldOf<S> = S extends TSchema ? keyof Static<S> & string : never;

/** The declarations of a route file: one method on one path. */
interface RouteDefinition<M extends Manifest, Extra, Answer extends TSchema, Params, Query, Body> {
  /** A short description in one line. */
  summary: string;
  /** Other names that people search for, separated by commas: `crontab, cron parser`. */
  keywords?: string;
  /** Further information for callers, in Markdown. */
  description?: string;
  params?: Params;
  query?: Query;
  /** The fields of a JSON body, or of a form if one of them is a `file()`. */
  body?: Body;
  /** Media types of raw bodies, with the body field that each one fills. */
  raw?: Readonly<Record<string, FieldOf<Body>>>;
  response: Answer;
  /**
   * The names of its own response headers, in lower case: `["x-pages"]`. Headers that browsers or proxies act on need
   * the permission `headers` instead.
   */
  headers?: readonly string[];
  /** The statuses of its responses in addition to 200: 201 has the same body, and 303 a `Location`. */
  statuses?: readonly (201 | 303)[];
  /** The field that is the complete response to `Accept: text/plain`. */
  plain?: Answer extends { static: infer A } ? JsonField<A> : never;
  /**
   * Runs in a job process. For requests that may take more than 5 ms, or can be made to. A function decides
   * for each request.
   */
  heavy?:
    | boolean
    | ((input: { params: Values<Params>; body: Values<Body>; query: Values<Query> }) => boolean);
  /**
   * Caching of the response to a GET: `"forever"` with an ETag, `"etag"` with an ETag and as
   * long as the handler says, or `"never"`.
   */
  cache?: "forever" | "etag" | "never";
  /**
   * For a light GET that is the same for all callers: the time for which its response is reused for identical
   * requests. For data that doesn't change within a moment.
   */
  sameForMs?: number;
  /**
   * The units of the daily quota that a call costs. Default 1. One for each item of a list, such as
   * `"body.ips"`, or the result of a function, which may also reject the request. The per-minute limit counts
   * calls.
   */
  cost?:
    | `body.${FieldOf<Body>}`
    | ((input: { body: Values<Body>; query: Values<Query> }) => number);
  bodyBytesMax?: number;
  /**
   * The maximum number of JSON values in the body, counted before it is parsed: lists, objects, list items and field
   * names. Default 100,000.
   */
  bodyValuesMax?: number;
  /** Timeout of the handler: the same for all requests, or a function of the request. */
  timeoutMs?: number | ((input: { body: Values<Body>; query: Values<Query> }) => number);
  memoryMbMax?: number;
  /**
   * Runs the handler in a job process that only serves the routes of its plugin with this option. For handlers that load
   * more than a hundred megabytes.
   */
  ownProcess?: boolean;
  /**
   * Whether callers of a heavy route can send `Prefer: respond-async`, which stores the request until the job ends. False
   * for requests with private keys. Default true.
   */
  background?: boolean;
  /**
   * On a public path: the maximum number of calls of an address in 60 seconds. Default: the limit of `/try`.
   */
  publicPerMinute?: number | "unlimited";
  /**
   * The maximum number of calls of an address to the keyless sample of this route in 60 seconds, counted
   * separately. For light work that a page does while the user types. Default: the limit of `/try` for all
   * samples together.
   */
  tryPerMinute?: number;
  /**
   * On an alias: a query parameter for the API key in addition to `api_key`, as clients of the other API send it.
   * Handlers don't receive it. The key can also be a field of this name in a JSON body up to 64 KiB, if the schema has it.
   * A list has several names, the first of which may be in a body.
   */
  keyParameter?: string | readonly string[];
  /**
   * On an alias: request headers for the API key in addition to `X-API-Key` and `Authorization: Bearer`, in lower case.
   * With `authorization`, the key can be the password of Basic credentials (RFC 7617), or their user without a password.
   */
  keyHeaders?: readonly string[];
  /**
   * On an alias of an API that needs no key: admits calls without a key, limited by IP address. Routes with the same
   * policy are counted together. A heavy one must have `background: false`.
   */
  keyless?: { policy: string; perMinute: number };
  /**
   * On an alias: request headers of the other API that would change the response, by lower-case name, with the reason
   * why they are rejected.
   */
  refusedHeaders?: Readonly<Record<string, string>>;
  /** On an alias: request headers of the other API that set a field of the body, by lower-case name. */
  headerFields?: Readonly<Record<string, FieldOf<Body>>>;
  /** The planned end of the route, for one that another replaces. */
  deprecated?: Deprecation;
  /** A request that succeeds. The docs show it, the tests run it, and `/try` uses it to complete requests. */
  example: Present<{ params: Sent<Params>; query: Sent<Query>; body: Sent<Body> }>;
  /**
   * Further examples for the gallery page: a field whose values are shown one by one, such as `"query.style"`,
   * or the fields that differ from `example`, by caption.
   */
  gallery?:
    | `query.${FieldOf<Query>}`
    | `body.${FieldOf<Body>}`
    | Readonly<Record<string, { params?: Sent<Params>; query?: Sent<Query>; body?: Sent<Body> }>>;
  /** How its page under `/tools` shows the form. Most routes need none. */
  tool?: ToolHints;
  handler(
    input: { params: Values<Params>; query: Values<Query>; body: Values<Body> } & Doors<Rights<M>> &
      Extra,
  ): Awaitable<Static<Answer> | Reply>;
}

/** Hints for the form of a route under `/tools`. Fields inside objects have dots: `logo.data`. */
export interface ToolHints {
  /** The name of the task: `Merge PDFs`. Default: the summary. */
  title?: string;
  /** The fields that are open from the start, in this order. All others are folded. */
  fields?: readonly string[];
  /** Labels that differ from the names of fields. */
  labels?: Readonly<Record<string, string>>;
  /** Values that fields have from the start, instead of the example's or the default. */
  values?: Readonly<Record<string, unknown>>;
  /** Fields that take the content of a file as base64. */
  files?: readonly string[];
}

const PLUGIN = Symbol.for("hub.plugin");
const OWNER = Symbol.for("hub.owner");

export interface Plugin<M extends Manifest = Manifest, Extra = unknown> {
  readonly [PLUGIN]: true;
  readonly manifest: M;
  readonly limits: M["limits"];
  route<
    Answer extends TSchema,
    Params extends Maybe = undefined,
    Query extends Maybe = undefined,
    Body extends Maybe = undefined,
  >(definition: RouteDefinition<M, Extra, Answer, Params, Query, Body>): Route;
  /** Declares a dataset in a file of `datasets/`, which gives it its name. */
  dataset(definition: DatasetDefinition<Rights<M>>): DatasetDefinition;
  /** Declares a scheduled task in a file of `cron/`, which gives it its name. */
  cron(definition: CronDefinition<Rights<M>>): Task;
  /** Declares a one-off migration of the data in `kv`, in a file of `migrations/`. */
  migration(definition: MigrationDefinition<Rights<M>>): Task;
  /** Declares a page for people in a file of `pages/`, which gives it its name. */
  page(definition: PageDefinition<Rights<M>>): Task;
  /** Creates an error to throw, with one of the manifest's own codes or a shared one. */
  error(
    code: SharedCode | (keyof M["errors"] & string),
    detail: string,
    options?: HubErrorOptions,
  ): HubError;
}

/** An untyped route, as the loader, the hub and the docs see it. */
export interface Route {
  readonly [OWNER]: Plugin;
  summary: string;
  keywords?: string;
  description?: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: ObjectSchema;
  raw?: Readonly<Record<string, string>>;
  response: TSchema;
  headers?: readonly string[];
  statuses?: readonly (201 | 303)[];
  plain?: string;
  heavy?: boolean | ((input: unknown) => boolean);
  cache?: "forever" | "etag" | "never";
  sameForMs?: number;
  cost?: string | ((input: unknown) => number);
  bodyBytesMax?: number;
  bodyValuesMax?: number;
  timeoutMs?: number | ((input: unknown) => number);
  memoryMbMax?: number;
  ownProcess?: boolean;
  background?: boolean;
  publicPerMinute?: number | "unlimited";
  tryPerMinute?: number;
  keyParameter?: string | readonly string[];
  keyHeaders?: readonly string[];
  keyless?: { policy: string; perMinute: number };
  refusedHeaders?: Readonly<Record<string, string>>;
  headerFields?: Readonly<Record<string, string>>;
  deprecated?: Deprecation;
  example: {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
  };
  gallery?: string | Readonly<Record<string, Route["example"]>>;
  tool?: ToolHints;
  handler(input: unknown): Awaitable<unknown>;
}

/** Declares a plugin. Route files use the `route` function of the result. */
export function definePlugin<const M extends Manifest>(manifest: M): Plugin<M> {
  const failures: Record<string, Failure> = { ...FAILURES, ...manifest.errors };
  const plugin: Plugin<M> = {
    [PLUGIN]: true,
    manifest: { ...manifest, ...(manifest.settings && { permissions: withVariables(manifest) }) },
    limits: manifest.limits as M["limits"],
    route: (definition) => ({ ...definition, [OWNER]: plugin }) as unknown as Route,
    dataset: (definition) => ({ ...definition, [OWNER]: plugin }) as unknown as DatasetDefinition,
    cron: (definition) => createTask("cron", definition),
    migration: (definition) => createTask("migration", definition),
    page: (definition) => createTask("page", definition),
    error(code, detail, options) {
      if (!Object.hasOwn(failures, code))
        throw new Error(`Unknown error code "${code}": plugin.ts must declare it in errors`);
      return new HubError(code, detail, { ...failures[code], ...options });
    },
  };
  return plugin;

  function createTask(
    kind: TaskKind,
    definition: CronDefinition<never> | MigrationDefinition<never> | PageDefinition<never>,
  ): Task {
    const handler = async (doors: unknown) => {
      const answer = await definition.handler(doors as never);
      // The result of other tasks isn't used, so it may be anything, such as the last result of `kv`.
      return kind === "page" ? answer : null;
    };
    return { ...definition, kind, handler, [OWNER]: plugin } as unknown as Task;
  }
}

export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && PLUGIN in value;
}

export function isRouteOf(plugin: Plugin, value: unknown): value is Route {
  return isOwnedBy(plugin, value) && "handler" in value;
}

export function isDatasetOf(plugin: Plugin, value: unknown): value is DatasetDefinition {
  return isOwnedBy(plugin, value) && "download" in value;
}

export function isTaskOf(plugin: Plugin, kind: TaskKind, value: unknown): value is Task {
  return isOwnedBy(plugin, value) && "kind" in value && value.kind === kind && "handler" in value;
}

function isOwnedBy(plugin: Plugin, value: unknown): value is object {
  return typeof value === "object" && value !== null && OWNER in value && value[OWNER] === plugin;
}

/** Adds the settings to the variables that the plugin may read. */
function withVariables({ permissions = {}, settings = {} }: Manifest): Permissions {
  return { ...permissions, env: [...(permissions.env ?? []), ...Object.keys(settings)] };
}
