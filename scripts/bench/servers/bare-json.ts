// Answers the JSON of a file, by path, and does nothing else: what the hub is compared with.
const bodies: Record<string, unknown> = await Bun.file(process.argv[2] ?? "").json();

const server = Bun.serve({
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    return Response.json(bodies[pathname]);
  },
});
console.log(`Listening at ${server.url}`);
