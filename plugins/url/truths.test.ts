import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json } from "hub/testing";
import { linkHub } from "./link-hub.fixture.ts";

/** The target of /start, on any host. */
const page = { location: "" };
function answer(request: Request): Response {
  const isStart = new URL(request.url).pathname === "/start";
  return new Response("", {
    status: isStart ? 302 : 200,
    headers: { "content-type": "text/html", ...(isStart && { location: page.location }) },
  });
}

const hub = await linkHub({ net: { "*": answer, "example.com": answer } });

async function leadsTo(url: string): Promise<string | null> {
  const { code, original_url } = await hub.link({ url });
  const location = (await hub.click(code)).headers.get("location");
  expect(location).toBe(original_url);
  return location;
}

// The URL standard, https://url.spec.whatwg.org/, and its tests in web-platform-tests.
test.each([
  ["http://EXAMPLE.com", "http://example.com/"],
  ["HTTPS://example.com:443/", "https://example.com/"],
  ["http://example.com:0080/", "http://example.com/"],
  ["https://example.com:80/", "https://example.com:80/"],
  ["http:example.com/", "http://example.com/"],
  ["http:\\\\example.com\\a\\b", "http://example.com/a/b"],
  ["http://example.com/a/./b/../c", "http://example.com/a/c"],
  ["http://example.com/%2e/a/%2E%2e/b", "http://example.com/b"],
  ["http://example.com/a%2fb%7Ec", "http://example.com/a%2fb%7Ec"],
  [
    "http://example.com/\u{1F600}?\u{1F600}#\u{1F600}",
    "http://example.com/%F0%9F%98%80?%F0%9F%98%80#%F0%9F%98%80",
  ],
  ['http://example.com/"<>^`{|}', "http://example.com/%22%3C%3E%5E%60%7B|%7D"],
  ["http://example.com/?\"<>'`{|}", "http://example.com/?%22%3C%3E%27`{|}"],
  ["http://example.com/#\"<>'`{|}", "http://example.com/#%22%3C%3E'%60{|}"],
  ["http://example.com/??#?#", "http://example.com/??#?#"],
  ["http://example.com/?", "http://example.com/?"],
  ["http://example.com/%zz%", "http://example.com/%zz%"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ["https://faß.example/", "https://xn--fa-hia.example/"],
  ["https://ＧＯ．example/", "https://go.example/"],
  ["https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"],
  ["http://192.0x00A80001/", "http://192.168.0.1/"],
  ["http://[2001:DB8:0:0:0:0:0:1]/", "http://[2001:db8::1]/"],
])("a link to %s leads to %s", async (url, written) => {
  expect(await leadsTo(url)).toBe(written);
});

const segment = fc.string({
  unit: fc.constantFrom(..."aZ09-._~!$&'()*+,;=:@%ü日\u{1F600}\"<>{}|^`"),
  maxLength: 8,
});
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
const rest = fc
  .tuple(path, fc.option(segment), fc.option(segment))
  .map(
    ([path, query, hash]) =>
      path + (query === null ? "" : `?${query}`) + (hash === null ? "" : `#${hash}`),
  );
const host = fc.constantFrom(
  "example.com",
  "EXAMPLE.com:8443",
  "bücher.example",
  "例え.テスト",
  "1.1.1.1",
  "[2606:4700::1111]",
);
const address = fc.tuple(host, rest).map(([host, rest]) => `https://${host}${rest}`);

test("a link leads to the given URL, normalized by the URL standard", async () => {
  await fc.assert(
    fc.asyncProperty(address, async (url) => {
      expect(await leadsTo(url)).toBe(new URL(url).href);
    }),
    cases(100),
  );
});

test("a page that redirects with raw UTF-8 leads to the same URL as a direct link", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(address, path), async (target) => {
      const next = URL.parse(target, "https://example.com/start");
      fc.pre(next !== null && next.pathname !== "/start");
      page.location = Buffer.from(target).toString("latin1");
      const answer = await json(await hub.get("/api/url/metadata?url=https://example.com/start"));
      expect(answer.final_url).toBe(next?.href);
    }),
    cases(60),
  );
});

const firefox = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
const looks: { path?: string; method?: string; headers?: Record<string, string> }[] = [
  { path: "+" },
  { method: "HEAD" },
  { headers: { "sec-purpose": "prefetch" } },
  { headers: { "user-agent": "Slackbot-LinkExpanding 1.0" } },
];

test("a link redirects as often as its limit allows, despite previews in between", async () => {
  const visit = fc.option(fc.constantFrom(...looks));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(visit, { maxLength: 12 }),
      async (max, visits) => {
        const { code } = await hub.link({ max_clicks: max });
        let left = max;
        for (const look of visits) {
          const { path = "", method = "GET", headers = {} } = look ?? {};
          const request = new Request(`http://localhost/s/${code}${path}`, {
            method,
            headers: { ...firefox, ...headers },
          });
          const { status } = await hub.fetch(request);
          if (left === 0) expect(status).toBe(410);
          else if (look === null) expect(status).toBe(302);
          else expect([200, 403]).toContain(status);
          if (look === null && left > 0) left--;
          expect((await json(await hub.stats(code))).clicks_left).toBe(left);
        }
      },
    ),
    cases(20),
  );
});

test("no code is issued twice", async () => {
  const codes = new Set<string>();
  for (let index = 0; index < 200; index++) codes.add((await hub.link()).code);
  expect(codes.size).toBe(200);
});
