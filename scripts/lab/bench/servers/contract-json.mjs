// The hub's contract by hand around what a file has by path, texts and JSON: what live data is compared with.
import { readFileSync } from "node:fs";
import { meter } from "./contract-meter.mjs";

const bodies = JSON.parse(readFileSync(process.argv[2], "utf8"));

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    const headers = meter(request);
    if (typeof headers === "number") return new Response(null, { status: headers });
    const body = bodies[pathname];
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { headers });
  },
});
console.log(`http://127.0.0.1:${server.port}`);
