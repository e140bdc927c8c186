import { afterAll, describe, expect, test } from "bun:test";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import type { HubError } from "../../contract/errors.ts";
import { startNameServer } from "../../testing/stand-in-name-server.ts";
import { createResolve } from "./dns.ts";
import { areAllowed, getHostname, resolveByOs, resolveByServers } from "./host-addresses.ts";
import { createAddressCheck, createReach, type ReachOptions } from "./net.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  routes: {
    "/hello": (request) =>
      Response.json({
        host: request.headers.get("host"),
        authorization: request.headers.get("authorization"),
      }),
    "/packed": () =>
      new Response(Bun.gzipSync(Buffer.alloc(100_000, "a")), {
        headers: { "content-encoding": "gzip" },
      }),
    "/odd": () =>
      new Response("x", { status: 418, headers: { "content-type": "Text/HTML ;charset=x" } }),
    "/untyped": () => new Response(new Blob(["<title>"]).stream()),
    "/to": (request) =>
      new Response(null, {
        status: 302,
        headers: { location: new URL(request.url).searchParams.get("url") ?? "/to" },
      }),
    "/hops/:left": ({ params: { left } }) =>
      left === "0" ? new Response("there") : Response.redirect(`/hops/${Number(left) - 1}`),
    "/post": async (request) => new Response(`${request.method} ${await request.text()}`),
    "/silent": () => new Promise<Response>(() => {}),
  },
});
afterAll(() => server.stop(true));

const { port } = server;
const local = { address: "127.0.0.1", family: 4 as const };
const resolved: string[] = [];
/** Names under .test resolve to the server above; all other names don't resolve. */
const names: ReachOptions = {
  isAllowed: (address) => address === "127.0.0.1",
  async resolve(host) {
    resolved.push(host);
    if (host.endsWith(".test")) return [local];
    if (host === "mixed.example") return [local, { address: "10.0.0.1", family: 4 }];
    if (/^[\d.:a-f]+$/.test(host)) return [{ address: host, family: 4 }];
    throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  },
};
const reach = createReach(names);

function catchFailure(promise: Promise<unknown>): Promise<HubError> {
  return promise.then(
    () => Promise.reject(new Error("It was let through")),
    (error) => error,
  );
}
describe("an address that is only checked", () => {
  const check = (url: string, offline = false) =>
    createAddressCheck({ ...names, offline })(new URL(url));

  test("is allowed if it could be visited", async () => {
    await check("https://hub.test/");
  });

  test.each([
    ["https://mixed.example/", "address_not_allowed"],
    ["https://10.0.0.1/", "address_not_allowed"],
    ["ftp://hub.test/", "address_not_allowed"],
    ["https://user:secret@hub.test/", "address_not_allowed"],
    ["https://hub.test:22/", "address_not_allowed"],
    ["https://nowhere.example/", "address_failed"],
  ])("%s is rejected before anything is sent: %s", async (url, code) => {
    expect((await catchFailure(check(url))).code).toBe(code);
  });

  test("is rejected by an offline hub", async () => {
    expect((await catchFailure(check("https://hub.test/", true))).code).toBe(
      "upstream_unavailable",
    );
  });
});

const visit = (url: string, init = {}) => reach(new URL(url), init, "public");

test("a request goes to the checked address, with the requested host name", async () => {
  const response = await visit(`http://a.test:${port}/hello`);
  expect(await response.json()).toMatchObject({ host: `a.test:${port}` });
});

test("a compressed response is decompressed, and its size is limited after that", async () => {
  const response = await visit(`http://a.test:${port}/packed`);
  expect((await response.text()).length).toBe(100_000);
  const error = await catchFailure(visit(`http://a.test:${port}/packed`, { bodyBytesMax: 99_999 }));
  expect(error.code).toBe("address_failed");
});

test("an oversized response is truncated to the limit if the caller allows it", async () => {
  const init = { bodyBytesMax: 99, tooLarge: "cut" } as const;
  const large = await visit(`http://a.test:${port}/packed`, init);
  expect(await large.text()).toBe("a".repeat(99));
  const small = await visit(`http://a.test:${port}/hello`, init);
  expect(await small.json()).toMatchObject({ authorization: null });
});

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

