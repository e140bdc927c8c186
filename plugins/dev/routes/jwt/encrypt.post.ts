import { oneOf, t } from "hub";
import { secretFields } from "../../jwt/key-fields.ts";
import { contentAlgorithms, keyAlgorithms } from "../../jwt/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Encrypt a JSON Web Token",
  tool: { fields: ["payload", "secret"] },
  keywords: "jwe, encrypt jwt",
  description:
    "Hides claims from everyone without the key: an encrypted token (JWE) in compact form. A payload that is a text is encrypted unchanged, so that its numbers keep all digits, and a signed token can be nested. The key is neither stored nor echoed, and never part of a URL.",
  body: t.Object({
    payload: t.Union([t.Record(t.String(), t.Unknown()), t.String({ maxLength: 65_536 })], {
      description: "The claims as a JSON object, or any text",
    }),
    algorithm: oneOf(keyAlgorithms, {
      default: "dir",
      description: "The algorithm that encrypts the key; `dir` uses the secret itself",
    }),
    encryption: oneOf(contentAlgorithms, {
      default: "A256GCM",
      description: "The algorithm that encrypts the payload",
    }),
    header: t.Optional(
      t.Record(t.String(), t.Unknown(), { description: "Header fields next to `alg` and `enc`" }),
    ),
    compress: t.Boolean({
      default: false,
      description: "Compresses the payload first. The length then reveals something about it",
    }),
    ...secretFields("The shared secret of `dir` and A…KW, or the password of PBES2"),
    public_key: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 16_384,
        description: "The recipient's public key (SPKI or PKCS #1) or certificate, in PEM",
      }),
    ),
    jwk: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description: "A JSON Web Key: public (RSA, EC, X25519) or a secret (oct)",
      }),
    ),
  }),
  response: t.Object({
    token: t.String({ description: "The token: five parts separated by dots" }),
    header: t.Record(t.String(), t.Unknown(), { description: "The header" }),
    payload_text: t.String({ description: "The encrypted text" }),
  }),
  plain: "token",
  cache: "never",
  heavy: true,
  background: false,
  bodyBytesMax: 131_072,
  example: {
    body: {
      payload: { sub: "1234567890", name: "Ada" },
      secret: "0123456789abcdef0123456789abcdef",
    },
  },
  async handler({ body }) {
    const { encryptJwe } = await import("../../jwt/jwe.ts");
    return encryptJwe(body);
  },
});
