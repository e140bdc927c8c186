import { expect, test } from "bun:test";
import { withBasePath } from "./base-path.ts";

const app = {
  server: null,
  fetch: ({ url }: Request) => {
    const headers = new Headers({ link: "</a>; rel=x, <https://b.example/>; rel=y" });
    headers.append("set-cookie", "a=1; Path=/; HttpOnly");
    headers.append("set-cookie", "b=2; path=/account");
    headers.append("set-cookie", "c=3");
    headers.set("location", url.endsWith("out") ? "//b.example/" : "/next");
    return new Response(url, { headers });
  },
};
const below = withBasePath(app, "https://example.com/tools");

test.each([
  ["/tools", "/"],
  ["/tools?x=1", "/?x=1"],
  ["/tools/", "/"],
  ["/tools/a?b=/tools/", "/a?b=/tools/"],
  ["/toolset", "/toolset"],
  ["/a/tools/", "/a/tools/"],
  ["/tools/tools/a", "/tools/a"],
])("%s is %s to the app", async (sent, seen) => {
  const answer = await below.fetch(new Request(`http://hub.example${sent}`));
  expect(await answer.text()).toBe(`http://hub.example${seen}`);
});

test("redirects, links and cookies include the base path, and other hosts are unchanged", async () => {
  const { headers } = await below.fetch(new Request("http://hub.example/a"));
  expect(headers.get("location")).toBe("/tools/next");
  expect(headers.get("link")).toBe("</tools/a>; rel=x, <https://b.example/>; rel=y");
  expect(headers.getSetCookie()).toEqual([
    "a=1; Path=/tools/; HttpOnly",
    "b=2; path=/tools/account",
    "c=3",
  ]);
  const out = await below.fetch(new Request("http://hub.example/out"));
  expect(out.headers.get("location")).toBe("//b.example/");
});

test("an app at the root is unchanged", () => {
  expect(withBasePath(app, "https://example.com")).toBe(app);
  expect(withBasePath(app, undefined)).toBe(app);
});