test.each([
  ["gzip", gzipSync],
  ["br", (bytes: Buffer) => brotliCompressSync(bytes, fast)],
  ["deflate", deflateSync],
])("a bomb in %s is only decompressed up to the limit", async (coding, pack) => {
  const bomb = pack(Buffer.alloc(64 * 1024 * 1024));
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${bomb.length}\r\n\r\n`;
  using server = startRawServer(Buffer.concat([Buffer.from(head), bomb]));
  const cut = await visit(server.url, { bodyBytesMax: 1_000_000, tooLarge: "cut" });
  expect((await cut.bytes()).length).toBe(1_000_000);
  expect((await catchFailure(visit(server.url))).code).toBe("address_failed");
});

test("only the requested types are read, and nothing without a type", async () => {
  const init = { bodyTypes: ["text/html"] };
  const read = async (path: string) => {
    const response = await visit(`http://a.test:${port}${path}`, init);
    return [response.status, response.body === null ? null : await response.text()];
  };
  expect(await read("/odd")).toEqual([418, "x"]);
  expect(await read("/hello")).toEqual([200, null]);
  expect(await read("/untyped")).toEqual([200, null]);
});

/** Starts a server that sends the same bytes to every client, and may close the connection. */
function startRawServer(text: string | Buffer, { hangUp = false } = {}) {
  const left = Promise.withResolvers<void>();
  const speaker = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        socket.write(text);
        if (hangUp) setTimeout(() => socket.end(), 20);
      },
      close: () => left.resolve(),
    },
  });
  const { promise } = left;
  return {
    left: promise,
    url: `http://a.test:${speaker.port}/`,
    [Symbol.dispose]: () => speaker.stop(),
  };
}

const pages = Array.from({ length: 20_000 }, (_, at) => `<title>Packed ${at}</title>`).join("");
const doubled = "Content-Length: 4\r\nContent-Length: 4\r\n";

