import type { Config } from "../config.ts";
import type { LoadedPlugin } from "../load/loaded-plugin.ts";

/**
 * The variables whose values operators are shown. All others are hidden: an address may hold a password, and
 * what is added later is hidden until somebody has thought about it.
 */
export const shownNames: readonly string[] = [
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
  "HUB_DENY",
  "HUB_SIGNUP",
  "HUB_MAIL_FROM",
  "HUB_MAIL_OUTBOX",
  "HUB_TIERS",
  "HUB_TIERS_FILE",
  "HUB_LIMIT_HEADERS",
  "HUB_ENTERPRISE_DAILY",
  "TRUSTED_PROXIES",
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
  "HUB_LIMITS_WHEN_DOWN",
  "HUB_LIMITS_LEASE",
  "HUB_REDIS_TIMEOUT_MS",
  "HUB_PROCESSES",
  "HUB_REUSE_PORT",
  "HUB_LOG",
  "HUB_ACCESS_LOG",
  "HUB_COMMIT",
];

/** The variables that are shown, with their values, and the names of those that are set and hidden. */
export function shownSettings({ env }: Pick<Config, "env">, plugins: readonly LoadedPlugin[]) {
  const asked = plugins.flatMap(({ plugin }) => namesIn(plugin.manifest.permissions?.env));
  const isOurs = (name: string) => /^(?:HUB|OTEL)_/.test(name) || asked.includes(name);
  return {
    shown: shownNames.map((name) => ({ name, value: env[name] || null })),
    hidden: Object.keys(env)
      .filter((name) => env[name] && isOurs(name) && !shownNames.includes(name))
      .toSorted(),
  };
}

function namesIn(permission: unknown): string[] {
  return [permission].flat().filter((name) => typeof name === "string");
}
