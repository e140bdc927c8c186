import { oneOf, type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { buildQuery, decodePercent, readQuery } from "./uri.ts";

export const otpSchema = t.Object(
  {
    type: kind("otp"),
    method: oneOf(["totp", "hotp"], {
      default: "totp",
      description: "Based on time (RFC 6238) or on a counter (RFC 4226)",
    }),
    secret: text(256, "The shared secret in base32; spaces and padding are removed"),
    account: text(128, "Account name, such as an email address"),
    issuer: t.Optional(text(128, "Name of the service")),
    algorithm: oneOf(["SHA1", "SHA256", "SHA512"], {
      default: "SHA1",
      description: "Hash function; some apps support only SHA1",
    }),
    digits: t.Integer({
      minimum: 6,
      maximum: 8,
      default: 6,
      description: "Number of digits of each password",
    }),
    period: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 3600,
        description: "For `totp`: validity of a password in seconds, 30 by default",
      }),
    ),
    counter: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "For `hotp`: the next counter value",
      }),
    ),
  },
  { additionalProperties: false, description: "A secret for an authenticator app" },
);

type Otp = Static<typeof otpSchema>;

/** Returns an `otpauth:` URI in Google's "Key Uri Format". Default values are omitted. */
export function otpText(otp: Otp, refuse: Refuse): string {
  const { method, account, issuer, algorithm, digits, period, counter } = otp;
  for (const field of ["account", "issuer"] as const)
    if (otp[field]?.includes(":")) refuse(field, "must not have a colon", otp[field]);
  if (method === "hotp" && counter === undefined)
    refuse("counter", 'is missing: method "hotp" requires it');
  if (method === "totp" && counter !== undefined)
    refuse("counter", 'must be omitted if method is "totp"', counter);
  if (method === "hotp" && period !== undefined)
    refuse("period", 'must be omitted if method is "hotp"', period);
  const label = [issuer, account].filter((part) => part !== undefined).map(encodeURIComponent);
  const query = buildQuery({
    secret: parseSecret(otp, refuse),
    issuer,
    algorithm: algorithm === "SHA1" ? undefined : algorithm,
    digits: digits === 6 ? undefined : `${digits}`,
    period: period === undefined || period === 30 ? undefined : `${period}`,
    counter: counter === undefined ? undefined : `${counter}`,
  });
  return `otpauth://${method}/${label.join(":")}${query}`;
}

/** Parses `otpauth:` and fills in the defaults. */
export function parseOtp(text: string): Parsed | undefined {
  const { path, query } = readQuery(text);
  const prefix = path.slice(0, 15).toLowerCase();
  const method = ["totp", "hotp"].find((name) => prefix === `otpauth://${name}/`);
  if (!method) return undefined;
  const label = decodePercent(path.slice(15));
  const colon = label.indexOf(":");
  const readInteger = (name: string) => {
    const value = query.get(name);
    return value && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  };
  return present({
    type: "otp",
    method,
    secret: query.get("secret"),
    account: label.slice(colon + 1).trim(),
    issuer: query.get("issuer") ?? (colon > 0 ? label.slice(0, colon) : undefined),
    algorithm: query.get("algorithm")?.toUpperCase() ?? "SHA1",
    digits: readInteger("digits") ?? 6,
    period: method === "totp" ? (readInteger("period") ?? 30) : undefined,
    counter: method === "hotp" ? readInteger("counter") : undefined,
  });
}

/** Normalizes the secret. Messages never contain it. */
function parseSecret({ secret }: Otp, refuse: Refuse): string {
  let compact = "";
  for (const char of secret.toUpperCase()) if (!" -=".includes(char)) compact += char;
  if (!/^[A-Z2-7]+$/.test(compact))
    refuse("secret", "must be base32: the letters A to Z and the digits 2 to 7");
  return compact;
}
