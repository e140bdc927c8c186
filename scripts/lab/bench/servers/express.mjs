// Express on Node, with a key check and its usual rate limiter.
import express from "express";
import { rateLimit } from "express-rate-limit";
import { hash } from "./hash.mjs";
import { accounts, perMinute } from "./keys.mjs";

const app = express();
app.use((request, response, next) => {
  request.account = accounts.get(request.get("x-api-key"));
  if (request.account === undefined) response.status(401).json({ message: "Unknown key" });
  else next();
});
app.use(
  rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    keyGenerator: (request) => String(request.account),
  }),
);
app.get("/api/dev/hash/:algo", ({ params: { algo }, query: { text } }, response) => {
  if (!["md5", "sha256"].includes(algo) || typeof text !== "string" || text.length > 8192)
    response.status(400).json({ message: "Bad input" });
  else response.json(hash(algo, text));
});
const server = app.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
