import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { AccountSettings } from "../accounts/open-gate.ts";
import { loadTiers, type Tier } from "../accounts/tiers.ts";
import type { ToolsMode } from "../accounts/visits.ts";
import { KINDS, type Permissions } from "../contract/doors.ts";
import type { BrowserChoices } from "../host/browser/open-browser.ts";
import { type NameServer, parseNameServer } from "../host/doors/name-server.ts";
import { chooseProxy, parseProxy } from "../host/doors/outbound-proxy.ts";
import { getInstalledRoot } from "../host/grants/grants.ts";
import { isPluginFolder } from "../host/load/plugin-folder.ts";
import { normaliseBaseUrl, parseMirrors } from "../host/upstreams/mirror.ts";
import { asTable } from "../lib/as-table.ts";
import { isLoopback, parseAddress } from "../lib/ip-address.ts";
import { suggestNearest } from "../lib/nearest.ts";
import { readMemoryLimit } from "../platform/container-memory.ts";
import type { LogFormat } from "../platform/log/log.ts";
import { readEmail } from "../platform/mail/email-address.ts";
import { readMailSettings } from "../platform/mail/mail-settings.ts";
import { placeVariable } from "../platform/processes/messages.ts";
import { readRedisSettings, type WhenDown } from "../platform/redis/redis-settings.ts";
import type { SandboxMode } from "../platform/sandbox/sandbox.ts";
import { type Env, readSettings } from "../platform/settings/read-settings.ts";
import { readObjectSettings } from "../platform/store/object-settings.ts";
import { readTraceSettings } from "../server/tracing/trace-settings.ts";
import { type Operators, roles } from "../site/admin/operators.ts";
import { listSettings } from "./settings.ts";

/** Parsed configuration. Its values are documented in settings.tsv. */
export type Config = ReturnType<typeof loadConfig>;

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

/** Returns the value of a setting, which has the type of its declaration. */
type GetValue = <Value = string | undefined>(name: string) => Value;

/** Parses the environment. Throws an error with the variable, its value and the allowed values. */
export function loadConfig(env: Env, machine: Machine = readMachine()) {
  const values = asTable<unknown>(readSettings(listSettings(), env));
  const get: GetValue = <Value>(name: string) => values[name] as Value;
  const offline = get<boolean>("HUB_OFFLINE");
  const processes = countProcesses(get<number | "auto">("HUB_PROCESSES"), machine);
  const data = resolve(get<string>("HUB_DATA"));
  return {
    port: get<number>("PORT"),
    host: get<string>("HOST"),
    processes,
    place: Number(env[placeVariable] ?? 1),
    reusePort: get<boolean>("HUB_REUSE_PORT") || env[placeVariable] !== undefined,
    data,
    pluginRoots: parsePluginRoots(get("HUB_PLUGINS")),
    installed: getInstalledRoot(data),
    strict: get<boolean>("HUB_STRICT"),
    trusted: get<string[]>("HUB_TRUST"),
    aliases: env.HUB_ALIASES === "all" ? ("all" as const) : get<string[]>("HUB_ALIASES"),
    examples: get<boolean>("HUB_EXAMPLES"),
    live: get<boolean>("HUB_LIVE"),
    denied: parseDenials(get<string[]>("HUB_DENY")),
    signup: get<AccountSettings["signup"]>("HUB_SIGNUP"),
    mail: parseMail(get, offline),
    ...readLoginSettings(get, offline),
    tiers: readTiers(env),
    tiersFile: get("HUB_TIERS_FILE"),
    limitHeaders: get<AccountSettings["limitHeaders"]>("HUB_LIMIT_HEADERS"),
    databaseUrl: parseDatabaseUrl(get("HUB_DATABASE_URL")),
    objects: readObjectSettings(get("HUB_OBJECTS_URL")),
    redis: readRedisSettings(get("HUB_REDIS_URL"), {
      whenDown: get<WhenDown>("HUB_LIMITS_WHEN_DOWN"),
      timeoutMs: get<number>("HUB_REDIS_TIMEOUT_MS"),
    }),
    trustedProxies: get<string[]>("TRUSTED_PROXIES"),
    baseUrl: parseBaseUrl(get("HUB_BASE_URL")),
    forwardedHeader: get<AccountSettings["forwardedHeader"]>("HUB_FORWARDED_HEADER"),
    ...readSiteSettings(get),
    pepper: get("HUB_KEY_PEPPER"),
    metricsToken: get("HUB_METRICS_TOKEN"),
    adminToken: get("HUB_ADMIN_TOKEN"),
    traces: readTraceSettings(get, { offline }),
    offline,
    refresh: get<boolean>("HUB_DATA_REFRESH"),
    bundled: resolve(get("HUB_BUNDLED_DATA") ?? `${import.meta.dir}/../../bundled`),
    ...parseNetwork(get, env),
    browser: parseBrowser(get, { env, machine }),
    jobs: {
      size: get<number | undefined>("HUB_JOBS") ?? countJobs(processes, machine),
      queueMax: get<number>("HUB_JOBS_QUEUE"),
    },
    keptBytesMax: get<number>("HUB_KEPT_MB") * 2 ** 20,
    sandbox: get<SandboxMode>("HUB_SANDBOX"),
    drainMs: get<number>("HUB_DRAIN_MS"),
    healthCheckMs: get<number>("HUB_HEALTH_CHECK_MS"),
    log: parseLogFormat(env, machine) ?? "json",
    accessLog: get<boolean>("HUB_ACCESS_LOG"),
    env,
  };
}

