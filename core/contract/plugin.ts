import type { Static, TSchema } from "@sinclair/typebox";
import type { DatasetDefinition } from "./dataset.ts";
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
import type {
  CronDefinition,
  MigrationDefinition,
  PageDefinition,
  Task,
  TaskKind,
} from "./task.ts";

/** What a plugin says about itself, before any of its routes is read. */
export interface Manifest {
  title: string;
  summary: string;
  /** What it may touch. Whatever it leaves out is denied. */
  permissions?: Permissions;
  /**
   * The words that variables of `permissions.env` may list: `{ TTS_PROVIDERS: ["azure", "openai"] }`. A hub
   * doesn't start with another one.
   */
  envValues?: Readonly<Record<string, readonly string[]>>;
  /** How often, over all callers, the hosts that `permissions.net` lists may be asked. */
  upstreams?: Readonly<Record<string, UpstreamPolicy>>;
  /**
   * The numbers its schemas, its handlers and its docs share. The runtime itself keeps
   * `bodyBytesMax`, `timeoutMs` and `memoryMbMax` for every route that does not set its own.
   */
  limits?: Readonly<Record<string, number>>;
  /** The failure codes that are its own: `{ data_too_long: { status: 422, title: "…" } }`. */
  errors?: Readonly<Record<string, Failure>>;
  /**
   * The route files in the order in which somebody new needs them: `["generate/index.get"]`. Wherever
   * endpoints are listed they come first, and those that are not named follow by the alphabet.
   */
  first?: readonly string[];
  /** Keyless samples under `/try`, each naming the route file it runs. */
  try?: Readonly<Record<`/${string}`, string>>;
  /** Keyless paths at the root, each naming the file in `public/` it runs, or one for each method. */
  public?: Readonly<Record<`/${string}`, string | readonly string[]>>;
  /**
   * Paths at the root that want a key, for programs that were made for another service: each names the
   * file in `aliases/` it runs.
   */
  aliases?: Readonly<Record<`/${string}`, string>>;
  /**
   * More of them, by the name of the other service, which answer where the operator names that in
   * `HUB_ALIASES`: `{ "shields": { "/badge/:badge": "shields/badge.get" } }`.
   */
  optionalAliases?: Readonly<Record<string, Readonly<Record<`/${string}`, string>>>>;
  /**
   * The bodies of failures at its paths at the root, by the first word of those: `{ "/v1": openAiErrors }`.
   * Default: problems (RFC 9457), as everywhere. Only for plugins that run inside the hub.
   */
  errorShapes?: Readonly<Record<`/${string}`, ErrorShape>>;
  /** Runs every handler in a process of its own. The default outside the hub's `plugins/`. */
  isolated?: boolean;
}

type Maybe = ObjectSchema | undefined;
type Values<S> = S extends TSchema ? Static<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** What an example may leave out: whatever has a default or is optional. */
type Sent<S> = S extends TSchema ? Partial<Static<S>> : undefined;
type Awaitable<T> = T | Promise<T>;
type FieldOf<S> = S extends TSchema ? keyof Static<S> & string : never;

