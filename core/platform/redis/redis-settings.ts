/** What happens to calls while the server is away: they are refused, or counted by each machine. */
export type WhenDown = "refuse" | "local";

/** How the hub uses a Redis or Valkey server. */
export interface RedisSettings {
  /** With user, password and number of the database: never to be shown. */
  url: string;
  whenDown: WhenDown;
  /** How long an answer may take: then the server counts as gone. */
  timeoutMs: number;
}

/** Reads the address of the server. Throws a sentence that does not tell it, as it may hold a password. */
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
