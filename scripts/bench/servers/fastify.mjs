// The same work as people build it on Node: Fastify, its validation and its limiter, which counts in memory
// or in a Redis server.
import { createHash } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";
import Redis from "ioredis";

const app = Fastify();
await app.register(rateLimit, {
  max: 1_000_000_000,
  timeWindow: 60_000,
  keyGenerator: (request) => request.headers["x-api-key"],
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
  async ({ params: { algo }, query: { text } }) => ({
    algorithm: algo,
    hash: createHash(algo).update(text).digest("hex"),
    encoding: "hex",
    length_bits: 256,
    input_bytes: Buffer.byteLength(text),
    secure: true,
  }),
);
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
