/** What an address may have about it that its reader should know before following it. */
export const urlWarnings = [
  "not_http",
  "runs_code",
  "no_tls",
  "credentials",
  "ip_host",
  "local_host",
  "unusual_port",
  "punycode",
  "mixed_scripts",
  "lookalike",
  "shortener",
  "invisible_characters",
] as const;

export type UrlWarning = (typeof urlWarnings)[number];
