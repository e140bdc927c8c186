import { oneOf, t } from "hub";
import { costs, passwordAlgorithms } from "../../hash/costs.ts";
import dev from "../../plugin.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

function cost(name: keyof typeof costs) {
  const { of, minimum, maximum, meaning, default: defaultValue } = costs[name];
  const description = `For ${of}: ${meaning}. ${defaultValue} by default`;
  return t.Optional(t.Integer({ minimum, maximum, description }));
}

export default dev.route({
  summary: "Hash a password for storage, or verify one against its hash",
  keywords:
    "bcrypt, argon2, scrypt, htpasswd, hash password, verify bcrypt, bcrypt compare, argon2 compare, pbkdf2, derive key",
  description:
    "For a table of users: a new hash of the password, by Argon2, bcrypt or scrypt. With `hash`, verifies the password instead, and reports whether the hash should be replaced: by another " +
    "`algorithm`, or with higher costs, as requested or by default. The password is neither stored nor echoed.",
  query: failQuery,
  body: t.Object({
    password: t.String({
      maxLength: 1024,
      description: "The password; at most 72 bytes for bcrypt",
    }),
    algorithm: t.Optional(
      oneOf(passwordAlgorithms, {
        description: "The hash algorithm; by default that of `hash`, otherwise `argon2id`",
      }),
    ),
    memory_kib: cost("memory_kib"),
    iterations: cost("iterations"),
    parallelism: cost("parallelism"),
    cost: cost("cost"),
    ln: cost("ln"),
    r: cost("r"),
    p: cost("p"),
    hash: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 512,
        description:
          "A hash to verify against: bcrypt, sha256crypt, sha512crypt, PBKDF2 in the formats of passlib, Django and Werkzeug, or a PHC string of argon2id, argon2i, argon2d or scrypt",
      }),
    ),
  }),
  response: t.Object({
    hash: t.Union([t.String(), t.Null()], {
      description: "The new hash, including salt and costs; null after verification",
    }),
    verified: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the password matches the given hash; null without one",
    }),
    algorithm: t.String({ description: "The algorithm of the hash" }),
    params: t.Record(t.String(), t.Integer(), {
      description:
        "The cost parameters of the hash, by request field; `rounds` for sha256crypt, sha512crypt and PBKDF2",
    }),
    needs_rehash: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the given hash is weaker than a new one would be; null without one",
    }),
  }),
  plain: "hash",
  heavy: true,
  background: false,
  cache: "never",
  timeoutMs: 10_000,
  example: { query: {}, body: { password: "correct horse battery staple", memory_kib: 1024 } },
  async handler({ query, body: { hash, ...options }, random }) {
    const { hashPassword, verifyPassword } = await import("../../hash/hash-password.ts");
    const result = await (hash === undefined
      ? hashPassword(options, { random })
      : verifyPassword({ ...options, hash }));
    failIfNegative(query, {
      isNegative: result.verified === false,
      detail: "The password does not match the hash",
    });
    return result;
  },
});