/** Returns the settings of pages and of the MCP server. */
function readSiteSettings(get: GetValue) {
  return {
    securityContacts: parseSecurityContacts(get<string[]>("HUB_SECURITY_CONTACT")),
    tools: get<ToolsMode>("HUB_TOOLS"),
    mcp: get("HUB_MCP") === "on",
  };
}

/** Returns the parent folders of plugins: the hub's own, then the operator's. */
function parsePluginRoots(text: string | undefined): string[] {
  const given = text?.split(":") ?? [];
  if (given.includes(""))
    throw new Error("HUB_PLUGINS must not have an empty entry between colons");
  return [resolve(import.meta.dir, "../../plugins"), ...given.map((dir) => resolve(dir))];
}

/** Parses the mail settings. Sign-up requires mail to verify addresses. Logins use it if it is set. */
function parseMail(get: GetValue, offline: boolean): AccountSettings["mail"] {
  const [server, folder] = [get("HUB_SMTP_URL"), get("HUB_MAIL_OUTBOX")];
  if (get("HUB_SIGNUP") !== "verify" && !server && !folder) return undefined;
  return readMailSettings({
    server,
    folder,
    from: get("HUB_MAIL_FROM"),
    offline,
  });
}

/** Returns the settings of people who log in. */
function readLoginSettings(get: GetValue, offline: boolean) {
  return {
    oidc: parseOidc(get, offline),
    sessionHours: get<number>("HUB_SESSION_HOURS"),
    sessionIdleHours: get<number>("HUB_SESSION_IDLE_HOURS"),
    operators: parseOperators(get<string[]>("HUB_OPERATORS")),
  };
}

/** Parses the OpenID Connect provider. Throws unless all settings that it needs are set. */
function parseOidc(get: GetValue, offline: boolean): AccountSettings["oidc"] {
  const names = ["HUB_OIDC_ISSUER", "HUB_OIDC_CLIENT_ID", "HUB_OIDC_CLIENT_SECRET"];
  const [issuer = "", clientId = "", clientSecret = ""] = names.map((name) => get(name));
  if (!issuer && !clientId && !clientSecret) return undefined;
  const baseUrl = parseBaseUrl(get("HUB_BASE_URL"));
  const missing = [...names, "HUB_BASE_URL"].find((name) => !get(name));
  if (missing || !baseUrl)
    throw new Error(
      `${names.join(", ")} and HUB_BASE_URL belong together: "${missing}" is missing`,
    );
  const { protocol, hostname } = new URL(issuer);
  const isLocal = isLoopback(hostname);
  if (protocol !== "https:" && !isLocal)
    throw new Error(`HUB_OIDC_ISSUER must be an https:// URL: it is "${issuer}"`);
  if (offline && !isLocal)
    throw new Error(
      `HUB_OIDC_ISSUER must be on localhost if HUB_OFFLINE is set: it is on "${hostname}"`,
    );
  const name = get<string>("HUB_OIDC_NAME");
  const proxy = isLocal ? undefined : findIssuerProxy(get, new URL(issuer));
  return { issuer, clientId, clientSecret, baseUrl, name, proxy };
}

/** Returns the URL of the proxy for the login provider. The operator names the provider, so that its address needs no check. */
function findIssuerProxy(get: GetValue, { hostname, port }: URL): string | undefined {
  const { proxy } = parseNetwork(get, {});
  const address = parseAddress(hostname) ? hostname : "0.0.0.0";
  const to = {
    host: hostname,
    port: Number(port) || 443,
    addresses: [{ address, family: 4 as const }],
  };
  return chooseProxy(proxy, to)?.url;
}

