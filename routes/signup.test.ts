import { afterAll, describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { quietLog } from "../core/platform/log/log.ts";
import { browser, docsHub } from "../core/testing/docs-hub.ts";
import { runHub } from "../core/testing/running-hub.ts";

const hub = docsHub([]);
const warnings: string[] = [];
const log = { ...quietLog, warn: (message: string) => void warnings.push(message) };
const whole = await runHub({ TRUSTED_PROXIES: "127.0.0.1" }, log);
afterAll(() => whole.stop());

test("the form needs no script and leads to the key, which is shown once", async () => {
  const form = await (await hub.get("/signup")).text();
  expect(form).toContain('<form class="card" method="post" action="/signup">');
  const answer = await hub.send("/signup", { email: "me@example.com", name: "" });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain("<code>hub_secret</code>");
});

test("the key's page ends with a first call that has the key and succeeds", async () => {
  const answer = await fetch(`${whole.url}/signup`, {
    method: "POST",
    body: new URLSearchParams({ email: "first@example.com" }),
    headers: { ...browser, "x-forwarded-for": "192.0.2.77" },
  });
  const [, code = ""] =
    /<pre tabindex="0"><code>(curl [\s\S]*?)<\/code>/.exec(await answer.text()) ?? [];
  const [, url = "", key = ""] =
    /^curl &#x27;(.*?)&#x27; .*\n.*X-API-Key: (hub_\w+)/.exec(code) ?? [];
  const first = await fetch(url.replaceAll("&amp;", "&"), { headers: { "x-api-key": key } });
  expect([first.status, key.length]).toEqual([200, 42]);
});

test("a browser gets an error page, a program JSON", async () => {
  const page = await hub.send("/signup", { email: "<b>" });
  expect([page.status, page.headers.get("content-type")]).toEqual([
    400,
    "text/html; charset=utf-8",
  ]);
  expect(await page.text()).toContain("it is &quot;&lt;b&gt;&quot;");
  const answer = await hub.send("/signup", { email: "<b>" }, {});
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
});

test("there is no form if keys aren't issued", async () => {
  const closed = await docsHub([], { signup: "closed" }).get("/signup");
  expect(await closed.text()).not.toContain('method="post"');
});

test("the form issues a further key with an existing one, and an error page without one", async () => {
  const from = { "x-forwarded-for": "192.0.2.2" };
  const { api_key } = await json(await whole.post("/api-key", { email: "two@example.com" }, from));
  const send = (fields: Record<string, string>) =>
    fetch(`${whole.url}/signup`, {
      method: "POST",
      body: new URLSearchParams({ email: "Two@example.com", name: "", ...fields }),
      headers: { ...browser, ...from },
    });
  const refused = await send({ api_key: "" });
  expect(refused.status).toBe(409);
  const problem = await refused.text();
  expect(problem).toContain("email_taken");
  expect(problem).toContain("ask the operator of this hub to issue a new key for this account");
  const form = await (await fetch(`${whole.url}/signup`, { headers: browser })).text();
  expect(form).toContain('Lost all keys of your account? <a href="/login">Log in</a>');
  expect(await (await send({ api_key })).text()).toMatch(/<code>hub_\w{38}<\/code>/);
});

describe("a web page of another origin", () => {
  const email = "visitor@example.com";
  const { port } = whole;
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:5173" },
    { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example", "x-api-key": "hub_any" },
  ];
  test.each(foreign)("cannot sign up: %j", async (headers) => {
    for (const path of ["/api-key", "/signup", "/api-key/verify", "/signup/verify"]) {
      const code = path.endsWith("verify") && { code: "7K3M-Q9XA" };
      const body = new URLSearchParams({ email, ...code });
      const answer = await fetch(whole.url + path, { method: "POST", body, headers });
      expect([path, answer.status, (await json(answer)).code]).toEqual([
        path,
        403,
        "origin_not_allowed",
      ]);
    }
  });

  test("is distinguished from the hub's own", async () => {
    const from = { "x-forwarded-for": "192.0.2.3" };
    const origin = `http://127.0.0.1:${port}`;
    const post = async (address: string, headers: Record<string, string>) =>
      json(await whole.post("/api-key", { email: address }, { ...from, ...headers }));
    expect((await post("own@example.com", { origin })).api_key).toStartWith("hub_");
    const same = { origin: "null", "sec-fetch-site": "same-origin" };
    expect((await post("same@example.com", same)).api_key).toStartWith("hub_");
  });
});

test.each([
  ["X-Forwarded-For", (line: string) => ({ "x-forwarded-for": `[2001:db8:1:${line}::1]:50123` })],
  ["Forwarded", (line: string) => ({ forwarded: `for="[2001:db8:2:${line}::1]:50123"` })],
])("a /48 network has three times the sign-ups of a /64, by %s", async (_, from) => {
  const statuses: number[] = [];
  for (let line = 0; line < 20; line++) {
    const headers = from((line * 0x0c00).toString(16));
    const email = `${line}-${Object.keys(headers)[0]}@example.com`;
    statuses.push((await whole.post("/api-key", { email }, headers)).status);
  }
  expect(statuses).toEqual([...Array(15).fill(200), ...Array(5).fill(429)]);
});

test("an unreadable address is logged once", async () => {
  for (let call = 0; call < 2; call++)
    await whole.get("/try/uuid", { "x-forwarded-for": "203.0.113.1, unknown" });
  expect(warnings).toEqual([
    "Cannot read the caller's address in X-Forwarded-For: the caller counts as the proxy",
  ]);
});

test("a known address doesn't count towards the five sign-ups, but towards thirty attempts", async () => {
  const requestSignUp = async (email: string, office: string) => {
    const answer = await whole.post("/api-key", { email }, { "x-forwarded-for": office });
    const [, policy] = /^"(.*?)"/.exec(answer.headers.get("ratelimit-policy") ?? "") ?? [];
    return [answer.status, policy];
  };
  await requestSignUp("known@example.com", "192.0.2.50");
  for (let question = 0; question < 25; question++)
    expect(await requestSignUp("known@example.com", "192.0.2.51")).toEqual([409, "signup-look"]);
  for (let person = 0; person < 5; person++)
    expect((await requestSignUp(`office${person}@example.com`, "192.0.2.51"))[0]).toBe(200);
  expect(await requestSignUp("known@example.com", "192.0.2.51")).toEqual([429, "signup-look"]);
  expect(await requestSignUp("new@example.com", "192.0.2.51")).toEqual([429, "signup-look"]);
  for (let person = 0; person < 4; person++)
    expect((await requestSignUp(`other${person}@example.com`, "192.0.2.50"))[0]).toBe(200);
  expect(await requestSignUp("new@example.com", "192.0.2.50")).toEqual([429, "signup"]);
  expect(await requestSignUp("known@example.com", "192.0.2.50")).toEqual([409, "signup-look"]);
});

test("the form shares its limit with POST /api-key", async () => {
  const send = (email: string) =>
    fetch(`${whole.url}/signup`, {
      method: "POST",
      body: new URLSearchParams({ email }),
      headers: browser,
    });
  const page = await (await send("a@example.com")).text();
  const [key = ""] = /hub_\w+/.exec(page) ?? [];
  expect((await whole.get("/api-key", { "x-api-key": key })).status).toBe(200);
  for (const email of ["b@b.co", "c@b.co", "d@b.co", "e@b.co"])
    await whole.post("/api-key", { email });
  const refused = await send("f@example.com");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("rate_limited");
});

test("a 404 is a page for browsers, but not under /api", async () => {
  const lost = await whole.get("/nothing", browser);
  expect([lost.status, lost.headers.get("content-type")]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
  const api = await whole.get("/api/nothing", browser);
  expect(api.headers.get("content-type")).toBe("application/problem+json");
});
