import { oneOf, type Static, t } from "hub";

/** Kinds of one-time passwords: by time (RFC 6238) or by counter (RFC 4226). */
export const otpTypes = ["totp", "hotp"] as const;

/** Hash functions of one-time passwords. */
export const otpAlgorithms = ["SHA1", "SHA256", "SHA512"] as const;

/** Encodings of the secret. */
const otpEncodings = ["base32", "hex", "base64", "utf8"] as const;

/** Options of a one-time password. */
export const otpOptions = t.Object({
  secret: t.String({
    minLength: 1,
    maxLength: 2048,
    description:
      "The shared secret, or an `otpauth://` URI, whose parameters replace the fields of the same names",
  }),
  secret_encoding: oneOf(otpEncodings, {
    default: "base32",
    description: "Encoding of `secret`; base32 also with spaces, in lower case or without padding",
  }),
  type: oneOf(otpTypes, { default: "totp", description: "By time or by counter" }),
  algorithm: oneOf(otpAlgorithms, {
    default: "SHA1",
    description: "The hash function; most apps support SHA1 only",
  }),
  digits: t.Integer({ minimum: 6, maximum: 9, default: 6, description: "Length of the code" }),
  period: t.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 30,
    description: "Validity of a code in seconds, for `totp`",
  }),
  counter: t.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: "The counter, for `hotp`",
  }),
  time: t.Optional(
    t.Union([t.String({ minLength: 1, maxLength: 100 }), t.Number()], {
      description:
        "The time of the code, as a Unix time or in the notations of `/time`; the present time by default",
    }),
  ),
  expected: t.Optional(
    t.String({ minLength: 1, maxLength: 16, description: "A code to verify, also with spaces" }),
  ),
  window: t.Integer({
    minimum: 0,
    maximum: 10,
    default: 1,
    description:
      "Number of periods before and after, or of counters after, in which `expected` is accepted",
  }),
});

export type OtpOptions = Static<typeof otpOptions>;
