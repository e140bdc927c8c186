/** What a token says of when it holds, against a time in seconds since 1970. */
export function timesOf(payload: Record<string, unknown> | null, { now, leeway }: Clock) {
  const warnings: string[] = [];
  const read = (claim: "iat" | "exp" | "nbf") => {
    const value = payload?.[claim];
    if (value === undefined) return undefined;
    if (typeof value === "number" && Math.abs(value) <= secondsMax) return value;
    warnings.push(`The claim ${claim} is not a number of seconds since 1970: it is not looked at`);
    return undefined;
  };
  const [iat, exp, nbf] = [read("iat"), read("exp"), read("nbf")];
  if (payload && payload.exp === undefined)
    warnings.push("The token never expires: it has no claim exp");
  if (iat !== undefined && iat > now + leeway)
    warnings.push("The token was issued in the future: its claim iat lies ahead");
  if (exp !== undefined && nbf !== undefined && nbf >= exp)
    warnings.push("The token is never valid: it expires before it begins");
  return {
    issued_at: iso(iat),
    expires_at: iso(exp),
    not_before: iso(nbf),
    // RFC 7519, section 4.1.4: not accepted "on or after" that time.
    expired: exp === undefined ? null : now >= exp + leeway,
    not_yet_valid: nbf === undefined ? null : now < nbf - leeway,
    warnings,
  };
}

interface Clock {
  /** Seconds since 1970. */
  now: number;
  /** Seconds by which clocks may differ. */
  leeway: number;
}

/** What a Date can hold, in seconds. */
const secondsMax = 8.64e12;

function iso(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