describe("a response that breaks the rules of HTTP", () => {
  /** Calls a server that sends these bytes and closes the connection. */
  async function call(raw: string, options: { lenient?: boolean; method?: string } = {}) {
    using speaker = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          socket.write(Buffer.from(raw, "latin1"));
          socket.end();
        },
      },
    });
    const url = new URL(`http://raw.test:${speaker.port}/`);
    const response = await reach(url, { lenient: true, ...options }, "public");
    return [await response.text(), response.headers.get("x-hub-incomplete")];
  }

  test.each([
    ["a body that breaks off", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nfour", "four", "1"],
    [
      "a chunk that breaks off",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nfour",
      "four",
      "1",
    ],
    ["bare line feeds", "HTTP/1.0 200 OK\nContent-Type: text/html\n\nfour", "four", null],
    ["the same length twice", `HTTP/1.1 200 OK\r\n${doubled}\r\nfour`, "four", null],
    [
      "the same length three times",
      `HTTP/1.1 200 OK\r\n${doubled}content-length:4\r\nX: y\r\n\r\nfour`,
      "four",
      null,
    ],
  ])("is read leniently: %s", async (_, raw, text, incomplete) => {
    expect(await call(raw)).toEqual([text, incomplete]);
    await expect(call(raw, { lenient: false })).rejects.toMatchObject({ code: "address_failed" });
  });

  test.each([
    ["gzip", gzipSync(pages)],
    ["deflate", deflateSync(pages)],
    ["br", brotliCompressSync(pages)],
  ])("is decompressed as far as it goes: %s", async (encoding, packed) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: 99999\r\n\r\n`;
    const body = packed.toString("latin1");
    for (const end of [-8, -1, body.length]) {
      const [text = "", incomplete] = await call(head + body.slice(0, end));
      expect([text?.startsWith("<title>Packed 0</title>"), incomplete]).toEqual([true, "1"]);
    }
  });

  test.each([
    ["different lengths", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nfours"],
    ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n\r\n"],
    ["nothing", ""],
    ["a head that breaks off", "HTTP/1.1 200 OK\r\nContent-"],
  ])("is a failure with %s", async (_, raw) => {
    await expect(call(raw)).rejects.toMatchObject({ code: "address_failed" });
  });

  test("isn't requested again with another method than GET", async () => {
    const raw = `HTTP/1.1 200 OK\r\n${doubled}\r\nfour`;
    await expect(call(raw, { method: "POST" })).rejects.toMatchObject({ code: "address_failed" });
  });
});

test("an invalid status is a bad gateway", async () => {
  for (const [said, status] of [
    [999, 502],
    [600, 502],
    [599, 599],
    [200, 200],
  ]) {
    using server = startRawServer(`HTTP/1.1 ${said} Said\r\ncontent-length: 1\r\n\r\nx`);
    expect((await visit(server.url)).status).toBe(status ?? 0);
  }
});

test.each([204, 205, 304])("a response of status %d has no body", async (status) => {
  using server = startRawServer(`HTTP/1.1 ${status} Said\r\ncontent-length: 0\r\n\r\n`);
  const answer = await visit(server.url);
  expect([answer.status, answer.body]).toEqual([status, null]);
});

test("a response has its headers, except for those of its encoding and the hub's own", async () => {
  const packed = Bun.gzipSync(Buffer.from("hello"));
  const head = [
    "HTTP/1.1 200 OK",
    "set-cookie: a=1",
    "set-cookie: b=2",
    "x-hub-fetched-at: 7",
    "x-hubris: 1",
    "content-encoding: GZIP",
    `content-length: ${packed.length}`,
  ].join("\r\n");
  using server = startRawServer(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), packed]));
  const answer = await visit(server.url);
  expect(await answer.text()).toBe("hello");
  expect([...answer.headers]).toEqual([
    ["x-hubris", "1"],
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
  // An unread body keeps its content-length and encoding headers.
  const unread = await visit(server.url, { bodyTypes: ["text/html"] });
  expect([unread.body, unread.headers.get("content-encoding")]).toEqual([null, "GZIP"]);
});

test("a body can have exactly the maximum size", async () => {
  using server = startRawServer("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello");
  expect(await (await visit(server.url, { bodyBytesMax: 5 })).text()).toBe("hello");
  expect((await catchFailure(visit(server.url, { bodyBytesMax: 4 }))).message).toBe(
    "Cannot read the response: it has more than 4 bytes",
  );
});

test("a truncated compressed response is a failure, and doesn't block others", async () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 90\r\n\r\n";
  const packed = Bun.gzipSync(Buffer.alloc(100_000, "a")).slice(0, 60);
  using server = startRawServer(Buffer.concat([Buffer.from(head), packed]), { hangUp: true });
  const error = await catchFailure(visit(server.url));
  expect(error.code).toBe("address_failed");
});

test("a response with a wrong encoding is reported", async () => {
  using server = startRawServer(
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello",
  );
  expect((await catchFailure(visit(server.url))).message).toStartWith(
    "Cannot decompress the response of",
  );
});

test("the connection is closed if the response is unwanted or too long", async () => {
  const endless = (head: string) => `HTTP/1.1 ${head}\r\ncontent-length: 999999\r\n\r\nhello`;
  for (const [head, init] of [
    ["302 Found\r\nlocation: /", { redirectsMax: 0 }],
    ["200 OK\r\ncontent-type: image/png", { bodyTypes: ["text/html"] }],
    ["200 OK", { bodyBytesMax: 4 }],
    ["200 OK", { bodyBytesMax: 4, tooLarge: "cut" }],
  ] as const) {
    using server = startRawServer(endless(head));
    await visit(server.url, init).catch(() => {});
    await server.left;
  }
});

test("the body of a redirect isn't waited for", async () => {
  const location = `http://a.test:${port}/hello`;
  using server = startRawServer(
    `HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 9999\r\n\r\nx`,
  );
  expect((await visit(server.url, { timeoutMs: 1000 })).url).toBe(location);
  const itself = await visit(server.url, { timeoutMs: 1000, redirectsMax: 0 });
  expect([itself.status, itself.headers.get("location"), itself.body]).toEqual([
    302,
    location,
    null,
  ]);
});

test("a redirect is followed, without credentials for another origin", async () => {
  const to = `/to?url=${encodeURIComponent(`http://b.test:${port}/hello`)}`;
  const headers = { Authorization: "Bearer secret" };
  const response = await visit(`http://a.test:${port}${to}`, { headers });
  expect(await response.json()).toEqual({ host: `b.test:${port}`, authorization: null });
});

test("a redirect to a private address is rejected", async () => {
  const error = await catchFailure(visit(`http://a.test:${port}/to?url=http://169.254.169.254/`));
  expect(error).toMatchObject({ code: "address_not_allowed", status: 403 });
});

