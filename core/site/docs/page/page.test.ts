import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { loadAll } from "../../../host/load/load-all.ts";
import type { LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { browser, docsHub } from "../../../testing/docs-hub.ts";
import { hostile, order, samplePlugin } from "../../../testing/sample-plugin.ts";
import { buildEndpointPath, buildOperationId, findEndpoint, isPage } from "../openapi/openapi.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../../plugins`]);
const hub = docsHub([...plugins, samplePlugin]);

async function text(path: string, headers: Record<string, string> = browser): Promise<string> {
  const answer = await hub.get(path, headers);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

test("every link of every page leads somewhere, and so does its anchor", async () => {
  const ids = new Map<string, Set<string>>();
  const links: { from: string; to: string }[] = [];
  const waiting = ["/"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (ids.has(path)) continue;
    const answer = await hub.get(path, browser);
    // The login provider is on another host.
    expect([path, answer.status]).toEqual([path, path.startsWith("/login/oidc") ? 303 : 200]);
    const isHtml = answer.headers.get("content-type")?.startsWith("text/html");
    const found = await scan(isHtml ? await answer.text() : "");
    ids.set(path, found.ids);
    for (const link of found.links) {
      const to = new URL(link, `http://localhost${path}`);
      // A sample of a real service may need the network, which this test doesn't have.
      if (to.origin !== "http://localhost" || to.pathname.startsWith("/try/")) continue;
      // gallery-page.test.ts requests the examples of the gallery.
      if (to.searchParams.has("variant")) continue;
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

/** Returns the links and IDs of a page. */
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

test("a service's page links to the page of each endpoint, at the place of older links", async () => {
  const paths = new Set<string>();
  for (const plugin of [...plugins, samplePlugin]) {
    const page = await text(`/documentation/${plugin.name}`);
    for (const loaded of [...plugin.routes, ...plugin.open]) {
      const path = buildEndpointPath(plugin, loaded);
      const id = buildOperationId(loaded.method, loaded.path);
      expect(page).toContain(`<li id="${id}"><a href="${path}">`);
      expect(paths.has(path), path).toBe(false);
      paths.add(path);
    }
  }
});

test("endpoints whose names are equal have pages of their own", async () => {
  const at = (path: string): LoadedRoute => ({ ...order, path });
  const routes = [
    at("/api/sample/say/by-word"),
    at("/api/sample/say/:word"),
    at("/api/sample/say-by-word"),
  ];
  const plugin = { ...samplePlugin, routes, open: [] };
  const paths = routes.map((loaded) => buildEndpointPath(plugin, loaded));
  expect(paths).toEqual([
    "/documentation/sample/post-say-by-word",
    "/documentation/sample/post-say-by-word-2",
    "/documentation/sample/post-say-by-word-3",
  ]);
  const slugs = paths.map((path) => path.split("/").at(-1) ?? "");
  expect(slugs.map((slug) => findEndpoint(plugin, slug))).toEqual(routes);
});

test("samples contain the URL that the reader used, unless the operator set one", async () => {
  const unnamed = docsHub([samplePlugin], { baseUrl: () => undefined });
  for (const origin of ["http://one.example:3000", "http://two.example"]) {
    const answer = await unnamed.fetch(new Request(`${origin}/documentation/sample/post-order`));
    expect(await answer.text()).toContain(`${origin}/api/sample/order`);
  }
  const named = await hub.fetch(new Request("http://one.example/documentation/sample/post-order"));
  expect(await named.text()).toContain("https://hub.example/api/sample/order");
});

test("/services is a page for browsers: running, permitted, denied and skipped plugins", async () => {
  const odd = { name: "odd", dir: "/odd", reason: 'Cannot load plugin "odd": <b>it is odd' };
  const broken = [odd, { name: "old", dir: "/old", reason: "It is old", isStillServed: true }];
  const told = docsHub([samplePlugin], {
    broken,
    denied: () => ["net", "run"],
    datasets: () => [{ service: "sample", id: "sample/rates", built: "2026-01-01T00:00:00.000Z" }],
    late: () => [{ plugin: "sample", count: 3, lastAt: Date.UTC(2026, 0, 2, 3, 4) }],
  });
  const answer = await told.get("/services", browser);
  const page = await answer.text();
  expect(answer.headers.get("content-type")).toStartWith("text/html");
  for (const sentence of [
    "1 service, 3 endpoints, running since 2026-01-02 03:04 UTC",
    "<code>odd</code>: Cannot load plugin &quot;odd&quot;: &lt;b&gt;it is odd</li>",
    "<code>old</code>: It is old. The previous version is still served</li>",
    "<dt>Permissions</dt><dd><ul><li><code>kv</code>: its own key-value records</li></ul></dd>",
    "<dt>Denied by the operator</dt><dd><ul><li><code>net</code>: api.example</li></ul></dd>",
    "<code>sample/rates</code>: built 2026-01-01",
    "3, last at 2026-01-02 03:04 UTC",
    "in the hub&#x27;s process",
  ])
    expect(page).toContain(sentence);
  expect(page).not.toContain(hostile);
  const json = await told.get("/services", { accept: "application/json" });
  expect(json.headers.get("content-type")).toStartWith("application/json");
});

test("every page escapes the markup of a plugin's texts", async () => {
  const endpoints = [...samplePlugin.routes, ...samplePlugin.open];
  const pages = [
    "/",
    "/documentation",
    "/documentation/sample",
    ...endpoints.map((loaded) => buildEndpointPath(samplePlugin, loaded)),
    "/documentation/errors",
  ];
  for (const path of [...pages, "/documentation/limits", "/problems/too_plain", "/try", "/docs"])
    expect(await text(path), path).not.toContain(hostile);
  expect(await text("/documentation/sample")).toContain("&lt;script&gt;alert(");
});

test("pages load nothing from other hosts and have no inline script", async () => {
  for (const { path } of hub.view.own.routes.filter(isPage)) {
    if (path.includes(":")) continue;
    const answer = await hub.get(path, browser);
    if (answer.status === 303) continue;
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    expect(await answer.text()).not.toMatch(/(?:src|action)="(?:https?:)?\/\//);
  }
});

test("an unknown service, endpoint or code is a 404 that names it", async () => {
  for (const path of ["/documentation/nothing", "/documentation/qr/nothing", "/problems/nothing"]) {
    const answer = await hub.get(path);
    expect(answer.status).toBe(404);
    expect((await json(answer)).detail).toContain('"nothing"');
  }
});

test("a code's page explains it, in JSON on request", async () => {
  expect(await text("/problems/rate_limited")).toContain("Retry-After");
  const answer = await json(await hub.get("/problems/too_plain", { accept: "application/json" }));
  expect(answer.meanings).toEqual([
    {
      service: "sample",
      status: 422,
      title: `It is ${hostile}`,
      advice: expect.stringContaining("unless you change it"),
    },
  ]);
});

test("/try lists working URLs, as JSON or with the pages of their endpoints", async () => {
  const { samples } = await json(await hub.get("/try"));
  const sample = samples.find(({ service }: { service: string }) => service === "sample");
  expect(sample).toEqual({
    service: "sample",
    path: "/try/say/{word}",
    url: "https://hub.example/try/say/it's?loud=true",
    summary: `Say ${hostile}`,
  });
  expect(await json(await hub.get("/try/say/it's?loud=true"))).toEqual({
    success: true,
    said: "it's",
  });
  const page = await text("/try");
  expect(page).toContain('<a href="/documentation/sample/get-say-by-word">');
  expect(page).toContain('<a href="/try/say/it&#x27;s?loud=true">');
});

test("/ is a page, and JSON on request", async () => {
  expect(await text("/", {})).toContain("<title>utilhub</title>");
  const { links } = await json(await hub.get("/", { accept: "application/json" }));
  for (const path of Object.values<string>(links)) await text(path);
});
