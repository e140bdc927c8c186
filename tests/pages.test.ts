import { afterAll, describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { browser, docsHub } from "../core/docs/docs-hub.ts";
import { isPage, operationIdOf } from "../core/docs/openapi.ts";
import { hostile, samplePlugin } from "../core/docs/sample-plugin.ts";
import { exampleRequest } from "../core/example.ts";
import { loadAll } from "../core/load-all.ts";
import { runHub } from "./running-hub.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`]);
const hub = docsHub([...plugins, samplePlugin]);

async function text(path: string, headers: Record<string, string> = browser): Promise<string> {
  const answer = await hub.get(path, headers);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

describe("each of the hub's own routes", () => {
  const keyless = hub.view.own.routes.filter(
    ({ method, path }) => !path.startsWith("/api-key") || method === "POST",
  );
  test.each(keyless.map((loaded) => [`${loaded.method} ${loaded.path}`, loaded] as const))(
    "%s answers its example",
    async (_, loaded) => {
      const answer = await hub.fetch(exampleRequest(loaded));
      expect(answer.status, await answer.clone().text()).toBe(200);
    },
  );
});

test("every link of every page leads somewhere, and so does its anchor", async () => {
  const ids = new Map<string, Set<string>>();
  const links: { from: string; to: string }[] = [];
  const waiting = ["/"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (ids.has(path)) continue;
    const answer = await hub.get(path, browser);
    expect([path, answer.status]).toEqual([path, 200]);
    const isHtml = answer.headers.get("content-type")?.startsWith("text/html");
    const found = await scan(isHtml ? await answer.text() : "");
    ids.set(path, found.ids);
    for (const link of found.links) {
      const to = new URL(link, `http://localhost${path}`);
      // A trial of a real service may need the network, which this test has not.
      if (to.origin !== "http://localhost" || to.pathname.startsWith("/try/")) continue;
      links.push({ from: path, to: to.pathname + to.search + to.hash });
      waiting.push(to.pathname + to.search);
    }
  }
  const lost = links.filter(({ to }) => {
    const [path = "", anchor] = to.split("#");
    return anchor !== undefined && !ids.get(path)?.has(anchor);
  });
  expect(lost).toEqual([]);
  expect(ids.size).toBeGreaterThan(plugins.length + 10);
});

/** The links and the ids of a page. */
async function scan(markup: string) {
  const links: string[] = [];
  const ids = new Set<string>();
  const attributes = new HTMLRewriter()
    .on("[href]", { element: (element) => void links.push(element.getAttribute("href")!) })
    .on("[src]", { element: (element) => void links.push(element.getAttribute("src")!) })
    .on("[id]", { element: (element) => void ids.add(element.getAttribute("id")!) });
  await attributes.transform(new Response(markup)).text();
  return { links: links.filter((link) => !link.startsWith("data:")), ids };
}

test("a service's page shows each of its endpoints", async () => {
  for (const plugin of plugins) {
    const page = await text(`/documentation/${plugin.name}`);
    for (const { method, path } of plugin.routes)
      expect(page).toContain(`id="${operationIdOf(method, path)}"`);
  }
});

test("samples name the address that the reader came by, unless the operator gave one", async () => {
  const unnamed = docsHub([samplePlugin], { baseUrl: () => undefined });
  for (const origin of ["http://one.example:3000", "http://two.example"]) {
    const answer = await unnamed.fetch(new Request(`${origin}/documentation/sample`));
    expect(await answer.text()).toContain(`${origin}/api/sample/order`);
  }
  const named = await hub.fetch(new Request("http://one.example/documentation/sample"));
  expect(await named.text()).toContain("https://hub.example/api/sample/order");
});

test("no page lets through the markup of a plugin's texts", async () => {
  const pages = ["/", "/documentation", "/documentation/sample", "/documentation/errors"];
  for (const path of [...pages, "/documentation/limits", "/problems/too_plain", "/try", "/docs"])
    expect(await text(path), path).not.toContain(hostile);
  expect(await text("/documentation/sample")).toContain("&lt;script&gt;alert(");
});

test("pages load nothing from other hosts and run no script of their own", async () => {
  for (const { path } of hub.view.own.routes.filter(isPage)) {
    if (path.includes(":")) continue;
    const answer = await hub.get(path, browser);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    expect(await answer.text()).not.toMatch(/(?:src|action)="(?:https?:)?\/\//);
  }
});

test("the policy of the reference allows the one script that starts it", async () => {
  const answer = await hub.get("/docs");
  const [, script = ""] = (await answer.text()).split("<script>");
  const digest = new Bun.CryptoHasher("sha256").update(script.split("</script>")[0]!);
  expect(answer.headers.get("content-security-policy")).toContain(
    `'sha256-${digest.digest("base64")}'`,
  );
});

test("the reference of one service loads its document alone", async () => {
  expect(await text("/docs?service=sample")).toContain('"url":"/openapi.json?service=sample"');
  const answer = await hub.get(`/docs?service=${encodeURIComponent("</script>")}`);
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe("query.service");
});

test("the document has an ETag, and 304 for who has it", async () => {
  const first = await hub.get("/openapi.json");
  const etag = first.headers.get("etag")!;
  expect(first.headers.get("cache-control")).toBe("no-cache");
  expect((await hub.get("/openapi.json", { "if-none-match": etag })).status).toBe(304);
  const other = await hub.get("/openapi.json?service=sample");
  expect(other.headers.get("etag")).not.toBe(etag);
});

test("the document is the same in YAML, and where others look for it", async () => {
  const document = await json(await hub.get("/openapi.json"));
  expect(Bun.YAML.parse(await text("/openapi.yaml"))).toEqual(document);
  expect(await json(await hub.get("/docs/json"))).toEqual(document);
});

test("assets are kept for ever and sent zipped to who takes it", async () => {
  const [, url = ""] = /href="(\/assets\/style\.css[^"]*)"/.exec(await text("/")) ?? [];
  const plain = await hub.get(url);
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(plain.headers.get("content-type")).toBe("text/css; charset=utf-8");
  const zipped = await hub.get(url, { "accept-encoding": "gzip, br" });
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  const bytes = Bun.gunzipSync(new Uint8Array(await zipped.arrayBuffer()));
  expect(new TextDecoder().decode(bytes)).toBe(await plain.text());
});

test("a service or a code that does not exist is 404 and named", async () => {
  for (const path of ["/documentation/nothing", "/problems/nothing"]) {
    const answer = await hub.get(path);
    expect(answer.status).toBe(404);
    expect((await json(answer)).detail).toContain('"nothing"');
  }
});

test("a code's page says what it means, in JSON to who asks", async () => {
  expect(await text("/problems/rate_limited")).toContain("Retry-After");
  const answer = await json(await hub.get("/problems/too_plain", { accept: "application/json" }));
  expect(answer.meanings).toEqual([
    {
      service: "sample",
      status: 422,
      title: `It is ${hostile}`,
      advice: expect.stringContaining("unless it is changed"),
    },
  ]);
});

test("/try lists addresses that answer, as JSON or as forms", async () => {
  const { samples } = await json(await hub.get("/try"));
  const sample = samples.find(({ service }: { service: string }) => service === "sample");
  expect(sample).toEqual({
    service: "sample",
    path: "/try/say/{word}",
    url: "https://hub.example/try/say/it's?loud=true",
    summary: `Say ${hostile}`,
  });
  expect(await json(await hub.get("/try/say/it's?loud=true"))).toEqual({ said: "it's" });
  expect(await text("/try")).toContain('data-path="/try/say/:word"');
});

test("/services tells what each service asks for and what it has been given", async () => {
  const broken = [{ name: "odd", dir: "/odd", reason: 'Cannot load plugin "odd": it is odd' }];
  const denying = docsHub([samplePlugin], { denied: () => ["net", "run"], broken });
  const answer = await json(await denying.get("/services"));
  expect(answer.endpoints).toBe(3);
  expect(answer.services[0].permissions).toEqual({
    requested: { net: ["api.example"], kv: true },
    granted: { kv: true },
    denied: ["net"],
  });
  expect(answer.broken).toEqual([{ name: "odd", reason: broken[0]?.reason }]);
});

test("/readyz names what was left out, and is 503 with the reason when the store fails", async () => {
  const broken = [{ name: "odd", dir: "/odd", reason: "It is odd" }];
  const ready = await docsHub([samplePlugin], { broken }).get("/readyz");
  expect(await json(ready)).toMatchObject({ status: "ready", services: 1, broken: ["odd"] });
  const store = { ok: false, detail: "Cannot read the keys" };
  const failing = await docsHub([], { ready: () => ({ store }) }).get("/readyz");
  expect(failing.status).toBe(503);
  expect(await json(failing)).toMatchObject({
    code: "store_unavailable",
    detail: "The hub is not ready: store: Cannot read the keys",
    checks: { store },
  });
});

test("/livez, /healthz and /version answer in JSON and as plain text", async () => {
  expect(await text("/livez", { accept: "text/plain" })).toBe("ok");
  expect(await text("/healthz", { accept: "text/plain" })).toBe("ok");
  expect(await text("/version", { accept: "text/plain" })).toBe("1.2.3");
  expect(await json(await hub.get("/version"))).toMatchObject({
    commit: "abc1234",
    started_at: "2026-01-02T03:04:05.000Z",
  });
});

test("/llms.txt has a line for every endpoint", async () => {
  const lines = (await text("/llms.txt")).split("\n");
  for (const { routes } of hub.view.plugins)
    for (const { method, path, route } of routes)
      expect(lines).toContain(`- ${method} ${path.replace(/:(\w+)/g, "{$1}")}: ${route.summary}`);
});

test("/robots.txt keeps crawlers off the endpoints", async () => {
  expect((await text("/robots.txt")).split("\n")).toContain("Disallow: /api/");
});

test("/ is a page, and JSON to who asks", async () => {
  expect(await text("/", {})).toContain("<h1>Utility hub</h1>");
  const { links } = await json(await hub.get("/", { accept: "application/json" }));
  for (const path of Object.values<string>(links)) await text(path);
});

describe("sign-up", () => {
  test("needs no script, and shows the key once", async () => {
    expect(await text("/signup")).toContain('<form class="card" method="post" action="/signup">');
    const answer = await hub.send("/signup", { email: "me@example.com", name: "" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("<code>hub_secret</code>");
  });

  test("shows a browser what was wrong as a page, and anybody else as JSON", async () => {
    const answer = await hub.send("/signup", { email: "<b>" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toStartWith("text/html");
    expect(await answer.text()).toContain("it is &quot;&lt;b&gt;&quot;");
    const request = exampleRequest(
      hub.view.own.routes.find(({ file }) => file === "signup.post.ts")!,
    );
    const other = await hub.fetch(new Request(request.url, { method: "POST", body: "{}" }));
    expect(other.headers.get("content-type")).toBe("application/problem+json");
  });

  test("offers no form where keys are not issued", async () => {
    const closed = await docsHub([], { signup: "closed" }).get("/signup");
    expect(await closed.text()).not.toContain("<form");
  });
});

describe("a whole hub", async () => {
  const whole = await runHub();
  afterAll(() => whole.stop());

  test("limits the form as it limits POST /api-key", async () => {
    const send = (email: string) =>
      fetch(`${whole.url}/signup`, {
        method: "POST",
        body: new URLSearchParams({ email }),
        headers: browser,
      });
    const [, key] =
      /<code>(hub_\w+)<\/code>/.exec(await (await send("a@example.com")).text()) ?? [];
    expect((await whole.get("/api-key", { "x-api-key": key! })).status).toBe(200);
    for (let index = 0; index < 4; index++)
      await whole.post("/api-key", { email: `${index}@b.co` });
    const refused = await send("b@example.com");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("rate_limited");
  });

  test("is ready, and shows what is not there as a page but not under /api", async () => {
    expect((await whole.get("/readyz")).status).toBe(200);
    const lost = await whole.get("/nothing", browser);
    expect([lost.status, lost.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    const api = await whole.get("/api/nothing", browser);
    expect(api.headers.get("content-type")).toBe("application/problem+json");
  });
});