describe("redirects are followed", () => {
  /** Follows this number of redirects to a page. */
  const through = (redirects: number, init = {}) =>
    visit(`http://a.test:${port}/hops/${redirects}`, init).then(({ status }) => status, getCode);
  const getCode = ({ code }: HubError) => code;

  test("five times, or up to the given maximum", async () => {
    expect([await through(0), await through(5)]).toEqual([200, 200]);
    expect(await through(6)).toBe("address_failed");
    for (const redirectsMax of [1, 2, 7]) {
      expect(await through(redirectsMax, { redirectsMax })).toBe(200);
      expect(await through(redirectsMax + 1, { redirectsMax })).toBe("address_failed");
    }
    expect(await through(1, { redirectsMax: 0 })).toBe(302);
  });

  test("under the first URL, which errors name", async () => {
    const error = await catchFailure(
      visit(`http://a.test:${port}/to?url=http://b.test:${port}/to`),
    );
    expect(error.message).toBe(`"a.test:${port}" redirects too often`);
  });

  test("if they have a location", async () => {
    using none = startRawServer("HTTP/1.1 302 Found\r\ncontent-length: 5\r\n\r\nHere.");
    expect(await (await visit(none.url)).text()).toBe("Here.");
    using odd = startRawServer(
      "HTTP/1.1 302 Found\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n",
    );
    expect(await catchFailure(visit(odd.url))).toMatchObject({
      code: "address_failed",
      message: expect.stringContaining("redirects to an invalid address"),
    });
    const location = "location: /elsewhere\r\n";
    using created = startRawServer(
      `HTTP/1.1 201 Created\r\n${location}content-length: 5\r\n\r\nMade.`,
    );
    expect(await (await visit(created.url)).text()).toBe("Made.");
  });
});

test("a body is sent, and a 302 changes the request to a GET without a body", async () => {
  const init = { method: "POST", body: "hello" };
  const there = await visit(`http://a.test:${port}/post`, init);
  expect(await there.text()).toBe("POST hello");
  const after = await visit(`http://a.test:${port}/to?url=/post`, init);
  expect(await after.text()).toBe("GET ");
});

test.each([
  "http://mixed.example/",
  "http://10.0.0.1/",
  "http://2130706434/",
  "http://0x7f.2/",
  "ftp://a.test/",
  "http://user:secret@a.test/",
  "http://a.test:25/",
])("%s is not allowed", async (url) => {
  expect((await catchFailure(visit(url))).code).toBe("address_not_allowed");
});

test.each([80, 443, 1024, 65_535])("port %d is allowed", async (own) => {
  const nowhere = createReach({ resolve: async () => [] });
  const error = await catchFailure(nowhere(new URL(`http://a.test:${own}/`), {}, "public"));
  expect([error.code, error.message]).toEqual(["address_failed", expect.stringContaining("reach")]);
});

test.each([79, 81, 442, 444, 1023])("port %d is rejected", async (own) => {
  const error = await catchFailure(visit(`http://a.test:${own}/`));
  expect(error.message).toBe(
    `Cannot reach "http://a.test:${own}": its port must be 80, 443 or at least 1024`,
  );
});

test("a user or a password alone isn't allowed either", async () => {
  for (const address of ["http://user@a.test/", "http://:secret@a.test/"])
    expect((await catchFailure(visit(address))).message).toContain("must not contain a user name");
});

test("an error of a user's URL is a client error, and has no cause in the operator's log", async () => {
  const dead = await catchFailure(visit("http://nowhere.example/"));
  expect([dead.code, dead.status, dead.cause]).toEqual(["address_failed", 502, undefined]);
  const error = await catchFailure(visit(`http://a.test:${port}/silent`, { timeoutMs: 50 }));
  expect([error.code, error.status, error.cause]).toEqual(["address_timeout", 504, undefined]);
});

test("an error of a manifest's host is an upstream failure, with its cause", async () => {
  const dead = await catchFailure(
    reach(new URL("http://nowhere.example/"), {}, ["nowhere.example"]),
  );
  expect(dead).toMatchObject({ code: "upstream_unavailable", cause: { code: "ENOTFOUND" } });
  const host = `a.test:${port}`;
  const late = reach(new URL(`http://${host}/silent`), { timeoutMs: 50 }, [host]);
  expect((await catchFailure(late)).code).toBe("upstream_timeout");
});

describe("a redirect to a non-ASCII URL leads to the same place as in browsers:", () => {
  /** Starts a server that redirects from "/" with raw bytes. Returns the path that is then requested. */
  async function followRawRedirect(location: string | Buffer): Promise<string> {
    using server = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket, bytes) {
          const path = bytes.toString().split(" ")[1] ?? "";
          const answer =
            path === "/"
              ? ["HTTP/1.1 302 Found\r\ncontent-length: 0\r\nlocation: ", location, "\r\n\r\n"]
              : [`HTTP/1.1 200 OK\r\ncontent-length: ${path.length}\r\n\r\n${path}`];
          socket.end(Buffer.concat(answer.map((part) => Buffer.from(part as string))));
        },
      },
    });
    return (await visit(`http://a.test:${server.port}/`)).text();
  }

  test.each([
    ["/日本/ü?q=ä#ö", "/%E6%97%A5%E6%9C%AC/%C3%BC?q=%C3%A4"],
    ["/caf%C3%A9 au lait", "/caf%C3%A9%20au%20lait"],
    ["/a%2Fb/é", "/a%2Fb/%C3%A9"],
    [Buffer.from("/\xfcber", "latin1"), "/%FCber"],
  ])("%s", async (location, path) => {
    expect(await followRawRedirect(location)).toBe(path);
  });
});

