import { createHmac, timingSafeEqual } from "node:crypto";
import { HubError } from "hub";
import { secretBytes } from "../hash/secret.ts";
import { readTime } from "../time/read-time.ts";
import { type OtpOptions, otpAlgorithms, otpTypes } from "./request.ts";

/** Computes or verifies a one-time password: HOTP (RFC 4226) or TOTP (RFC 6238). */
export function answerOtp(given: OtpOptions, now: number) {
  const options = given.secret.startsWith("otpauth:") ? readUri(given) : given;
  const { type, algorithm, digits, period, expected } = options;
  const secret = readSecret(options);
  const seconds = Math.floor(readSeconds(options, now));
  const isByTime = type === "totp";
  const counter = isByTime ? Math.floor(seconds / period) : options.counter;
  const compute = (at: number) => computeCode(secret, { counter: at, algorithm, digits });
  const drift = expected === undefined ? null : findDrift(options, { counter, compute });
  return {
    code: compute(counter),
    type,
    algorithm,
    digits,
    counter,
    period: isByTime ? period : null,
    expires_in_s: isByTime ? (counter + 1) * period - seconds : null,
    matches: expected === undefined ? null : drift !== null,
    drift,
    warnings: describeWeaknesses(secret),
  };
}

interface CodeOptions extends Pick<OtpOptions, "algorithm" | "digits"> {
  counter: number;
}

function computeCode(secret: Uint8Array, { counter, algorithm, digits }: CodeOptions): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(algorithm, secret).update(message).digest();
  // RFC 4226, section 5.3: the last half byte selects four bytes, without their sign.
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the distance to the counter of a code, or null if it isn't in the window. */
function findDrift(
  { type, window, expected = "" }: OtpOptions,
  { counter, compute }: { counter: number; compute: (counter: number) => string },
): number | null {
  const code = expected.replaceAll(/[\s-]/g, "");
  const from = type === "totp" ? -Math.min(window, counter) : 0;
  const drifts = Array.from({ length: window - from + 1 }, (_, index) => from + index);
  // Checks the nearest first.
  drifts.sort((a, b) => Math.abs(a) - Math.abs(b));
  return drifts.find((drift) => isEqual(compute(counter + drift), code)) ?? null;
}

function isEqual(code: string, expected: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readSecret({ secret, secret_encoding: as }: OtpOptions): Uint8Array {
  const at = "body.secret";
  const bytes = secretBytes(as === "base32" ? normalizeBase32(secret) : secret, { as, at });
  if (bytes.length === 0) throw new HubError("invalid_input", `${at} must not be empty`, { at });
  return bytes;
}

/** Apps display base32 in groups, in lower case and without padding. */
function normalizeBase32(secret: string): string {
  const digits = secret.replaceAll(/[\s-]|=+$/g, "").toUpperCase();
  return digits.padEnd(Math.ceil(digits.length / 8) * 8, "=");
}

function readSeconds({ type, time }: OtpOptions, now: number): number {
  const at = "body.time";
  if (type === "hotp" || time === undefined) return now / 1000;
  const seconds = readTime(String(time), { zone: "UTC", at, now }).time.epochMilliseconds / 1000;
  if (seconds >= 0) return seconds;
  throw new HubError("invalid_input", `${at} must not be before 1970`, { at });
}

/** Reads an `otpauth://` URI, as authenticator apps exchange them. */
function readUri(given: OtpOptions): OtpOptions {
  const refuse = (problem: string) =>
    new HubError("invalid_input", `body.secret is no otpauth URI: ${problem}`, {
      at: "body.secret",
    });
  const uri = URL.parse(given.secret);
  const type = otpTypes.find((name) => name === uri?.host.toLowerCase());
  if (!uri || !type) throw refuse(`its type must be one of ${otpTypes.join(", ")}`);
  const secret = uri.searchParams.get("secret");
  if (!secret) throw refuse("its secret is missing");
  const named = uri.searchParams.get("algorithm")?.toUpperCase().replace("-", "");
  const algorithm = otpAlgorithms.find((name) => name === (named ?? "SHA1"));
  if (!algorithm) throw refuse(`its algorithm must be one of ${otpAlgorithms.join(", ")}`);
  const readNumber = (name: string, range: { min: number; max: number; fallback: number }) => {
    const text = uri.searchParams.get(name);
    const number = text === null ? range.fallback : Number(text);
    if (Number.isSafeInteger(number) && number >= range.min && number <= range.max) return number;
    throw refuse(`its ${name} must be a whole number from ${range.min} to ${range.max}`);
  };
  return {
    ...given,
    ...{ type, secret, algorithm, secret_encoding: "base32" },
    digits: readNumber("digits", { min: 6, max: 9, fallback: 6 }),
    period: readNumber("period", { min: 1, max: 86_400, fallback: 30 }),
    counter: readNumber("counter", {
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      fallback: given.counter,
    }),
  };
}

/** RFC 4226, section 4, requires 128 bits. */
function describeWeaknesses(secret: Uint8Array): string[] {
  const bits = secret.length * 8;
  return bits < 128 ? [`The secret has ${bits} bits: RFC 4226 requires at least 128`] : [];
}
