// Elysia on Bun, with a key check, schemas and its usual rate limiter.
import { Elysia, t } from "elysia";
import { rateLimit } from "elysia-rate-limit";
import { hash } from "./hash.mjs";
import { accounts, perMinute } from "./keys.mjs";

const app = new Elysia()
  .onBeforeHandle(({ headers, status }) => {
    if (!accounts.has(headers["x-api-key"] ?? "")) return status(401, "Unknown key");
    return undefined;
  })
  .use(
    rateLimit({
      duration: 60_000,
      max: perMinute,
      generator: (request) => request.headers.get("x-api-key") ?? "",
    }),
  )
  .get("/api/dev/hash/:algo", ({ params: { algo }, query: { text } }) => hash(algo, text), {
    params: t.Object({ algo: t.Union([t.Literal("md5"), t.Literal("sha256")]) }),
    query: t.Object({ text: t.String({ maxLength: 8192 }) }),
  })
  .listen({ port: 0, hostname: "127.0.0.1" });
console.log(`http://127.0.0.1:${app.server?.port}`);
