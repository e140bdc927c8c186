// The hub's contract by hand, on Elysia like the hub: Elysia finds the route, and schemas check input and output.
// Serves one route, or the JSON responses of a file by path.
import { readFileSync } from "node:fs";
import { Elysia, t } from "elysia";
import { meter } from "./contract-meter.mjs";
import { hash } from "./hash.mjs";

const app = new Elysia();
const [, , file] = process.argv;
if (file) {
  const texts = t.Record(t.String(), t.String());
  for (const [path, body] of Object.entries(JSON.parse(readFileSync(file, "utf8"))))
    app.get(
      path,
      metered(() => body),
      { query: texts, response: { 200: inferSchema(body) } },
    );
} else
  app.get(
    "/api/dev/hash/:algo",
    metered(({ params: { algo }, query: { text } }) => ({ success: true, ...hash(algo, text) })),
    {
      params: t.Object({ algo: t.Union([t.Literal("md5"), t.Literal("sha256")]) }),
      query: t.Object({ text: t.String({ maxLength: 8192 }) }),
      response: {
        200: t.Object({
          success: t.Literal(true),
          algorithm: t.String(),
          hash: t.String(),
          encoding: t.String(),
          length_bits: t.Integer(),
          input_bytes: t.Integer(),
          secure: t.Boolean(),
        }),
      },
    },
  );
app.listen({ port: 0, hostname: "127.0.0.1" });
console.log(`http://127.0.0.1:${app.server?.port}`);

/** Returns a handler for a metered call, whose response has the rate limit headers. */
function metered(answer) {
  return (context) => {
    const { request, set, status, params, query } = context;
    const headers = meter(request);
    if (typeof headers === "number") return status(headers);
    set.headers = headers;
    return answer({ params, query });
  };
}

/** Infers the schema of a value, as a developer would write it from one example. */
function inferSchema(value) {
  if (value === null) return t.Null();
  if (Array.isArray(value)) return t.Array(value.length > 0 ? inferSchema(value[0]) : t.Unknown());
  switch (typeof value) {
    case "string":
      return t.String();
    case "number":
      return t.Number();
    case "boolean":
      return t.Boolean();
    default:
      return t.Object(
        Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inferSchema(one)])),
      );
  }
}
