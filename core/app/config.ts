import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import type { AccountSettings } from "../accounts/open-gate.ts";
import { type Tier, tiersOf } from "../accounts/tiers.ts";
import { KINDS, type Permissions } from "../contract/doors.ts";
import type { BrowserChoices } from "../host/browser/open-browser.ts";
import { type NameServer, parseNameServer } from "../host/doors/name-server.ts";
import { installedRootOf } from "../host/grants/grants.ts";
import type { InstallSettings } from "../host/install/installer.ts";
import type { AliasChoice } from "../host/load/load-routes.ts";
import type { DoorSettings } from "../host/open-doors.ts";
import { baseOf, parseMirrors } from "../host/upstreams/mirror.ts";
import { suggestNearest } from "../lib/nearest.ts";
import { readMemoryLimit } from "../platform/container-memory.ts";
import type { LogFormat } from "../platform/log/log.ts";
import { readMailSettings } from "../platform/mail/mail-settings.ts";
import { placeVariable } from "../platform/processes/messages.ts";
import type { ProcessSettings } from "../platform/processes/supervisor.ts";
import { readRedisSettings } from "../platform/redis/redis-settings.ts";
import type { SandboxMode } from "../platform/sandbox/sandbox.ts";
import { readObjectSettings } from "../platform/store/object-settings.ts";
import type { StoreSettings } from "../platform/store/open-records.ts";
import type { LongWorkSettings } from "../server/async/open-long-work.ts";
import { readTraceSettings, type TraceSettings } from "../server/tracing/trace-settings.ts";

/** How the operator configured the hub. Each part of it declares its own settings. */
export interface Config
  extends AccountSettings,
    DoorSettings,
    InstallSettings,
    Omit<LongWorkSettings, "jobs">,
    ProcessSettings,
    StoreSettings {
  host: string;
  /** Which of them this one is, from 1 up; 1 where it is alone. */
  place: number;
  /** Whether other processes may listen on the same port. */
  reusePort: boolean;
  strict: boolean;
  /** The optional aliases that answer, by the names of the services they are for. */
  aliases: AliasChoice;
  /** Whether response examples that the installation lacks are captured in the background. */
  examples: boolean;
  /** Whether plugin folders that change are taken up while the hub runs. */
  live: boolean;
  /** The file that they are read from. */
  tiersFile: string | undefined;
  /** Whom to tell of holes in the hub's security, as `security.txt` has it. */
  securityContacts: string[];
  /** What whoever may read the metrics must send. */
  metricsToken: string | undefined;
  /** What the operator sends to steer the hub: nothing where that is done by the shell alone. */
  adminToken: string | undefined;
  /** Where traces of calls are sent: nothing where none are. */
  traces: TraceSettings | undefined;
  /** Whether language models may use the services as tools. */
  mcp: boolean;
  /** Whether datasets are fetched by the clock, and not only by `bun run data`. */
  refresh: boolean;
  browser: BrowserChoices;
  jobs: { size: number; queueMax: number };
  /** Whether the kernel keeps inside what runs plugins' code and programs on users' data. */
  sandbox: SandboxMode;
  /** How often the database, the Redis server and the object storage are checked. */
  healthCheckMs: number;
  log: LogFormat;
  /** Whether each answer is told in the log. */
  accessLog: boolean;
}

/**
 * The settings whose values operators are shown. All others are hidden: an address may hold a password, and
 * what is added later is hidden until somebody has thought about it.
 */
export const shownSettingNames: readonly string[] = [
  "PORT",
  "HOST",
  "HUB_DATA",
  "HUB_BASE_URL",
  "HUB_SECURITY_CONTACT",
  "HUB_PLUGINS",
  "HUB_TRUST",
  "HUB_STRICT",
  "HUB_ALIASES",
  "HUB_LIVE",
  "HUB_EXAMPLES",
  "HUB_DENY",
  "HUB_SIGNUP",
  "HUB_MAIL_FROM",
  "HUB_MAIL_OUTBOX",
  "HUB_TIERS",
  "HUB_TIERS_FILE",
  "HUB_LIMIT_HEADERS",
  "HUB_ENTERPRISE_DAILY",
  "TRUSTED_PROXIES",
  "HUB_FORWARDED_HEADER",
  "HUB_MCP",
  "HUB_OFFLINE",
  "HUB_DATA_REFRESH",
  "HUB_DNS_SERVERS",
  "HUB_CHROME",
  "HUB_CHROME_SANDBOX",
  "HUB_CHROME_PAGES",
  "HUB_CHROME_QUEUE",
  "HUB_CHROME_MEMORY_MB",
  "HUB_JOBS",
  "HUB_JOBS_QUEUE",
  "HUB_KEPT_MB",
  "HUB_SANDBOX",
  "HUB_DRAIN_MS",
  "HUB_HEALTH_CHECK_MS",
  "HUB_LIMITS_WHEN_DOWN",
  "HUB_REDIS_TIMEOUT_MS",
  "HUB_PROCESSES",
  "HUB_REUSE_PORT",
  "HUB_LOG",
  "HUB_ACCESS_LOG",
  "HUB_COMMIT",
];

