import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { AccountSettings } from "../accounts/open-gate.ts";
import { loadTiers, type Tier } from "../accounts/tiers.ts";
import { KINDS, type Permissions } from "../contract/doors.ts";
import type { BrowserChoices } from "../host/browser/open-browser.ts";
import { type NameServer, parseNameServer } from "../host/doors/name-server.ts";
import { getInstalledRoot } from "../host/grants/grants.ts";
import type { InstallSettings } from "../host/install/installer.ts";
import type { AliasChoice } from "../host/load/load-routes.ts";
import { isPluginFolder } from "../host/load/plugin-folder.ts";
import type { DoorSettings } from "../host/open-doors.ts";
import { normaliseBaseUrl, parseMirrors } from "../host/upstreams/mirror.ts";
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

/** Parsed configuration. Each part of the hub declares its own settings. */
export interface Config
  extends AccountSettings,
    DoorSettings,
    InstallSettings,
    Omit<LongWorkSettings, "jobs">,
    ProcessSettings,
    StoreSettings {
  host: string;
  /** Index of this process, starting at 1. */
  place: number;
  /** Whether other processes may listen on the same port. */
  reusePort: boolean;
  strict: boolean;
  /** The optional aliases that are served, by service name. */
  aliases: AliasChoice;
  /** Whether missing response examples are captured in the background. */
  examples: boolean;
  /** Whether changed plugin folders are reloaded while the hub runs. */
  live: boolean;
  /** The file with the tiers. */
  tiersFile: string | undefined;
  /** The contacts for security reports in `security.txt`. */
  securityContacts: string[];
  /** The token that grants access to the metrics. */
  metricsToken: string | undefined;
  /** The operator's token. Undefined: the hub is administered from the shell only. */
  adminToken: string | undefined;
  /** The destination of traces. Undefined: no tracing. */
  traces: TraceSettings | undefined;
  /** Whether language models may use the services as tools. */
  mcp: boolean;
  /** Whether datasets are refreshed on a schedule, and not only by `bun run data`. */
  refresh: boolean;
  /** The folder with the datasets that an image contains. */
  bundled: string;
  browser: BrowserChoices;
  jobs: { size: number; queueMax: number };
  /** Whether plugin code and programs that process users' data run in a kernel sandbox. */
  sandbox: SandboxMode;
  /** The interval between health checks of the database, Redis and the object storage. */
  healthCheckMs: number;
  log: LogFormat;
  /** Whether each response is logged. */
  accessLog: boolean;
}

/**
 * The settings whose values are shown to operators. All others are hidden: a URL may contain a password,
 * and new settings stay hidden until someone decides otherwise.
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
  "HUB_BUNDLED_DATA",
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

/** All settings of a hub. Other variables that start with `HUB_` prevent the start. */
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

/** Removed settings of earlier versions, with advice. The hub logs those that are still set. */
export const removedSettings: Readonly<Record<string, string>> = {
  HUB_LIMITS_LEASE: "calls are counted individually",
  OPENAI_IMAGES_PER_DAY: 'set "MODEL_IMAGES_PER_DAY" instead',
};

/** Returns all parent folders of plugins. */
export function listPluginRoots({ pluginRoots, installed }: Config): string[] {
  const parents = pluginRoots.map((root) => (isPluginFolder(root) ? dirname(root) : root));
  return [...parents, installed];
}

/** Returns the log format, or nothing if it is invalid. */
export function parseLogFormat(
  { HUB_LOG }: Env,
  { isTerminal }: Pick<Machine, "isTerminal"> = readMachine(),
): LogFormat | undefined {
  if (!HUB_LOG) return isTerminal ? "text" : "json";
  return logFormats.find((format) => format === HUB_LOG);
}

const logFormats = ["json", "text"] as const;