test("the configured name servers are queried, and this machine's resolver for a manifest's hosts", async () => {
  const names = await startNameServer({
    "a.test": { A: ["127.0.0.1"] },
    "six.test": { AAAA: ["::1"] },
    "mute.test": "SERVFAIL",
  });
  const resolve = resolveByServers(createResolve({ servers: [names] }));
  expect(await resolve("A.test.")).toEqual([local]);
  expect(await resolve("six.test")).toEqual([{ address: "::1", family: 6 }]);
  expect(await resolve("none.test")).toEqual([]);
  await expect(resolve("mute.test")).rejects.toThrow('Cannot resolve "mute.test": server_failure');
  expect((await resolve("localhost")).length).toBeGreaterThan(0);
  expect(names.asked.join()).not.toContain("localhost");

  const asking = createReach({ resolve, isAllowed: (address) => address === "127.0.0.1" });
  const answer = await asking(new URL(`http://a.test:${port}/hello`), {}, "public");
  expect(answer.status).toBe(200);
  const none = await catchFailure(asking(new URL("http://none.test/"), {}, "public"));
  expect(none.code).toBe("address_failed");
  const own = await asking(new URL(`http://localhost:${port}/hello`), {}, [`localhost:${port}`]);
  expect(own.status).toBe(200);
  names.stop();
});

test("a host of the manifest that no name server knows is resolved by this machine", async () => {
  const host = `localhost:${port}`;
  const url = new URL(`http://${host}/hello`);
  for (const resolve of [async () => [], () => Promise.reject(new Error("SERVFAIL"))]) {
    const own = createReach({ resolve, isAllowed: () => true });
    expect((await own(url, {}, [host])).status).toBe(200);
    expect((await catchFailure(own(url, {}, "public"))).code).toBe("address_failed");
  }
});

test("an IP address resolves to itself, in its own family, with or without brackets", async () => {
  expect(await resolveByOs("192.0.2.1")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  expect(await resolveByOs("2001:db8::1")).toEqual([{ address: "2001:db8::1", family: 6 }]);
  expect(getHostname(new URL("http://[2001:db8::1]:80/"))).toBe("2001:db8::1");
  expect(getHostname(new URL("http://a.test/"))).toBe("a.test");
});

test("a name under localhost is this machine, regardless of name servers", async () => {
  const resolve = resolveByServers(
    async () => ({ status: "found", records: ["203.0.113.66"] }) as never,
  );
  expect((await resolve("localhost."))[0]?.address).not.toBe("203.0.113.66");
  const below = await resolve("a.localhost").catch(() => []);
  expect(below.map(({ address }) => address)).not.toContain("203.0.113.66");
  expect((await resolve("localhost.example"))[0]?.address).toBe("203.0.113.66");
});

test("a host without any address isn't found", () => {
  expect(areAllowed([], () => true)).toBe(false);
});

test("the time of name resolution counts too", async () => {
  const slow = createReach({ resolve: () => new Promise(() => {}) });
  const error = await catchFailure(slow(new URL("http://a.test/"), { timeoutMs: 50 }, "public"));
  expect(error.code).toBe("address_timeout");
});

test("a redirect cannot lead away from a plugin's own hosts", async () => {
  const url = new URL(`http://a.test:${port}/to?url=http://c.test:${port}/hello`);
  const error = await catchFailure(reach(url, {}, [`a.test:${port}`]));
  expect(error.message).toBe(`Cannot follow a redirect to "c.test:${port}"`);
});

test("an offline hub resolves nothing and says what to configure", async () => {
  const before = resolved.length;
  const offline = createReach({ offline: true, resolve: async () => [local] });
  const error = await catchFailure(offline(new URL("http://a.test/"), {}, "public"));
  expect(error.code).toBe("upstream_unavailable");
  expect(error.message).toContain("HUB_OFFLINE=1");
  expect(resolved.length).toBe(before);
});