/** All settings of a hub: another variable that begins with `HUB_` ends the start. */
export const settingNames: readonly string[] = [
  ...shownSettingNames,
  "HUB_SMTP_URL",
  "HUB_KEY_PEPPER",
  "HUB_UPSTREAMS",
  "HUB_CHROME_HOSTS",
  "HUB_DATABASE_URL",
  "HUB_OBJECTS_URL",
  "HUB_REDIS_URL",
  "HUB_METRICS_TOKEN",
  "HUB_ADMIN_TOKEN",
];

/** Settings of earlier versions, each with what to do instead. One that is still set is logged. */
export const removedSettings: Readonly<Record<string, string>> = {
  HUB_LIMITS_LEASE: "calls are counted individually",
};

/** Every folder of plugin folders. */
export function rootsOf({ pluginRoots, installed }: Config): string[] {
  return [...pluginRoots, installed];
}

/** How the log is to be written, where that is a format there is. */
export function logFormatOf({ HUB_LOG }: Env): LogFormat | undefined {
  return logFormats.find((format) => format === (HUB_LOG || "json"));
}

const logFormats = ["json", "text"] as const;

/** Reads the environment. Throws a sentence naming the variable, its value and what is allowed. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  machine: Machine = readMachine(),
): Config {
  const processes = countProcesses(env, machine);
  return {
    port: integer(env, "PORT", { fallback: 3000, min: 0, max: 65_535 }),
    host: env.HOST ?? "0.0.0.0",
    processes,
    place: Number(env[placeVariable] ?? 1),
    reusePort: flag(env, "HUB_REUSE_PORT") || env[placeVariable] !== undefined,
    data: resolve(env.HUB_DATA ?? "data"),
    pluginRoots: pluginRoots(env.HUB_PLUGINS ?? ""),
    installed: installedRootOf(resolve(env.HUB_DATA ?? "data")),
    strict: flag(env, "HUB_STRICT"),
    trusted: list(env.HUB_TRUST ?? ""),
    aliases: env.HUB_ALIASES === "all" ? "all" : list(env.HUB_ALIASES ?? ""),
    examples: choice(env, "HUB_EXAMPLES", ["1", "0"]) === "1",
    live: choice(env, "HUB_LIVE", ["1", "0"]) === "1",
    denied: denials(env.HUB_DENY ?? ""),
    signup: choice(env, "HUB_SIGNUP", ["open", "verify", "closed"]),
    mail: mail(env),
    tiers: readTiers(env),
    tiersFile: env.HUB_TIERS_FILE || undefined,
    limitHeaders: choice(env, "HUB_LIMIT_HEADERS", ["standard", "both"]),
    databaseUrl: databaseUrl(env.HUB_DATABASE_URL),
    objects: readObjectSettings(env.HUB_OBJECTS_URL),
    redis: readRedisSettings(env.HUB_REDIS_URL, {
      whenDown: choice(env, "HUB_LIMITS_WHEN_DOWN", ["local", "refuse"]),
      timeoutMs: integer(env, "HUB_REDIS_TIMEOUT_MS", { fallback: 250, min: 50, max: 10_000 }),
    }),
    trustedProxies: list(env.TRUSTED_PROXIES ?? ""),
    baseUrl: parseBaseUrl(env.HUB_BASE_URL),
    forwardedHeader: choice(env, "HUB_FORWARDED_HEADER", ["auto", "x-forwarded-for", "forwarded"]),
    securityContacts: securityContacts(env.HUB_SECURITY_CONTACT ?? ""),
    pepper: env.HUB_KEY_PEPPER,
    metricsToken: env.HUB_METRICS_TOKEN || undefined,
    adminToken: adminToken(env.HUB_ADMIN_TOKEN),
    traces: readTraceSettings(env, { offline: flag(env, "HUB_OFFLINE") }),
    mcp: choice(env, "HUB_MCP", ["on", "off"]) === "on",
    offline: flag(env, "HUB_OFFLINE"),
    refresh: choice(env, "HUB_DATA_REFRESH", ["1", "0"]) === "1",
    upstreams: parseMirrors(env.HUB_UPSTREAMS ?? ""),
    nameServers: nameServers(env.HUB_DNS_SERVERS ?? ""),
    browser: browser(env),
    jobs: {
      size: integer(env, "HUB_JOBS", { fallback: countJobs(processes, machine), min: 1, max: 64 }),
      queueMax: integer(env, "HUB_JOBS_QUEUE", { fallback: 64, min: 0, max: 10_000 }),
    },
    keptBytesMax:
      integer(env, "HUB_KEPT_MB", { fallback: 4096, min: 64, max: 1_048_576 }) * 2 ** 20,
    sandbox: choice(env, "HUB_SANDBOX", ["auto", "require", "off"]),
    drainMs: integer(env, "HUB_DRAIN_MS", { fallback: 10_000, min: 0, max: 600_000 }),
    healthCheckMs: integer(env, "HUB_HEALTH_CHECK_MS", { fallback: 1000, min: 10, max: 60_000 }),
    log: choice(env, "HUB_LOG", logFormats),
    accessLog: flag(env, "HUB_ACCESS_LOG"),
    env,
  };
}

/** The folders of plugin folders: that of the hub, then those of the operator. */
function pluginRoots(text: string): string[] {
  const given = text.split(":").filter(Boolean);
  return [resolve(import.meta.dir, "../../plugins"), ...given.map((dir) => resolve(dir))];
}

