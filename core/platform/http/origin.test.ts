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
  ["its page at its base", hub, { origin: "https://a.example" }, "https://a.example/hub", false],
  [
    "its page at an address",
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
    "a page whose name leads here",
    hub,
    { origin: "http://hub.example" },
    "https://a.example",
    true,
  ],
  ["an address that leads nowhere", hub, { origin: "http://192.0.2.1" }, "https://a.example", true],
  [
    "what a browser says is own",
    hub,
    { origin: "null", "sec-fetch-site": "same-origin" },
    undefined,
    false,
  ],
  ["what a person opens", hub, { "sec-fetch-site": "none" }, undefined, false],
  ["what a browser says is foreign", hub, { "sec-fetch-site": "cross-site" }, undefined, true],
  [
    "what a browser says is near",
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
