import { describe, expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import { parseMirrors, withMirrors } from "./mirror.ts";

const mirrors = parseMirrors("api.example=http://127.0.0.1:4010/a/, b.example=https://mirror.test");
const reached: string[] = [];
const reach = withMirrors(async (url, _, hosts) => {
  reached.push(`${url} ${hosts}`);
  if (url.pathname === "/a/down")
    throw new HubError("upstream_unavailable", `Cannot reach "${url.host}"`);
  return new Response();
}, mirrors);

describe("a request", () => {
  test.each<[string, "public" | string[], string]>([
    [
      "https://api.example/v1?x=1",
      ["api.example"],
      "http://127.0.0.1:4010/a/v1?x=1 127.0.0.1:4010",
    ],
    [
      "https://b.example/",
      ["b.example", "c.example"],
      "https://mirror.test/ mirror.test,c.example",
    ],
    ["https://c.example/", ["b.example", "c.example"], "https://c.example/ c.example"],
    ["https://b.example/", "public", "https://b.example/ public"],
  ])("for %s of a service that may reach %p", async (url, hosts, expected) => {
    await reach(new URL(url), {}, hosts);
    expect(reached.at(-1)).toBe(expected);
  });
});

test("an error names the requested host, and not the mirror", async () => {
  const failure = reach(new URL("https://api.example/down"), {}, ["api.example"]);
  await expect(failure).rejects.toThrow('Cannot reach "api.example"');
});

test.each([
  "api.example",
  "=http://127.0.0.1",
  "api.example=ftp://127.0.0.1",
  "api.example=127.0.0.1:80",
  "https://api.example=http://127.0.0.1",
  "api.example=http://u:p@127.0.0.1",
  "api.example=http://127.0.0.1?x=1",
])("HUB_UPSTREAMS rejects %s", (text) => {
  expect(() => parseMirrors(text)).toThrow(`it has "${text}"`);
});