/** Reads how mail is sent. Only codes for sign-ups are mailed. */
function mail(env: Env): AccountSettings["mail"] {
  if (env.HUB_SIGNUP !== "verify") return undefined;
  return readMailSettings({
    server: env.HUB_SMTP_URL,
    folder: env.HUB_MAIL_OUTBOX,
    from: env.HUB_MAIL_FROM,
    offline: flag(env, "HUB_OFFLINE"),
  });
}

function browser(env: Env): BrowserChoices {
  const pages = Math.max(2, navigator.hardwareConcurrency);
  return {
    program: parseProgram("HUB_CHROME", env.HUB_CHROME),
    sandbox: sandbox(choice(env, "HUB_CHROME_SANDBOX", ["auto", "1", "0"])),
    pages: integer(env, "HUB_CHROME_PAGES", { fallback: pages, min: 1, max: 64 }),
    queueMax: integer(env, "HUB_CHROME_QUEUE", { fallback: 32, min: 0, max: 10_000 }),
    memoryMbMax: integer(env, "HUB_CHROME_MEMORY_MB", {
      fallback: 2048,
      min: 256,
      max: 1_048_576,
    }),
    hosts: parseMirrors(env.HUB_CHROME_HOSTS ?? "", "HUB_CHROME_HOSTS"),
  };
}

/** Reads the tiers, also while the hub runs. */
export function readTiers(env: Env): Tier[] {
  return tiersOf({
    tiers: env.HUB_TIERS,
    file: env.HUB_TIERS_FILE,
    enterpriseDaily: choice(env, "HUB_ENTERPRISE_DAILY", ["soft", "hard"]),
  });
}

/** The fewest characters that the operator's token may have. */
const tokenMin = 16;

/** One that is guessed opens everything. It is never said, as the sentence goes to the log. */
function adminToken(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (given.length >= tokenMin && /^[\x21-\x7e]+$/.test(given)) return given;
  throw new Error(
    `HUB_ADMIN_TOKEN must have at least ${tokenMin} ASCII characters without spaces: it has ${given.length}`,
  );
}

/** It is never said, as it may hold a password. */
function databaseUrl(given: string | undefined): string | undefined {
  if (!given) return undefined;
  const { protocol, hostname, pathname } = URL.parse(given) ?? {};
  const isPostgres = protocol === "postgres:" || protocol === "postgresql:";
  if (isPostgres && hostname && pathname && pathname !== "/") return given;
  throw new Error(
    "HUB_DATABASE_URL must be a URL with a database name, such as postgres://user:password@db.example:5432/utilhub",
  );
}

/** Parses an address such as `https://example.com/tools`. A path is that of a hub behind a proxy. */
function parseBaseUrl(given: string | undefined): string | undefined {
  if (!given) return undefined;
  const base = baseOf(given);
  const path = base === undefined ? "" : new URL(base).pathname;
  // A segment that is encoded or empty could be written in several ways.
  if (base !== undefined && /^(?:\/|(?:\/[\w.~-]+)+)$/.test(path)) return base;
  throw new Error(
    `HUB_BASE_URL must be a URL such as https://hub.example.com or https://example.com/hub: it is "${given}"`,
  );
}

