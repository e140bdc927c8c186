import { oneOf, t } from "hub";
import { costs, passwordAlgorithms } from "../../hash/costs.ts";
import dev from "../../plugin.ts";

function cost(name: keyof typeof costs) {
  const { of, minimum, maximum, meaning, default: usual } = costs[name];
  const description = `For ${of}: ${meaning}. ${usual} by default`;
  return t.Optional(t.Integer({ minimum, maximum, description }));
}

export default dev.route({
  summary: "Hash a password for storage, or check one against its hash",
  description:
    "With `hash`, checks whether it is the password's and whether it should be replaced: by another " +
    "`algorithm`, or at higher costs, as asked for or by default. The password is neither stored nor echoed.",
  body: t.Object({
    password: t.String({ maxLength: 1024, description: "The password; for bcrypt, 72 bytes" }),
    algorithm: t.Optional(
      oneOf(passwordAlgorithms, {
        description: "`argon2id` by default, or that of `hash`",
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
          "A hash to check: bcrypt's, or a PHC string of argon2id, argon2i, argon2d or scrypt",
      }),
    ),
  }),
  response: t.Object({
    hash: t.Union([t.String(), t.Null()], {
      description: "The hash, its salt and costs included; null when one was checked",
    }),
    verified: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the given hash is the password's; null when none was given",
    }),
    algorithm: t.String({ description: "The algorithm of the hash" }),
    params: t.Record(t.String(), t.Integer(), { description: "Its costs, by their names here" }),
    needs_rehash: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the given hash is weaker than one made now; null when none was given",
    }),
  }),
  plain: "hash",
  heavy: true,
  cache: "never",
  timeoutMs: 10_000,
  example: { body: { password: "correct horse battery staple", memory_kib: 1024 } },
  async handler({ body: { hash, ...options }, random }) {
    const { hashPassword, verifyPassword } = await import("../../hash/hash-password.ts");
    return hash === undefined
      ? hashPassword(options, { random })
      : verifyPassword({ ...options, hash });
  },
});
