import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { firefox, linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604.1";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Creates a link with rules, whose targets are the paths of a host. */
async function ruled(...rules: object[]) {
  const targets = rules.map((rule, at) => ({ url: `https://example.com/${at}`, ...rule }));
  return hub.link({ url: "https://example.com/else", rules: targets });
}

/** Returns the path to which a visitor is redirected. */
async function follow(code: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await hub.click(code, headers);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "").pathname.slice(1);
}

describe("a rule applies by", () => {
  test("device: a system, or all of a kind", async () => {
    const { code } = await ruled({ devices: ["ios"] }, { devices: ["desktop"] });
    expect(await follow(code, { "user-agent": iphone })).toBe("0");
    expect(await follow(code, { "user-agent": windows })).toBe("1");
    expect(await follow(code, { "user-agent": "Mozilla/5.0 (Android 15; Mobile)" })).toBe("else");
  });

  test("the language that the browser prefers most", async () => {
    const { code } = await ruled({ languages: ["pt-BR"] }, { languages: ["de", "PT"] });
    const language = (text: string) => follow(code, { "accept-language": text });
    expect(await language("pt-br")).toBe("0");
    expect(await language("pt,en;q=0.9")).toBe("0");
    expect(await language("pt-PT,pt;q=0.9")).toBe("1");
    expect(await language("fr;q=0.3, de-CH;q=0.8, *;q=0.9")).toBe("1");
    expect(await language("en-US,en;q=0.9,de;q=0.8")).toBe("else");
    expect(await language(";;q=,,")).toBe("else");
    expect(await follow(code)).toBe("else");
  });

  test("the country of the visitor's address", async () => {
    const { code, rules } = await ruled({ countries: ["us"] }, { countries: ["UK", "IE"] });
    expect(rules[1].countries).toEqual(["GB", "IE"]);
    expect(await follow(code, { "x-forwarded-for": "8.8.8.8" })).toBe("0");
    expect(await follow(code, { "x-forwarded-for": "2a00:1450:4001:810::200e" })).toBe("1");
    expect(await follow(code, { "x-forwarded-for": "192.168.0.1" })).toBe("else");
  });

  test("time, from its first moment on, and until the last", async () => {
    const [from, until] = ["2026-02-01T00:00:00+01:00", "2026-02-02T00:00:00Z"];
    const { code, rules } = await ruled({ from, until });
    expect(rules[0]).toMatchObject({ from: "2026-01-31T23:00:00.000Z" });
    const begin = hub.clock.now;
    for (const [at, path] of [
      ["2026-01-31T22:59:59Z", "else"],
      ["2026-01-31T23:00:00Z", "0"],
      ["2026-02-01T23:59:59Z", "0"],
      ["2026-02-02T00:00:00Z", "else"],
    ] as const) {
      hub.clock.now = Date.parse(at);
      expect(await follow(code), at).toBe(path);
    }
    hub.clock.now = begin;
  });

  test("all of its conditions, and the first that applies counts", async () => {
    const { code } = await ruled(
      { devices: ["ios"], languages: ["de"] },
      { devices: ["ios"] },
      { languages: ["de"] },
    );
    const german = { "accept-language": "de" };
    expect(await follow(code, { "user-agent": iphone, ...german })).toBe("0");
    expect(await follow(code, { "user-agent": iphone })).toBe("1");
    expect(await follow(code, german)).toBe("2");
  });
});

test("browsers don't cache a redirect by rules", async () => {
  const { code } = await ruled({ devices: ["ios"] });
  expect((await hub.click(code)).headers.get("cache-control")).toBe("no-store");
});

test("rules apply to links with a limit, a password or forwarded parameters", async () => {
  const rules = [{ devices: ["linux"], url: "https://example.com/linux" }];
  const { code } = await hub.link({ rules, max_clicks: 1, forward_query: true });
  const answer = await hub.click(`${code}?a=1`);
  expect(answer.headers.get("location")).toBe("https://example.com/linux?a=1");
  expect((await hub.click(code)).status).toBe(410);
  const locked = await hub.link({ rules, password: "correct horse" });
  const body = { password: "correct horse" };
  const headers = { "user-agent": firefox };
  const unlocked = await hub.post(`/s/${locked.code}`, body, headers);
  expect(unlocked.headers.get("location")).toBe("https://example.com/linux");
});

test("the preview page names the targets of all rules", async () => {
  const { code } = await ruled({ devices: ["ios"] });
  const page = await (await hub.get(`/s/${code}+`)).text();
  for (const path of ["else", "0"]) expect(page).toContain(`https://example.com/${path}`);
});

test("links with rules are never reused, and an edit replaces all rules", async () => {
  const body = {
    url: "https://example.com/x",
    rules: [{ devices: ["ios"], url: "https://a.example/" }],
  };
  const [one, other] = [await json(await hub.shorten(body)), await json(await hub.shorten(body))];
  expect(one.code).not.toBe(other.code);
  const tagged = await json(await hub.edit(one.code, { utm: { source: "mail" } }));
  expect(tagged.rules[0].url).toBe("https://a.example/?utm_source=mail");
  expect((await json(await hub.edit(one.code, { rules: [] }))).rules).toEqual([]);
});

test.each([
  [{}, "body.rules.0 must have a condition: countries, devices, languages, from or until"],
  [
    { countries: ["DE", "EU"] },
    'body.rules.0.countries.1 must be a country code of ISO 3166-1, such as DE: it is "EU"',
  ],
  [
    { languages: ["german!"] },
    'body.rules.0.languages.0 must be a language tag, such as de or pt-BR: it is "german!"',
  ],
  [
    { from: "2026-02-01" },
    'body.rules.0.from must be an existing time with a time zone, such as 2030-01-31T12:00:00Z: it is "2026-02-01"',
  ],
  [
    { from: "2026-02-01T00:00:00Z", until: "2026-01-01T00:00:00Z" },
    'body.rules.0.until must be later than from: it is "2026-01-01T00:00:00Z"',
  ],
  [
    { devices: ["ios"], url: "javascript:alert(1)" },
    'body.rules.0.url must start with https:// or http://: it is "javascript:alert(1)"',
  ],
  [
    { devices: ["ios"], url: "http://localhost/s/a" },
    'body.rules.0.url must not point to this hub itself: it is "http://localhost/s/a"',
  ],
])("a rule is refused: %j", async (rule, message) => {
  const body = { url: "https://example.com/", rules: [{ url: "https://example.com/a", ...rule }] };
  const answer = await json(await hub.shorten(body));
  expect(answer.detail ?? answer.error).toContain(message);
});
