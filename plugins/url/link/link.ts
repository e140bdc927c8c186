/** A short link as it is kept. Times are milliseconds since 1970. */
export interface Link {
  /** As it is spelled in the short address. */
  code: string;
  /** Whether its owner chose the code: then capitals do not matter in it. */
  custom: boolean;
  /** The account that made it. */
  owner: string;
  url: string;
  title: string | null;
  tags: string[];
  forward_query: boolean;
  expires_at: number | null;
  /** How many redirects it gives, counted from when that was set. */
  max_clicks: number | null;
  /** Argon2id, as a PHC string. */
  password: string | null;
  enabled: boolean;
  created_at: number;
  updated_at: number;
}

/** What links of all spellings are kept and claimed under. */
export function keyOf(code: string): string {
  return code.toLowerCase();
}
