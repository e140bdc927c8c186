import { describe, expect, test } from "bun:test";
import { followRedirect, getRedirectTarget, isRedirect } from "./http-redirect.ts";

test("five statuses are redirects", () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
  expect(statuses.filter(isRedirect)).toEqual([301, 302, 303, 307, 308]);
});

describe("the target of a redirect", () => {
  const from = new URL("https://example.com/a/b?c");
  const read = (location?: string) =>
    getRedirectTarget({ headers: new Headers(location === undefined ? {} : { location }) }, from);

  test("is relative to the request", () => {
    expect(read("d?e")?.href).toBe("https://example.com/a/d?e");
    expect(read("//other.example")?.href).toBe("https://other.example/");
  });

  test("may have bytes beyond ASCII", () => {
    expect(read("/\xc3\xa4\x80\xff")?.href).toBe("https://example.com/%C3%A4%80%FF");
  });

  test("is distinguished from none and an invalid one", () => {
    expect([read(), read("http://[")]).toEqual([undefined, null]);
  });
});

describe("the request after a redirect", () => {
  const headers = { authorization: "a", cookie: "b", host: "c", "content-type": "d", accept: "e" };
  const from = new URL("https://example.com/");
  const follow = (method: string, status: number, to = "https://example.com/x") =>
    followRedirect({ method, headers, body: "text" }, { from, to: new URL(to), status });

  test.each([
    ["POST", 307],
    ["POST", 308],
    ["GET", 301],
    ["HEAD", 303],
  ])("is a %s again after %d", (method, status) => {
    expect(follow(method, status)).toEqual({ method, headers, body: "text" });
  });

  test.each([301, 302, 303])("is a GET without a body after a POST and %d", (status) => {
    const { "content-type": _, ...others } = headers;
    expect(follow("POST", status)).toEqual({ method: "GET", headers: others, body: undefined });
  });

  test("has no credentials for another origin", () => {
    const { headers: sent } = follow("GET", 301, "http://example.com/x");
    expect(sent).toEqual({ "content-type": "d", accept: "e" });
  });

  test("doesn't change the request before", () => {
    const request = { method: "POST", headers: { cookie: "a" }, body: "text" };
    followRedirect(request, { from, to: new URL("https://other.example"), status: 303 });
    expect(request.headers).toEqual({ cookie: "a" });
  });
});
