import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { firefox, linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();
const url = "https://example.com/page";

test("a link redirects, and hides the referrer from the target and the link from search engines", async () => {
  const { code } = await hub.link({ url: "https://example.com/ü?a=b#c" });
  const answer = await hub.click(code);
  expect([answer.status, await answer.text()]).toEqual([302, ""]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: "https://example.com/%C3%BC?a=b#c",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "cache-control": "private, max-age=90",
  });
});

test("browsers don't cache a link that may expire", async () => {
  for (const options of [{ max_clicks: 5 }, { expires_in: 3600 }]) {
    const { code } = await hub.link(options);
    expect((await hub.click(code)).headers.get("cache-control")).toBe("no-store");
  }
});

test("an unknown code fails with 404, whatever its characters", async () => {
  for (const code of [
    "nothing",
    "ab",
    "a.b",
    "a%2Fb",
    "%00",
    "%0d%0aLocation:%20x",
    "x".repeat(99),
  ]) {
    const answer = await hub.click(code);
    expect([answer.status, (await json(answer)).code], code).toEqual([404, "not_found"]);
    expect(answer.headers.get("location")).toBeNull();
  }
});

test("a random code is case-sensitive, and a custom one isn't", async () => {
  const { code } = await hub.link();
  expect((await hub.click(code.toUpperCase())).status).toBe(404);
  await hub.link({ code: "MySale" });
  expect((await hub.click("mysale")).status).toBe(302);
});

describe("a link is gone", () => {
  const expectGone = async (code: string) => {
    const answer = await hub.click(code);
    expect([answer.status, answer.headers.get("location")]).toEqual([410, null]);
    return (await json(answer)).detail;
  };

  test("after its expiry, even if it was followed a moment before", async () => {
    const { code } = await hub.link({ expires_in: 60 });
    hub.clock.now += 59_999;
    expect((await hub.click(code)).status).toBe(302);
    hub.clock.now += 1;
    expect(await expectGone(code)).toBe(`The short link "${code}" has expired`);
  });

  test("while its owner disables it", async () => {
    const { code } = await hub.link();
    await hub.click(code);
    await hub.edit(code, { enabled: false });
    expect(await expectGone(code)).toContain("was disabled by its owner");
    expect((await hub.get(`/s/${code}+`)).status).toBe(410);
    await hub.edit(code, { enabled: true });
    expect((await hub.click(code)).status).toBe(302);
  });

  test("when the operator blocks its host", async () => {
    const strict = await linkHub({ env: { HUB_URL_BLOCKED: "example.com" } });
    const answer = await strict.click("spring-sale");
    expect([answer.status, (await json(answer)).code]).toEqual([410, "link_gone"]);
  });

  test("when its limit is used up", async () => {
    const { code } = await hub.link({ max_clicks: 1 });
    expect((await hub.click(code)).status).toBe(302);
    expect(await expectGone(code)).toContain("has reached its click limit: 1");
  });
});

test("a link with a limit of ten redirects ten of a hundred simultaneous calls", async () => {
  const { code } = await hub.link({ max_clicks: 10 });
  const answers = await Promise.all(Array.from({ length: 100 }, () => hub.click(code)));
  expect(answers.filter(({ status }) => status === 302).length).toBe(10);
  expect(answers.filter(({ status }) => status === 410).length).toBe(90);
  expect((await json(await hub.stats(code))).clicks_left).toBe(0);
});

describe("bots use up no redirect of a link with a limit, and don't see its target:", () => {
  const looks = async (headers: Record<string, string>, method = "GET") => {
    const { code } = await hub.link({ url: "https://example.com/secret", max_clicks: 1 });
    const request = () => new Request(`http://localhost/s/${code}`, { method, headers });
    const answer = await hub.fetch(request());
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.text()).not.toContain("secret");
    expect(await json(await hub.stats(code))).toMatchObject({ clicks: 0, clicks_left: 1 });
    expect((await hub.click(code)).status).toBe(302);
    expect((await hub.fetch(request())).status).toBe(410);
    expect((await hub.get(`/s/${code}+`)).status).toBe(410);
    return answer.status;
  };

  test("HEAD", async () => {
    expect(await looks({ "user-agent": firefox }, "HEAD")).toBe(200);
  });

  test.each([
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { "x-moz": "prefetch" },
  ])("a prefetching browser, %j", async (headers) => {
    expect(await looks({ "user-agent": firefox, ...headers })).toBe(403);
  });

  test.each([
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0 A",
    "TelegramBot (like TwitterBot)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.example/)",
    "Viber/13.0",
    "curl/8.5.0",
    "python-requests/2.32",
    "",
  ])("%s", async (agent) => {
    expect(await looks({ "user-agent": agent })).toBe(200);
  });
});

