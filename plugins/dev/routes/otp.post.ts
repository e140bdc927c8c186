import { oneOf, t } from "hub";
import { otpAlgorithms, otpOptions, otpTypes } from "../otp/request.ts";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

export default dev.route({
  summary: "Compute or verify a one-time password",
  keywords:
    "2fa, totp, otp generator, google authenticator, hotp, one time password, otp code, mfa, generate totp, generate hotp",
  description:
    "Returns the code of an authenticator app: TOTP (RFC 6238) or HOTP (RFC 4226). The secret is neither stored nor echoed, and never part of a URL.",
  query: failQuery,
  body: otpOptions,
  response: t.Object({
    code: t.String({ description: "The code" }),
    type: oneOf(otpTypes, { description: "By time or by counter" }),
    algorithm: oneOf(otpAlgorithms, { description: "The hash function" }),
    digits: t.Integer({ description: "Length of the code" }),
    counter: t.Integer({
      description: "The counter, which for `totp` is the number of the period",
    }),
    period: t.Union([t.Integer(), t.Null()], {
      description: "Validity of the code in seconds; null for `hotp`",
    }),
    expires_in_s: t.Union([t.Integer(), t.Null()], {
      description: "Seconds until the next code; null for `hotp`",
    }),
    matches: t.Union([t.Boolean(), t.Null()], {
      description: "Whether `expected` is a code in the window; null without `expected`",
    }),
    drift: t.Union([t.Integer(), t.Null()], {
      description: "Periods or counters between `code` and `expected`; null without a match",
    }),
    warnings: t.Array(t.String(), { description: "Weaknesses of the secret" }),
  }),
  plain: "code",
  cache: "never",
  example: {
    query: {},
    body: {
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      digits: 8,
      time: "1111111109",
      expected: "07081804",
    },
  },
  async handler({ query, body, clock }) {
    const { answerOtp } = await import("../otp/one-time-password.ts");
    const result = answerOtp(body, clock());
    failIfNegative(query, {
      isNegative: result.matches === false,
      detail: "The code is not one of the window",
    });
    return result;
  },
});
