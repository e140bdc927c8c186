import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { startProxy } from "../../testing/stand-in-proxy.ts";
import { createReach } from "./net.ts";
import { chooseProxy, openTunnel, parseProxy } from "./outbound-proxy.ts";

const host = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  routes: {
    "/hello": (request) => new Response(`hello ${request.headers.get("host")}`),
    "/post": async (request) => new Response(await request.text()),
    "/away": () => Response.redirect("http://other.test/"),
  },
});
const port = host.port ?? 0;
const proxy = await startProxy(port);
const { asked } = proxy;
afterAll(() => {
  proxy.stop();
  host.stop(true);
});
beforeEach(() => {
  asked.length = 0;
  proxy.status = "200 OK";
});

const publicAddress = { address: "93.184.215.14", family: 4 as const };
const privateAddress = { address: "10.0.0.7", family: 4 as const };

function createProxied(addresses = [publicAddress], direct: string[] = []) {
  const withUser = proxy.url.replace("//", "//user:p%40ss@");
  return createReach({ proxy: parseProxy(withUser, direct), resolve: async () => addresses });
}

describe("a request through a proxy", () => {
  test("goes to the checked address, and the host sees its own name", async () => {
    const answer = await createProxied()(new URL("http://api.test/hello"), {}, "public");
    expect(await answer.text()).toBe("hello api.test");
    expect(asked).toHaveLength(1);
    const [line, ...fields] = asked[0]?.split("\r\n") ?? [];
    expect(line).toBe("CONNECT 93.184.215.14:80 HTTP/1.1");
    expect(fields).toContain("Host: 93.184.215.14:80");
    expect(fields).toContain(`Proxy-Authorization: Basic ${btoa("user:p@ss")}`);
    expect(asked[0]).not.toContain("api.test");
  });

  test("can have a body, and a response with repeated headers", async () => {
    const init = { method: "POST", body: "x".repeat(100_000) };
    const answer = await createProxied()(new URL("http://api.test/post"), init, ["api.test"]);
    expect((await answer.text()).length).toBe(100_000);
  });

  test("never reaches a private address of a caller, nor by a redirect", async () => {
    const reach = createProxied([privateAddress]);
    const code = "address_not_allowed";
    await expect(reach(new URL("http://api.test/"), {}, "public")).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
    const turning = createReach({
      proxy: parseProxy(proxy.url),
      resolve: async (name) => [name === "api.test" ? publicAddress : privateAddress],
    });
    const away = turning(new URL("http://api.test/away"), {}, "public");
    await expect(away).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  test("reaches a private address that the operator has configured", async () => {
    const reach = createProxied([privateAddress]);
    expect((await reach(new URL("http://n8n.test/hello"), {}, ["n8n.test"])).status).toBe(200);
    expect(asked[0]).toStartWith("CONNECT 10.0.0.7:80 ");
  });

  test("fails in the hub's words if the proxy refuses", async () => {
    proxy.status = "403 Forbidden";
    const refused = createProxied()(new URL("http://api.test/"), {}, ["api.test"]);
    await expect(refused).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: 'Cannot reach "api.test"',
      cause: new Error('The proxy responded with "403"'),
    });
    const wrong = parseProxy("http://127.0.0.1:1");
    if (!wrong) throw new Error("There is no proxy");
    await expect(openTunnel(wrong, publicAddress, 80)).rejects.toThrow();
  });
});

test("this machine and the hosts of NO_PROXY are reached directly", () => {
  const direct = ["corp.example", ".intern.example", "10.0.0.0/8", "api.example:8443"];
  const corporate = parseProxy("http://proxy.example:3128", direct);
  const isProxied = (host: string, { port = 443, address = "93.184.215.14" } = {}) =>
    chooseProxy(corporate, { host, port, addresses: [{ address, family: 4 }] }) !== undefined;
  expect(isProxied("example.com")).toBe(true);
  expect(isProxied("notcorp.example")).toBe(true);
  expect(isProxied("api.example")).toBe(true);
  for (const host of ["corp.example", "CORP.example.", "wiki.corp.example", "a.intern.example"])
    expect(isProxied(host)).toBe(false);
  expect(isProxied("api.example", { port: 8443 })).toBe(false);
  expect(isProxied("example.com", { address: "10.1.2.3" })).toBe(false);
  expect(isProxied("example.com", { address: "127.0.0.1" })).toBe(false);
  const everything = parseProxy("http://proxy.example:3128", ["*"]);
  const target = { host: "example.com", port: 443, addresses: [publicAddress] };
  expect(chooseProxy(everything, target)).toBeUndefined();
});

test.each(["proxy.example:3128", "socks5://proxy.example", "http://proxy.example/path", "http://"])(
  "%s is no proxy address, and the error doesn't repeat it",
  (text) => {
    expect(() => parseProxy(text)).toThrow("HTTPS_PROXY must be the address of a proxy, such as");
    expect(parseProxy(undefined)).toBeUndefined();
  },
);