test("clicks and clicks left add up to the limit, also after it was set again", async () => {
  const { code } = await hub.link();
  const clickTwice = async () => [await hub.click(code), await hub.click(code)];
  const read = async () => {
    const { clicks, clicks_left } = await json(await hub.stats(code));
    return [clicks, clicks_left];
  };
  await clickTwice();
  await hub.edit(code, { max_clicks: 5 });
  await clickTwice();
  await hub.click(code, { "user-agent": "Viber/13.0" });
  expect(await read()).toEqual([4, 3]);
  await hub.edit(code, { max_clicks: null });
  await clickTwice();
  await hub.edit(code, { max_clicks: 2 });
  expect(await read()).toEqual([6, 2]);
  await clickTwice();
  expect((await hub.click(code)).status).toBe(410);
  expect(await read()).toEqual([8, 0]);
});

test("a person whose browser is mistaken for a bot continues by the form of the preview", async () => {
  const { code } = await hub.link({ max_clicks: 1 });
  const text = await (await hub.click(code, { "user-agent": "Snapbot browser" })).text();
  expect(text).toContain(`<form method="post" action="${code}">`);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const on = await hub.post(`/s/${code}`, "password=", form);
  expect([on.status, on.headers.get("location")]).toEqual([303, url]);
  expect((await hub.click(code)).status).toBe(410);
});

test("a HEAD request returns the target of a link without a limit, and isn't a click", async () => {
  const { code } = await hub.link();
  for (let round = 0; round < 2; round++) {
    const head = await hub.fetch(new Request(`http://localhost/s/${code}`, { method: "HEAD" }));
    expect([head.status, head.headers.get("location")]).toEqual([302, url]);
  }
  expect((await json(await hub.stats(code))).clicks).toBe(0);
});

describe("the fallback of a link that has expired", () => {
  const fallback = { expired_url: "https://example.org/over" };

  test("is where visitors are redirected, uncached, after its time", async () => {
    const { code, expired_url } = await hub.link({ expires_in: 60, ...fallback });
    expect(expired_url).toBe("https://example.org/over");
    expect((await hub.click(code)).headers.get("location")).toBe(url);
    hub.clock.now += 60_000;
    const answer = await hub.click(code);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, fallback.expired_url]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await json(await hub.stats(code))).clicks).toBe(1);
  });

  test("applies to the click limit, but not to a link that is disabled", async () => {
    const { code } = await hub.link({ max_clicks: 1, ...fallback });
    const to = async () => (await hub.click(code)).headers.get("location");
    expect([await to(), await to(), await to()]).toEqual([
      url,
      fallback.expired_url,
      fallback.expired_url,
    ]);
    await hub.edit(code, { expired_url: null });
    expect((await hub.click(code)).status).toBe(410);
    await hub.edit(code, { ...fallback, enabled: false });
    expect((await hub.click(code)).status).toBe(410);
  });

  test("is sent after the password form, too", async () => {
    const { code } = await hub.link({ expires_in: 60, password: "12345678", ...fallback });
    hub.clock.now += 60_000;
    const answer = await hub.post(`/s/${code}`, { password: "wrong one" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, fallback.expired_url]);
  });

  test("must be a web address outside the hub, and isn't used if its host is blocked", async () => {
    for (const expired_url of ["javascript:alert(1)", "http://localhost/s/abc"]) {
      const answer = await hub.shorten({ url, expired_url });
      expect((await json(answer)).errors[0].location).toBe("body.expired_url");
    }
    const strict = await linkHub({ env: { HUB_URL_BLOCKED: "example.org" } });
    const answer = await strict.shorten({ url, expires_in: 60, ...fallback });
    expect(answer.status).toBe(403);
  });

  test("makes a link different from one without it", async () => {
    const plain = await json(await hub.shorten({ url: `${url}/fallback` }));
    const other = await json(await hub.shorten({ url: `${url}/fallback`, ...fallback }));
    expect(other.code).not.toBe(plain.code);
    const again = await json(await hub.shorten({ url: `${url}/fallback` }));
    expect(again).toMatchObject({ code: plain.code, expired_url: null });
  });
});

describe("the query parameters of a visitor", () => {
  test("are accepted and dropped, however odd", async () => {
    const { code } = await hub.link();
    for (const query of [
      "?fbclid=1&fbclid=2",
      "?a[]=1&b",
      "?&&=",
      "?__proto__=1&api_key=x",
      "?off=50%",
      "?a=%ff",
    ])
      expect((await hub.click(code + query)).headers.get("location")).toBe(url);
  });

  test("are appended to the link's own if enabled, except for an API key", async () => {
    const { code } = await hub.link({ url: `${url}?a=1#d`, forward_query: true });
    const to = async (query: string) => (await hub.click(code + query)).headers.get("location");
    expect(await to("?b=x%26y&c=ü&api_key=secret")).toBe(`${url}?a=1&b=x%26y&c=%C3%BC#d`);
    expect(await to("?a=2")).toBe(`${url}?a=1#d`);
    expect(await to("?b=1&c=2&b=3&b=1,2&a=2&a=3")).toBe(`${url}?a=1&b=1&b=3&b=1%2C2&c=2#d`);
    expect(await to("?x=%0d%0aSet-Cookie:%20a")).toBe(`${url}?a=1&x=%0D%0ASet-Cookie%3A+a#d`);
    expect(await to("?off=50%&b=%FFc%C3%BC%zz")).toBe(
      `${url}?a=1&off=50%25&b=%EF%BF%BDc%C3%BC%25zz#d`,
    );
    expect(await to(`?x=${"y".repeat(5000)}`)).toBe(`${url}?a=1#d`);
  });
});