/** Returns the path of a program. Throws if there is no such file, or if it can't be run. */
function parseProgram(name: string, path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    accessSync(path, constants.X_OK);
    if (statSync(path).isFile()) return path;
  } catch {}
  throw new Error(`${name} must be the path of an executable program: it is "${path}"`);
}

function sandbox(wish: "auto" | "1" | "0"): boolean | "auto" {
  return wish === "auto" ? wish : wish === "1";
}

/** What stands between commas. */
function list(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

type Env = Readonly<Record<string, string | undefined>>;

function integer(
  env: Env,
  name: string,
  { fallback, min, max }: Record<"fallback" | "min" | "max", number>,
): number {
  const given = env[name];
  if (given === undefined || given === "") return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}: it is "${given}"`);
  return value;
}

/** What all processes of a hub share. */
interface Machine {
  cores: number;
  /** Bytes that the machine has, or that its container may use. */
  memory: number;
}

function readMachine(): Machine {
  return { cores: Math.max(1, navigator.hardwareConcurrency), memory: readMemoryLimit() };
}

/** What a process of the hub takes after a call of each service, and a job process: see "Sizing" in docs/OPERATING.md. */
const bytesEach = 256 * 2 ** 20;

/** Returns how many job processes each process has: all of them share the cores and the memory. */
function countJobs(processes: number, { cores, memory }: Machine): number {
  const byCores = Math.floor(cores / processes);
  const byMemory = Math.floor(memory / processes / bytesEach) - 1;
  return Math.min(64, Math.max(1, Math.min(byCores, byMemory)));
}

/** Returns how many processes serve: with `auto` one for each core that has memory for itself and a job process. */
function countProcesses(env: Env, { cores, memory }: Machine): number {
  const name = "HUB_PROCESSES";
  if (env[name] === "auto")
    return Math.min(256, Math.max(1, Math.min(cores, Math.floor(memory / (2 * bytesEach)))));
  const count = Number(env[name] || 1);
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
  throw new Error(`${name} must be auto or a whole number from 1 to 256: it is "${env[name]}"`);
}

function flag(env: Env, name: string): boolean {
  return choice(env, name, ["0", "1", "", "true", "false"]) === "1" || env[name] === "true";
}

function choice<const Choice extends string>(
  env: Env,
  name: string,
  [first, ...others]: readonly [Choice, ...Choice[]],
): Choice {
  const given = env[name];
  if (given === undefined) return first;
  const options = [first, ...others];
  const found = options.find((option) => option === given);
  if (found === undefined)
    throw new Error(
      `${name} must be ${options.filter(Boolean).join(" or ")}: it is "${given}"${suggestNearest(given, options)}`,
    );
  return found;
}

function nameServers(text: string): NameServer[] {
  return list(text).map((entry) => {
    const server = parseNameServer(entry);
    if (server) return server;
    throw new Error(
      `HUB_DNS_SERVERS must list IP addresses such as 192.0.2.1 or [2001:db8::1]:53: it has "${entry}"`,
    );
  });
}

function securityContacts(text: string): string[] {
  return list(text).map((entry) => {
    const url = URL.parse(entry);
    const isMail = url?.protocol === "mailto:" && /^[^@]+@[^@]+$/.test(url.pathname);
    if (url && (isMail || url.protocol === "https:")) return url.href;
    throw new Error(
      `HUB_SECURITY_CONTACT must list URLs such as mailto:security@example.com or https://example.com/security: it has "${entry}"`,
    );
  });
}

/** Reads `HUB_DENY`: `crypto:net` denies one kind to one plugin, `crypto` denies it all of them. */
function denials(text: string): Record<string, (keyof Permissions)[]> {
  const denied: Record<string, (keyof Permissions)[]> = {};
  for (const entry of list(text)) {
    const [plugin = "", kind, ...more] = entry.split(":");
    if (!plugin || more.length > 0)
      throw new Error(`HUB_DENY must list plugins such as crypto or crypto:net: it has "${entry}"`);
    if (kind !== undefined && !KINDS.some((known) => known === kind))
      throw new Error(
        `HUB_DENY must name ${KINDS.join(", ")} after the colon: it has "${entry}"${suggestNearest(kind, KINDS)}`,
      );
    denied[plugin] = [
      ...(denied[plugin] ?? []),
      ...(kind ? KINDS.filter((known) => known === kind) : KINDS),
    ];
  }
  return denied;
}
