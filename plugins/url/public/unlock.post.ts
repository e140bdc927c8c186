import { binary, t } from "hub";
import { pageType } from "../follow/pages.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Follow a short link that has a password",
  params: t.Object({ code: t.String({ maxLength: 256, description: "The code" }) }),
  query: t.Object({}, { additionalProperties: t.String() }),
  body: t.Object({
    password: t.String({
      maxLength: url.limits.passwordMax,
      writeOnly: true,
      description: "The link's password",
    }),
  }),
  response: binary(pageType),
  // Argon2 takes its time, and so should who guesses.
  publicPerMinute: 10,
  example: { params: { code: "press-kit" }, query: {}, body: { password: "correct horse" } },
  async handler(input) {
    const { unlock } = await import("../follow/look-up.ts");
    return unlock(input.params.code, { ...input.body, query: input.query }, input);
  },
});