describe("a link with a password", () => {
  const password = "correct horse";
  const send = (code: string, body: object | string, headers = {}) =>
    hub.post(`/s/${code}`, body, headers);

  test("asks for it, and reveals nothing before", async () => {
    const { code } = await hub.link({ password });
    const answer = await hub.click(code);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Form realm="short link"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.text();
    expect(text).toContain('<form method="post">');
    expect(text).not.toContain("example.com");
    expect(await (await hub.get(`/s/${code}+`)).text()).not.toContain("example.com");
  });

  test("redirects with the right password, from a form or JSON, with the parameters", async () => {
    const { code } = await hub.link({ password, forward_query: true });
    const form = await hub.post(`/s/${code}?a=1`, new URLSearchParams({ password }).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([form.status, form.headers.get("location")]).toEqual([303, `${url}?a=1`]);
    expect((await send(code, { password })).status).toBe(303);
  });

  test("asks again after a wrong password, and repeats nothing", async () => {
    const { code } = await hub.link({ password });
    const answer = await send(code, { password: "<script>wrong" });
    expect([answer.status, answer.headers.get("location")]).toEqual([401, null]);
    const text = await answer.text();
    expect(text).toContain("Wrong password");
    expect(text).not.toContain("wrong");
    expect((await send(code, {})).status).toBe(400);
  });

  test("counts towards its limit when it redirects, and not when it asks", async () => {
    const { code } = await hub.link({ password, max_clicks: 1 });
    await hub.click(code);
    await send(code, { password: "wrong" });
    expect((await send(code, { password })).status).toBe(303);
    expect((await send(code, { password })).status).toBe(410);
    expect((await json(await hub.stats(code))).clicks).toBe(1);
  });

  test("without a password ignores a submitted one", async () => {
    const { code } = await hub.link();
    expect((await send(code, { password })).status).toBe(303);
    expect((await send("nothing", { password })).status).toBe(404);
  });
});

describe("a preview", () => {
  const fetchPreview = async (code: string) => (await hub.get(`/s/${code}+`)).text();

  test("shows the target of a link, and doesn't count", async () => {
    const { code } = await hub.link({ url: `${url}?a=1&b=2`, title: "A title" });
    const text = await fetchPreview(code);
    expect(text).toContain(`<p class="target">${url}?a=1&amp;b=2</p>`);
    expect(text).toContain("Title given by the owner: “A title”");
    expect(text).toContain('rel="noopener noreferrer nofollow"');
    expect((await json(await hub.stats(code))).clicks).toBe(0);
  });

  test("has no active or external content, whatever it shows", async () => {
    const hostile = `"><script>alert(1)</script>'`;
    const { code } = await hub.link({ url: `${url}?${encodeURI(hostile)}'`, title: hostile });
    const answer = await hub.get(`/s/${code}+`);
    expect(answer.headers.get("content-security-policy")).toStartWith("default-src 'none';");
    expect(await answer.text()).not.toContain("<script");
  });

  test("reports what is unusual about the host name", async () => {
    const { code } = await hub.link({ url: "https://аррӏе.com/" });
    const text = await fetchPreview(code);
    expect(text).toContain("https://xn--80ak6aa92e.com/");
    expect(text).toContain("<strong>аррӏе.com</strong>");
    expect(text).toContain("look like Latin letters");
  });

  test("shows only the host of a link with a limit", async () => {
    const { code } = await hub.link({ url: "https://example.com/secret", max_clicks: 1 });
    const text = await fetchPreview(code);
    expect(text).toContain('<p class="target">example.com</p>');
    expect(text).not.toContain("secret");
    expect((await hub.click(code)).status).toBe(302);
  });
});

test("a link is looked up again after a second", async () => {
  const { code } = await hub.link();
  await hub.click(code);
  hub.clock.now += 1000;
  expect((await hub.click(code)).status).toBe(302);
});

test("a permanent link redirects with 301, until its owner changes that", async () => {
  const { code, permanent } = await hub.link({ permanent: true });
  expect([permanent, (await hub.click(code)).status]).toEqual([true, 301]);
  await hub.edit(code, { permanent: false });
  expect((await hub.click(code)).status).toBe(302);
  const plain = await json(await hub.shorten({ url: "https://example.com/301" }));
  const other = await json(await hub.shorten({ url: "https://example.com/301", permanent: true }));
  expect([other.reused, other.code === plain.code]).toEqual([false, false]);
});