/** What a route file declares: one method on one path. */
interface RouteDefinition<M extends Manifest, Extra, Answer extends TSchema, Params, Query, Body> {
  /** One line: what it does. */
  summary: string;
  /** What a caller should know besides; Markdown. */
  description?: string;
  params?: Params;
  query?: Query;
  /** The fields of a JSON body, or of a form where one of them is a `file()`. */
  body?: Body;
  /** Media types that are taken as they are, and the body field each one fills. */
  raw?: Readonly<Record<string, FieldOf<Body>>>;
  response: Answer;
  /** The field that is the whole answer to `Accept: text/plain`. */
  plain?: Answer extends { static: infer A } ? keyof A & string : never;
  /**
   * Runs in a job process: for whatever may take more than 5 ms, or may be made to. A function tells
   * which of the route's requests do.
   */
  heavy?:
    | boolean
    | ((input: { params: Values<Params>; body: Values<Body>; query: Values<Query> }) => boolean);
  /**
   * How long caches may keep a GET's answer: `"forever"` with an ETag, `"etag"` with one and as long as
   * the handler says, `"never"` at all.
   */
  cache?: "forever" | "etag" | "never";
  /**
   * For a light GET that answers everybody alike: for how long, after one was answered, the same
   * answer is given to whoever asks the same. For data that does not change within a moment.
   */
  sameForMs?: number;
  /**
   * How many units of the day a call costs, where it is not one: one for each item of a list, named as
   * `"body.ips"`, or what a function tells, which may also refuse the request. The minute counts calls.
   */
  cost?:
    | `body.${FieldOf<Body>}`
    | ((input: { body: Values<Body>; query: Values<Query> }) => number);
  bodyBytesMax?: number;
  /** How long the handler may take: the same for all requests, or what a request asks for. */
  timeoutMs?: number | ((input: { body: Values<Body>; query: Values<Query> }) => number);
  memoryMbMax?: number;
  /** On a public path: how often an address may call in 60 seconds. Default: as often as `/try`. */
  publicPerMinute?: number | "unlimited";
  /**
   * How often an address may call the keyless sample of this route in 60 seconds, counted by itself: for
   * light work that a page draws as one types. Default: all samples together as often as `/try`.
   */
  tryPerMinute?: number;
  /** A request that succeeds: shown by the docs, run by the tests, completed by `/try`. */
  example: Present<{ params: Sent<Params>; query: Sent<Query>; body: Sent<Body> }>;
  handler(
    input: { params: Values<Params>; query: Values<Query>; body: Values<Body> } & Doors<
      M["permissions"]
    > &
      Extra,
  ): Awaitable<Static<Answer> | Reply>;
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
  /** Declares data with a life of its own: a file of `datasets/`, whose name is its own. */
  dataset(definition: DatasetDefinition<M["permissions"]>): DatasetDefinition;
  /** Declares work by the clock: a file of `cron/`, whose name is its own. */
  cron(definition: CronDefinition<M["permissions"]>): Task;
  /** Declares a step that what it keeps in `kv` goes through once: a file of `migrations/`. */
  migration(definition: MigrationDefinition<M["permissions"]>): Task;
  /** Declares a page for people: a file of `pages/`, whose name is its own. */
  page(definition: PageDefinition<M["permissions"]>): Task;
  /** A failure to throw: one of the manifest's own codes, or a shared one. */
  error(
    code: SharedCode | (keyof M["errors"] & string),
    detail: string,
    options?: HubErrorOptions,
  ): HubError;
}

/** A route once its types have done their work: what the loader, the hub and the docs see. */
export interface Route {
  readonly [OWNER]: Plugin;
  summary: string;
  description?: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: ObjectSchema;
  raw?: Readonly<Record<string, string>>;
  response: TSchema;
  plain?: string;
  heavy?: boolean | ((input: unknown) => boolean);
  cache?: "forever" | "etag" | "never";
  sameForMs?: number;
  cost?: string | ((input: unknown) => number);
  bodyBytesMax?: number;
  timeoutMs?: number | ((input: unknown) => number);
  memoryMbMax?: number;
  publicPerMinute?: number | "unlimited";
  tryPerMinute?: number;
  example: {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
  };
  handler(input: unknown): Awaitable<unknown>;
}

/** Declares a plugin. Its route files are built with the `route` of the plugin it returns. */
export function definePlugin<const M extends Manifest>(manifest: M): Plugin<M> {
  const failures: Record<string, Failure> = { ...FAILURES, ...manifest.errors };
  const plugin: Plugin<M> = {
    [PLUGIN]: true,
    manifest,
    limits: manifest.limits as M["limits"],
    route: (definition) => ({ ...definition, [OWNER]: plugin }) as unknown as Route,
    dataset: (definition) => ({ ...definition, [OWNER]: plugin }) as unknown as DatasetDefinition,
    cron: (definition) => taskOf("cron", definition),
    migration: (definition) => taskOf("migration", definition),
    page: (definition) => taskOf("page", definition),
    error(code, detail, options) {
      if (!Object.hasOwn(failures, code))
        throw new Error(
          `Cannot fail with "${code}": errors of plugin.ts does not declare that code`,
        );
      return new HubError(code, detail, { ...failures[code], ...options });
    },
  };
  return plugin;

  function taskOf(
    kind: TaskKind,
    definition: CronDefinition<never> | MigrationDefinition<never> | PageDefinition<never>,
  ): Task {
    const handler = async (doors: unknown) => {
      const answer = await definition.handler(doors as never);
      // Of other kinds it goes nowhere, so that it may be anything, such as what `kv` answered last.
      return kind === "page" ? answer : null;
    };
    return { ...definition, kind, handler, [OWNER]: plugin } as unknown as Task;
  }
}

export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && PLUGIN in value;
}

export function isRouteOf(plugin: Plugin, value: unknown): value is Route {
  return isOf(plugin, value) && "handler" in value;
}

export function isDatasetOf(plugin: Plugin, value: unknown): value is DatasetDefinition {
  return isOf(plugin, value) && "download" in value;
}

export function isTaskOf(plugin: Plugin, kind: TaskKind, value: unknown): value is Task {
  return isOf(plugin, value) && "kind" in value && value.kind === kind && "handler" in value;
}

function isOf(plugin: Plugin, value: unknown): value is object {
  return typeof value === "object" && value !== null && OWNER in value && value[OWNER] === plugin;
}
