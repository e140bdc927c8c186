import { binary, reply, t } from "hub";
import { privateKeyField, secretFields } from "../../jwt/key-fields.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Decrypt a JSON Web Token",
  tool: { fields: ["token", "secret", "secret_encoding"] },
  keywords: "jwe decrypt, decrypt jwt",
  description:
    "Returns the content of an encrypted token (JWE) in compact form. The key must be of the kind that the token's `alg` requires. RSA1_5 is not supported, because it is broken. Neither the token nor the key is stored. `Accept: application/octet-stream` returns the bytes of the content. Read a nested token in `payload_text` with `jwt/decode`.",
  body: t.Object({
    token: t.String({
      minLength: 1,
      maxLength: 65_536,
      description: "The token: five parts separated by dots",
    }),
    ...secretFields("The shared secret, or the password of PBES2"),
    private_key: privateKeyField,
    jwk: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description:
          "A JSON Web Key: private (RSA, EC, X25519) or a secret (oct); or a JWK Set, whose key is chosen by the `kid` of the token",
      }),
    ),
  }),
  response: t.Union([
    t.Object({
      header: t.Record(t.String(), t.Unknown(), { description: "The header" }),
      payload: t.Union([t.Record(t.String(), t.Unknown()), t.Null()], {
        description: "The claims; null if they are not a JSON object. Numbers keep all digits",
      }),
      payload_text: t.Union([t.String(), t.Null()], {
        description: "The content as text, if it is not a JSON object",
      }),
      payload_base64: t.Union([t.String(), t.Null()], {
        description: "The content in base64, if it is not text",
      }),
      algorithm: t.String({ description: "The algorithm that encrypts the key" }),
      encryption: t.String({ description: "The algorithm that encrypts the content" }),
      warnings: t.Array(t.String(), {
        description:
          "Duplicate claims, numbers that no double represents, and content that is not text",
      }),
    }),
    binary("application/octet-stream"),
  ]),
  plain: "payload",
  cache: "never",
  heavy: true,
  background: false,
  bodyBytesMax: 131_072,
  example: {
    body: {
      token:
        "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..OcQ3I7s-8wqXLDjs.zDj8PdMGzHmj5Gau059bShd8NZeQ15rLKLbGLSa8R-Kn6Z9s9hQ.zVlaz9c7WX9J3bVEtTn_zg",
      secret: "10171e252c333a41484f565d646b7279",
      secret_encoding: "hex",
    },
  },
  async handler({ body: { token, ...fields } }) {
    const { decryptJwe } = await import("../../jwt/jwe.ts");
    const { content, ...answer } = await decryptJwe(token, fields);
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
