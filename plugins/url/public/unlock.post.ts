import { binary, t } from "hub";
import { pageType } from "../follow/pages.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Unlock a password-protected short link",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  query: t.Object({}, { additionalProperties: t.Array(t.String()) }),
  body: t.Object({
    password: t.String({
      maxLength: url.limits.passwordMax,
      writeOnly: true,
      description: "Password of the link",
    }),
  }),
  response: binary(pageType),
  // Argon2 is slow, and guessing passwords should be slow too.
  publicPerMinute: 10,
  example: { params: { code: "press-kit" }, query: {}, body: { password: "correct horse" } },
  async handler(input) {
    const { unlock } = await import("../follow/look-up.ts");
    return unlock(input.params.code, { ...input.body, query: input.query }, input);
  },
});
