/** Returns an unused port, for programs that cannot choose one themselves. */
export function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  if (port === undefined) throw new Error("Cannot find a free port");
  return port;
}
