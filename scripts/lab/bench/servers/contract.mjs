// The hub's contract by hand, for one route only.
import { meter } from "./contract-meter.mjs";
import { hash } from "./hash.mjs";

const algorithms = new Set(["md5", "sha256"]);

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { url } = request;
    const begin = url.indexOf("/", 8);
    const question = url.indexOf("?", begin);
    const [, , , , algorithm] = url.slice(begin, question).split("/");
    const text = new URLSearchParams(url.slice(question + 1)).get("text");
    if (!algorithms.has(algorithm) || text === null || text.length > 8192)
      return new Response(null, { status: 400 });
    const headers = meter(request);
    if (typeof headers === "number") return new Response(null, { status: headers });
    return new Response(JSON.stringify({ success: true, ...hash(algorithm, text) }), { headers });
  },
});
console.log(`http://127.0.0.1:${server.port}`);
