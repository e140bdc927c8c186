// Follows a short link without any checks: the machine's limit.
const links = new Map([["bench", "https://example.com/spring"]]);
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    const location = links.get(pathname.slice("/s/".length));
    if (location === undefined) return new Response(null, { status: 404 });
    return new Response(null, {
      status: 302,
      headers: {
        location,
        "cache-control": "private, max-age=90",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      },
    });
  },
});
console.log(`http://127.0.0.1:${server.port}`);