/** Parses the environment. Throws an error with the variable, its value and the allowed values. */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  machine: Machine = readMachine(),
): Config {
  const processes = countProcesses(env, machine);
  return {
    port: getInt(env, "PORT", { fallback: 3000, min: 0, max: 65_535 }),
    host: env.HOST ?? "0.0.0.0",
    processes,
    place: Number(env[placeVariable] ?? 1),
    reusePort: getFlag(env, "HUB_REUSE_PORT") || env[placeVariable] !== undefined,
    data: resolve(env.HUB_DATA ?? "data"),
    pluginRoots: parsePluginRoots(env.HUB_PLUGINS ?? ""),
    installed: getInstalledRoot(resolve(env.HUB_DATA ?? "data")),
    strict: getFlag(env, "HUB_STRICT"),
    trusted: parseList(env.HUB_TRUST ?? ""),
    aliases: env.HUB_ALIASES === "all" ? "all" : parseList(env.HUB_ALIASES ?? ""),
    examples: getEnum(env, "HUB_EXAMPLES", ["1", "0"]) === "1",
    live: getEnum(env, "HUB_LIVE", ["1", "0"]) === "1",
    denied: parseDenials(env.HUB_DENY ?? ""),
    signup: getEnum(env, "HUB_SIGNUP", ["open", "verify", "closed"]),
    mail: parseMail(env),
    tiers: readTiers(env),
    tiersFile: env.HUB_TIERS_FILE || undefined,
    limitHeaders: getEnum(env, "HUB_LIMIT_HEADERS", ["standard", "both"]),
    databaseUrl: parseDatabaseUrl(env.HUB_DATABASE_URL),
    objects: readObjectSettings(env.HUB_OBJECTS_URL),
    redis: readRedisSettings(env.HUB_REDIS_URL, {
      whenDown: getEnum(env, "HUB_LIMITS_WHEN_DOWN", ["local", "refuse"]),
      timeoutMs: getInt(env, "HUB_REDIS_TIMEOUT_MS", { fallback: 250, min: 50, max: 10_000 }),
    }),
    trustedProxies: parseList(env.TRUSTED_PROXIES ?? ""),
    baseUrl: parseBaseUrl(env.HUB_BASE_URL),
    forwardedHeader: getEnum(env, "HUB_FORWARDED_HEADER", ["auto", "x-forwarded-for", "forwarded"]),
    securityContacts: parseSecurityContacts(env.HUB_SECURITY_CONTACT ?? ""),
    pepper: env.HUB_KEY_PEPPER,
    metricsToken: env.HUB_METRICS_TOKEN || undefined,
    adminToken: parseAdminToken(env.HUB_ADMIN_TOKEN),
    traces: readTraceSettings(env, { offline: getFlag(env, "HUB_OFFLINE") }),
    mcp: getEnum(env, "HUB_MCP", ["on", "off"]) === "on",
    offline: getFlag(env, "HUB_OFFLINE"),
    refresh: getEnum(env, "HUB_DATA_REFRESH", ["1", "0"]) === "1",
    bundled: resolve(env.HUB_BUNDLED_DATA ?? `${import.meta.dir}/../../bundled`),
    upstreams: parseMirrors(env.HUB_UPSTREAMS ?? ""),
    nameServers: parseNameServers(env.HUB_DNS_SERVERS ?? ""),
    browser: parseBrowser(env),
    jobs: {
      size: getInt(env, "HUB_JOBS", { fallback: countJobs(processes, machine), min: 1, max: 64 }),
      queueMax: getInt(env, "HUB_JOBS_QUEUE", { fallback: 64, min: 0, max: 10_000 }),
    },
    keptBytesMax: getInt(env, "HUB_KEPT_MB", { fallback: 4096, min: 64, max: 1_048_576 }) * 2 ** 20,
    sandbox: getEnum(env, "HUB_SANDBOX", ["auto", "require", "off"]),
    drainMs: getInt(env, "HUB_DRAIN_MS", { fallback: 10_000, min: 0, max: 600_000 }),
    healthCheckMs: getInt(env, "HUB_HEALTH_CHECK_MS", { fallback: 1000, min: 10, max: 60_000 }),
    log: parseLogFormat(env, machine) ?? getEnum(env, "HUB_LOG", logFormats),
    accessLog: getFlag(env, "HUB_ACCESS_LOG"),
    env,
  };
}

/** Returns the parent folders of plugins: the hub's own, then the operator's. */
function parsePluginRoots(text: string): string[] {
  const given = text.split(":").filter(Boolean);
  return [resolve(import.meta.dir, "../../plugins"), ...given.map((dir) => resolve(dir))];
}

/** Parses the mail settings. Mail is only used for verification codes. */
function parseMail(env: Env): AccountSettings["mail"] {
  if (env.HUB_SIGNUP !== "verify") return undefined;
  return readMailSettings({
    server: env.HUB_SMTP_URL,
    folder: env.HUB_MAIL_OUTBOX,
    from: env.HUB_MAIL_FROM,
    offline: getFlag(env, "HUB_OFFLINE"),
  });
}

function parseBrowser(env: Env): BrowserChoices {
  const pages = Math.max(2, navigator.hardwareConcurrency);
  return {
    program: parseProgram("HUB_CHROME", env.HUB_CHROME),
    sandbox: parseChromeSandbox(getEnum(env, "HUB_CHROME_SANDBOX", ["auto", "1", "0"])),
    pages: getInt(env, "HUB_CHROME_PAGES", { fallback: pages, min: 1, max: 64 }),
    queueMax: getInt(env, "HUB_CHROME_QUEUE", { fallback: 32, min: 0, max: 10_000 }),
    memoryMbMax: getInt(env, "HUB_CHROME_MEMORY_MB", {
      fallback: 2048,
      min: 256,
      max: 1_048_576,
    }),
    hosts: parseMirrors(env.HUB_CHROME_HOSTS ?? "", "HUB_CHROME_HOSTS"),
  };
}

