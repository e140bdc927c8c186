// A minimal server: Bun's own start-up time, and its memory for a large upload that it sends back.
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    return new Response(await request.bytes());
  },
});
console.log(`http://127.0.0.1:${server.port}`);