/** Parses what connections to other machines go through. */
function parseNetwork(get: GetValue, env: Env) {
  return {
    upstreams: parseMirrors(env.HUB_UPSTREAMS ?? ""),
    proxy: parseProxy(get("HTTPS_PROXY"), get<string[]>("NO_PROXY")),
    webhookHosts: parseMirrors(env.HUB_WEBHOOK_HOSTS ?? "", "HUB_WEBHOOK_HOSTS"),
    nameServers: parseNameServers(get<string[]>("HUB_DNS_SERVERS")),
  };
}

function parseBrowser(
  get: GetValue,
  { env, machine }: { env: Env; machine: Machine },
): BrowserChoices {
  return {
    program: parseProgram("HUB_CHROME", get("HUB_CHROME")),
    sandbox: parseChromeSandbox(get<"auto" | "1" | "0">("HUB_CHROME_SANDBOX")),
    pages: get<number | undefined>("HUB_CHROME_PAGES") ?? Math.max(2, machine.cores),
    queueMax: get<number>("HUB_CHROME_QUEUE"),
    memoryMbMax: get<number>("HUB_CHROME_MEMORY_MB"),
    hosts: parseMirrors(env.HUB_CHROME_HOSTS ?? "", "HUB_CHROME_HOSTS"),
  };
}

/** Parses the tiers. Also called while the hub runs. */
export function readTiers(env: Env): Tier[] {
  return loadTiers({
    tiers: env.HUB_TIERS,
    file: env.HUB_TIERS_FILE,
    enterpriseDaily: env.HUB_ENTERPRISE_DAILY,
  });
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

/** The memory of a hub process after a call of each service, and of a browser: see "Sizing" in docs/OPERATING.md. */
const bytesEach = 256 * 2 ** 20;

/** The memory of a job process, with the peaks of large jobs. */
const jobBytes = 384 * 2 ** 20;

/**
 * Returns the number of job processes per hub process. They share the cores, and the memory that the hub and its
 * browser leave.
 */
function countJobs(processes: number, { cores, memory }: Machine): number {
  const byCores = Math.floor(cores / processes);
  const byMemory = Math.floor((memory / processes - 2 * bytesEach) / jobBytes);
  return Math.min(64, Math.max(1, Math.min(byCores, byMemory)));
}

/**
 * Returns the number of hub processes. `auto` means one per core, if there is memory for it and a job
 * process.
 */
function countProcesses(given: number | "auto", { cores, memory }: Machine): number {
  if (given !== "auto") return given;
  return Math.min(256, Math.max(1, Math.min(cores, Math.floor(memory / (2 * bytesEach)))));
}

function parseNameServers(entries: readonly string[]): NameServer[] {
  return entries.map((entry) => {
    const server = parseNameServer(entry);
    if (server) return server;
    throw new Error(
      `HUB_DNS_SERVERS must list IP addresses such as 192.0.2.1 or [2001:db8::1]:53: it has "${entry}"`,
    );
  });
}

/** Parses `HUB_OPERATORS`: `ann@example.com=admin,bob@example.com=reader`. */
function parseOperators(entries: readonly string[]): Operators {
  return new Map(
    entries.map((entry) => {
      const end = entry.lastIndexOf("=");
      const role = roles.find((role) => role === entry.slice(end + 1));
      if (end > 0 && role && entry.includes("@"))
        return [readEmail(entry.slice(0, end)).folded, role] as const;
      throw new Error(
        `HUB_OPERATORS must list addresses with ${roles.join(", ")}, such as ann@example.com=admin: it has "${entry}"`,
      );
    }),
  );
}

function parseSecurityContacts(entries: readonly string[]): string[] {
  return entries.map((entry) => {
    const url = URL.parse(entry);
    const isMail = url?.protocol === "mailto:" && /^[^@]+@[^@]+$/.test(url.pathname);
    if (url && (isMail || url.protocol === "https:")) return url.href;
    throw new Error(
      `HUB_SECURITY_CONTACT must list URLs such as mailto:security@example.com or https://example.com/security: it has "${entry}"`,
    );
  });
}

/** Parses `HUB_DENY`: `crypto:net` denies one permission kind to a plugin, `crypto` denies all. */
function parseDenials(entries: readonly string[]): Record<string, (keyof Permissions)[]> {
  const denied: Record<string, (keyof Permissions)[]> = {};
  for (const entry of entries) {
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