/** Parses the tiers. Also called while the hub runs. */
export function readTiers(env: Env): Tier[] {
  return loadTiers({
    tiers: env.HUB_TIERS,
    file: env.HUB_TIERS_FILE,
    enterpriseDaily: getEnum(env, "HUB_ENTERPRISE_DAILY", ["soft", "hard"]),
  });
}

/** The minimum length of the operator's token. */
const tokenMin = 16;

/**
 * Validates the operator's token, which grants full access. The error doesn't contain it, because it is
 * logged.
 */
function parseAdminToken(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (given.length >= tokenMin && /^[\x21-\x7e]+$/.test(given)) return given;
  throw new Error(
    `HUB_ADMIN_TOKEN must have at least ${tokenMin} ASCII characters without spaces: it has ${given.length}`,
  );
}

/** Validates the database URL. The error doesn't contain it, because it may contain a password. */
function parseDatabaseUrl(given: string | undefined): string | undefined {
  if (!given) return undefined;
  const { protocol, hostname, pathname } = URL.parse(given) ?? {};
  const isPostgres = protocol === "postgres:" || protocol === "postgresql:";
  if (isPostgres && hostname && pathname && pathname !== "/") return given;
  throw new Error(
    "HUB_DATABASE_URL must be a URL with a database name, such as postgres://user:password@db.example:5432/utilhub",
  );
}

/** Parses a URL such as `https://example.com/tools`. A path is the base path behind a proxy. */
function parseBaseUrl(given: string | undefined): string | undefined {
  if (!given) return undefined;
  const base = normaliseBaseUrl(given);
  const path = base === undefined ? "" : new URL(base).pathname;
  // Rejects encoded and empty segments, because they have several spellings.
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

function parseChromeSandbox(value: "auto" | "1" | "0"): boolean | "auto" {
  return value === "auto" ? value : value === "1";
}

/** Splits a comma-separated list. */
function parseList(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

type Env = Readonly<Record<string, string | undefined>>;

function getInt(
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

/** The resources that all processes of a hub share, and their output. */
interface Machine {
  cores: number;
  /** The memory in bytes of the machine, or of its container. */
  memory: number;
  /** Whether the log goes to a terminal. */
  isTerminal?: boolean;
}

function readMachine(): Machine {
  return {
    cores: Math.max(1, navigator.hardwareConcurrency),
    memory: readMemoryLimit(),
    isTerminal: process.stdout.isTTY === true,
  };
}

/**
 * The memory of a hub process after a call of each service, and of a job process: see "Sizing" in
 * docs/OPERATING.md.
 */
const bytesEach = 256 * 2 ** 20;

/** Returns the number of job processes per hub process. They share the cores and the memory. */
function countJobs(processes: number, { cores, memory }: Machine): number {
  const byCores = Math.floor(cores / processes);
  const byMemory = Math.floor(memory / processes / bytesEach) - 1;
  return Math.min(64, Math.max(1, Math.min(byCores, byMemory)));
}

/**
 * Returns the number of hub processes. `auto` means one per core, if there is memory for it and a job
 * process.
 */
function countProcesses(env: Env, { cores, memory }: Machine): number {
  const name = "HUB_PROCESSES";
  if (env[name] === "auto")
    return Math.min(256, Math.max(1, Math.min(cores, Math.floor(memory / (2 * bytesEach)))));
  const count = Number(env[name] || 1);
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
  throw new Error(`${name} must be auto or a whole number from 1 to 256: it is "${env[name]}"`);
}

function getFlag(env: Env, name: string): boolean {
  return getEnum(env, name, ["0", "1", "", "true", "false"]) === "1" || env[name] === "true";
}

function getEnum<const Choice extends string>(
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

function parseNameServers(text: string): NameServer[] {
  return parseList(text).map((entry) => {
    const server = parseNameServer(entry);
    if (server) return server;
    throw new Error(
      `HUB_DNS_SERVERS must list IP addresses such as 192.0.2.1 or [2001:db8::1]:53: it has "${entry}"`,
    );
  });
}

function parseSecurityContacts(text: string): string[] {
  return parseList(text).map((entry) => {
    const url = URL.parse(entry);
    const isMail = url?.protocol === "mailto:" && /^[^@]+@[^@]+$/.test(url.pathname);
    if (url && (isMail || url.protocol === "https:")) return url.href;
    throw new Error(
      `HUB_SECURITY_CONTACT must list URLs such as mailto:security@example.com or https://example.com/security: it has "${entry}"`,
    );
  });
}

/** Parses `HUB_DENY`: `crypto:net` denies one permission kind to a plugin, `crypto` denies all. */
function parseDenials(text: string): Record<string, (keyof Permissions)[]> {
  const denied: Record<string, (keyof Permissions)[]> = {};
  for (const entry of parseList(text)) {
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
