// Serves a badge that is already drawn, without any checks: the machine's limit.
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="88" height="20">${"<!-- as long as a badge -->".repeat(50)}</svg>`;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    new URL(request.url).searchParams.get("message");
    return new Response(svg, { headers: { "content-type": "image/svg+xml" } });
  },
});
console.log(`http://127.0.0.1:${server.port}`);
