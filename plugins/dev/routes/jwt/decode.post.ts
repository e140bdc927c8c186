import { oneOf, t } from "hub";
import { algorithms, secretEncodings } from "../../jwt/options.ts";
import dev from "../../plugin.ts";

const time = (description: string) => t.Union([t.String(), t.Null()], { description });
const claims = (description: string) => t.Record(t.String(), t.Unknown(), { description });

export default dev.route({
  summary: "Read a JSON Web Token, and verify its signature",
  description:
    "Without a key the token is read and nothing is proven: `verified` is null. With one of `secret`, `public_key` and `jwk`, `verified` says whether the signature is valid, regardless of the token's times. A key serves for its own kind of algorithm alone, so that a token cannot pass a public key off as a secret; `none` is never verified, and keys that the header names are never fetched. Neither the token nor the key is stored.",
  body: t.Object({
    token: t.String({
      minLength: 1,
      maxLength: 65_536,
      description: "The token in its compact form: three parts with dots between them",
    }),
    secret: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 8192,
        description: "The shared secret of HS algorithms",
      }),
    ),
    secret_encoding: oneOf(secretEncodings, {
      default: "utf8",
      description: "How `secret` is written",
    }),
    public_key: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 16_384,
        description: "A public key (SPKI or PKCS #1) or a certificate, in PEM",
      }),
    ),
    jwk: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description: "A JSON Web Key: public (EC, RSA, OKP) or a secret (oct)",
      }),
    ),
    algorithms: t.Optional(
      t.Array(oneOf(algorithms), {
        minItems: 1,
        maxItems: algorithms.length,
        uniqueItems: true,
        description: "The only algorithms to accept: those of the key's kind unless given",
      }),
    ),
    leeway_s: t.Integer({
      minimum: 0,
      maximum: 86_400,
      default: 0,
      description: "Seconds by which the clocks of issuer and reader may differ",
    }),
  }),
  response: t.Object({
    type: oneOf(["JWS", "JWE"], { description: "Signed or encrypted" }),
    header: claims("The header"),
    payload: t.Union([claims("The claims"), t.Null()], {
      description:
        "The claims. Null if they are encrypted or not a JSON object. A number with more digits than a double holds is a text of its digits",
    }),
    algorithm: t.Union([t.String(), t.Null()], { description: "The algorithm its header names" }),
    signature_present: t.Boolean({ description: "Whether it has a signature, good or bad" }),
    verified: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the signature holds; null without a key",
    }),
    failure: t.Union([t.String(), t.Null()], { description: "Why it is not verified" }),
    issued_at: time("The claim iat as ISO 8601"),
    expires_at: time("The claim exp as ISO 8601"),
    not_before: time("The claim nbf as ISO 8601"),
    expired: t.Union([t.Boolean(), t.Null()], {
      description: "Whether it has expired, allowing for the leeway; null without a claim exp",
    }),
    not_yet_valid: t.Union([t.Boolean(), t.Null()], {
      description: "Whether it is not valid yet; null without a claim nbf",
    }),
    warnings: t.Array(t.String(), { description: "What is weak or odd about it" }),
  }),
  plain: "payload",
  cache: "never",
  bodyBytesMax: 131_072,
  example: {
    body: {
      token:
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
      secret: "your-256-bit-secret",
    },
  },
  async handler({ body: { token, ...options }, clock }) {
    const { decodeJwt } = await import("../../jwt/decode.ts");
    return decodeJwt(token, { ...options, now: clock() });
  },
});
