import { oneOf, t } from "hub";
import { privateKeyField, secretFields } from "../../jwt/key-fields.ts";
import { algorithms } from "../../jwt/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Sign a JSON Web Token",
  tool: { fields: ["payload", "secret"] },
  keywords: "jwt generator, create jwt, jwt sign, encode jwt",
  description:
    "For tests and services that log in by token: signed claims in compact form. A payload that is a text is signed unchanged, so that its numbers keep all digits. The key is neither stored nor echoed, and never part of a URL.",
  body: t.Object({
    payload: t.Union([t.Record(t.String(), t.Unknown()), t.String({ maxLength: 65_536 })], {
      description: "The claims as a JSON object, or any text",
    }),
    algorithm: oneOf(algorithms, { default: "HS256", description: "The signature algorithm" }),
    header: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description: 'Header fields next to `alg`; by default `{"typ": "JWT"}`',
      }),
    ),
    ...secretFields("The shared secret of HS algorithms"),
    private_key: privateKeyField,
    jwk: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description: "A JSON Web Key: private (EC, RSA, OKP) or a secret (oct)",
      }),
    ),
    expires_in_s: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 315_360_000,
        description: "Adds the claims `iat`, the current time, and `exp`, this many seconds later",
      }),
    ),
  }),
  response: t.Object({
    token: t.String({ description: "The token: three parts separated by dots" }),
    header: t.Record(t.String(), t.Unknown(), { description: "The header" }),
    payload_text: t.String({ description: "The signed text" }),
    warnings: t.Array(t.String(), { description: "Weaknesses of the key" }),
  }),
  plain: "token",
  cache: "never",
  bodyBytesMax: 131_072,
  example: {
    body: {
      payload: { sub: "1234567890", name: "Ada" },
      secret: "a secret of at least thirty-two bytes",
    },
  },
  async handler({ body, clock }) {
    const { signJwt } = await import("../../jwt/sign.ts");
    return signJwt({ ...body, now: clock() });
  },
});
