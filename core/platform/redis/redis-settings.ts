/** The policy for calls while the server is down: refuse them, or count them per machine. */
export type WhenDown = "refuse" | "local";

/** The settings of the Redis or Valkey server. */
export interface RedisSettings {
  /** The URL, with user, password and database number. Never show it. */
  url: string;
  whenDown: WhenDown;
  /** The command timeout, after which the server counts as down. */
  timeoutMs: number;
}

/** Parses the server's URL. The error doesn't contain the URL, which may contain a password. */
export function readRedisSettings(
  url: string | undefined,
  settings: Omit<RedisSettings, "url">,
): RedisSettings | undefined {
  if (!url) return undefined;
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (!hostname || (protocol !== "redis:" && protocol !== "rediss:"))
    throw new Error(
      "HUB_REDIS_URL must be a URL such as redis://user:password@redis.example:6379/0 or rediss://…",
    );
  return { url, ...settings };
}
