import { expect, test } from "bun:test";
import { isForeignOrigin, isForeignPage } from "./origin.ts";

function send(url: string, headers: Record<string, string>): Request {
  return new Request(url, { method: "POST", headers });
}

const hub = "http://hub.example/signup";

test.each<[string, string, Record<string, string>, string | undefined, boolean]>([
  ["a program", hub, {}, undefined, false],
  ["the hub's own page", hub, { origin: "http://hub.example" }, undefined, false],
  ["its page behind a proxy with TLS", hub, { origin: "https://hub.example" }, undefined, false],
  [
    "its page at the base URL",
    hub,
    { origin: "https://a.example" },
    "https://a.example/hub",
    false,
  ],
  [
    "its page at an IP address",
    "http://192.0.2.1:3000/",
    { origin: "http://192.0.2.1:3000" },
    "https://a.example",
    false,
  ],
  [
    "its page at an IPv6 address",
    "http://[2001:db8::1]/",
    { origin: "http://[2001:db8::1]" },
    "https://a.example",
    false,
  ],
  ["a page of another site", hub, { origin: "https://evil.example" }, undefined, true],
  ["a page at another port", hub, { origin: "http://hub.example:8080" }, undefined, true],
  ["a page without an origin", hub, { origin: "null" }, undefined, true],
  [
    "a page whose host name resolves to the hub",
    hub,
    { origin: "http://hub.example" },
    "https://a.example",
    true,
  ],
  ["an invalid origin", hub, { origin: "http://192.0.2.1" }, "https://a.example", true],
  [
    "a request marked as same-origin",
    hub,
    { origin: "null", "sec-fetch-site": "same-origin" },
    undefined,
    false,
  ],
  ["a request marked as user-initiated", hub, { "sec-fetch-site": "none" }, undefined, false],
  ["a request marked as cross-site", hub, { "sec-fetch-site": "cross-site" }, undefined, true],
  [
    "a request marked as same-site",
    hub,
    { origin: "http://hub.example", "sec-fetch-site": "same-site" },
    undefined,
    true,
  ],
])("%s", (_, url, headers, baseUrl, isForeign) => {
  expect(isForeignPage(send(url, headers), baseUrl)).toBe(isForeign);
});

test.each<[string | null, string | undefined, boolean]>([
  [null, undefined, false],
  ["http://localhost:6274", undefined, false],
  ["http://[::1]", "https://a.example", false],
  ["https://a.example", "https://a.example/hub", false],
  ["https://a.example", undefined, true],
  ["https://b.example", "https://a.example", true],
  ["null", undefined, true],
])("of %j with base %j the page's origin is foreign: %j", (origin, baseUrl, isForeign) => {
  expect(isForeignOrigin(origin, baseUrl)).toBe(isForeign);
});
