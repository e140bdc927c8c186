// The hub's contract by hand for texts and JSON of a file, by path. Live data is compared with it.
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
