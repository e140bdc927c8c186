import { binary, oneOf, reply, t } from "hub";
import { secretFields } from "../../jwt/key-fields.ts";
import { algorithms } from "../../jwt/request.ts";
import dev from "../../plugin.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const time = (description: string) => t.Union([t.String(), t.Null()], { description });
const claims = (description: string) => t.Record(t.String(), t.Unknown(), { description });

export default dev.route({
  summary: "Decode a JSON Web Token, and verify its signature",
  keywords: "jwt, jwt decoder, jwt parser, verify jwt, json web token, jwt.io, jwt debugger",
  description:
    "Shows what a token claims, when it expires, and whether its signature is right. Without a key nothing is verified and `verified` is null. With `secret`, `public_key` or `jwk`, `verified` is whether the signature is valid, regardless of expiry. A key works only with its own kind of algorithm, so that a token cannot use a public key as a secret. `none` is never verified, and keys in the header are never fetched. Neither the token nor the key is stored. `Accept: application/octet-stream` returns the bytes of the payload.",
  query: failQuery,
  body: t.Object({
    token: t.String({
      minLength: 1,
      maxLength: 65_536,
      description: "The token in compact form: three parts separated by dots",
    }),
    ...secretFields("The shared secret of HS algorithms"),
    public_key: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 16_384,
        description: "A public key (SPKI or PKCS #1) or a certificate, in PEM",
      }),
    ),
    jwk: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description:
          "A JSON Web Key: public (EC, RSA, OKP) or a secret (oct); or a JWK Set, whose key is chosen by the `kid` of the token",
      }),
    ),
    algorithms: t.Optional(
      t.Array(oneOf(algorithms), {
        minItems: 1,
        maxItems: algorithms.length,
        uniqueItems: true,
        description: "Accepted algorithms; by default all of the key's kind",
      }),
    ),
    leeway_s: t.Integer({
      minimum: 0,
      maximum: 86_400,
      default: 0,
      description: "Allowed clock difference in seconds",
    }),
  }),
  response: t.Union([
    t.Object({
      type: oneOf(["JWS", "JWE"], { description: "Signed or encrypted" }),
      header: claims("The header"),
      payload: t.Union([claims("The claims"), t.Null()], {
        description:
          "The claims. Null if they are encrypted or not a JSON object. Numbers keep all digits",
      }),
      payload_text: t.Union([t.String(), t.Null()], {
        description: "The payload as text, if it is not a JSON object",
      }),
      payload_base64: t.Union([t.String(), t.Null()], {
        description: "The payload in base64, if it is not text",
      }),
      algorithm: t.Union([t.String(), t.Null()], { description: "The algorithm in the header" }),
      signature_present: t.Boolean({
        description: "Whether the token has a signature, valid or not",
      }),
      verified: t.Union([t.Boolean(), t.Null()], {
        description: "Whether the signature is valid; null without a key",
      }),
      failure: t.Union([t.String(), t.Null()], {
        description: "The reason why verification failed",
      }),
      issued_at: time("The claim iat as ISO 8601"),
      expires_at: time("The claim exp as ISO 8601"),
      not_before: time("The claim nbf as ISO 8601"),
      expired: t.Union([t.Boolean(), t.Null()], {
        description:
          "Whether the token has expired, allowing for the leeway; null without an exp claim",
      }),
      not_yet_valid: t.Union([t.Boolean(), t.Null()], {
        description: "Whether the token is not valid yet; null without an nbf claim",
      }),
      warnings: t.Array(t.String(), { description: "Weaknesses and unusual parts of the token" }),
    }),
    binary("application/octet-stream"),
  ]),
  plain: "payload",
  cache: "never",
  bodyBytesMax: 131_072,
  example: {
    query: {},
    body: {
      token:
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
      secret: "your-256-bit-secret",
    },
  },
  async handler({ query, body: { token, ...options }, clock }) {
    const { decodeJwt, getPayloadBytes } = await import("../../jwt/decode.ts");
    const result = await decodeJwt(token, { ...options, now: clock() });
    const { verified, failure, expired, not_yet_valid } = result;
    const time = expired ? "The token has expired" : "The token is not valid yet";
    failIfNegative(query, {
      isNegative: verified !== true || expired === true || not_yet_valid === true,
      detail: verified ? time : (failure ?? "The token was not verified: no key was given"),
    });
    return reply(result, {
      alternatives: { "application/octet-stream": () => getPayloadBytes(token) },
    });
  },
});
