const waitMsMax = 60 * 60 * 1000;

/**
 * Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). Returns milliseconds, at most
 * one hour.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), waitMsMax);
}
