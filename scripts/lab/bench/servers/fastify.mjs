// Fastify on Node, with a key check, schemas and its rate limiter, which counts in memory or in a Redis server.
import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";
import Redis from "ioredis";
import { hash } from "./hash.mjs";
import { accounts, perMinute } from "./keys.mjs";

const app = Fastify();
app.addHook("onRequest", async (request, reply) => {
  request.account = accounts.get(request.headers["x-api-key"]);
  if (request.account === undefined) return reply.code(401).send({ message: "Unknown key" });
});
await app.register(rateLimit, {
  max: perMinute,
  timeWindow: 60_000,
  keyGenerator: ({ account }) => account,
  ...(process.env.BENCH_REDIS_URL && { redis: new Redis(process.env.BENCH_REDIS_URL) }),
});
app.get(
  "/api/dev/hash/:algo",
  {
    schema: {
      params: { type: "object", properties: { algo: { type: "string", enum: ["md5", "sha256"] } } },
      querystring: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string", maxLength: 8192 } },
      },
    },
  },
  async ({ params: { algo }, query: { text } }) => hash(algo, text),
);
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
