// Hono on Bun, with a key check, its validator and its usual rate limiter.
import { Hono } from "hono";
import { validator } from "hono/validator";
import { rateLimiter } from "hono-rate-limiter";
import { hash } from "./hash.mjs";
import { accounts, perMinute } from "./keys.mjs";

const app = new Hono();
app.use(async (context, next) => {
  const account = accounts.get(context.req.header("x-api-key") ?? "");
  if (account === undefined) return context.json({ message: "Unknown key" }, 401);
  context.set("account", account);
  await next();
});
app.use(
  rateLimiter({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: "draft-7",
    keyGenerator: (context) => String(context.get("account")),
  }),
);
app.get(
  "/api/dev/hash/:algo",
  validator("param", ({ algo }, context) =>
    algo === "md5" || algo === "sha256" ? { algo } : context.json({ message: "algo" }, 400),
  ),
  validator("query", ({ text }, context) =>
    typeof text === "string" && text.length <= 8192
      ? { text }
      : context.json({ message: "text" }, 400),
  ),
  (context) => context.json(hash(context.req.valid("param").algo, context.req.valid("query").text)),
);
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
console.log(`http://127.0.0.1:${server.port}`);
