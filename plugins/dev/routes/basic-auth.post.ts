import { t } from "hub";
import dev from "../plugin.ts";

const text = (description: string) => t.Optional(t.String({ maxLength: 8192, description }));

export default dev.route({
  summary: "Write or read a Basic Authorization header",
  keywords: "basic auth generator, basic auth, authorization header, basic auth header, http basic",
  description:
    "Writes the `Authorization` header of a user name and a password (RFC 7617), in UTF-8, or reads them from `header`.",
  body: t.Object({
    username: text("User name, without a colon"),
    password: text("Password"),
    header: text("A header such as `Basic YWRhOnNlY3JldA==`, to read instead"),
  }),
  response: t.Object({
    result: t.String({ description: "Value of the header" }),
    username: t.String({ description: "User name" }),
    password: t.String({ description: "Password" }),
  }),
  plain: "result",
  cache: "never",
  example: { body: { username: "Aladdin", password: "open sesame" } },
  handler({ body: { username = "", password = "", header } }) {
    if (header !== undefined) return readHeader(header);
    if (username.includes(":"))
      throw dev.error("invalid_input", "body.username must not contain a colon", {
        at: "body.username",
      });
    const pair = Buffer.from(`${username}:${password}`.toWellFormed());
    return { result: `Basic ${pair.toString("base64")}`, username, password };
  },
});

function readHeader(header: string) {
  const [, data = ""] = /^(?:Authorization: *)?Basic +([\w+/=-]+) *$/i.exec(header) ?? [];
  const pair = Buffer.from(data, "base64").toString();
  const colon = pair.indexOf(":");
  if (colon === -1)
    throw dev.error(
      "syntax_error",
      'body.header must be "Basic" and the base64 of a pair with a colon',
      {
        at: "body.header",
      },
    );
  return {
    result: `Basic ${data}`,
    username: pair.slice(0, colon),
    password: pair.slice(colon + 1),
  };
}
