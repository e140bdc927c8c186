// A server with nothing to it: what Bun alone takes to start, and holds of a large upload that it sends back.
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    return new Response(await request.bytes());
  },
});
console.log(`http://127.0.0.1:${server.port}`);
