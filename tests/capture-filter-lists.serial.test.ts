import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "hub/testing";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { serveSite, pageSlots as slots, startCaptureHub } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const ownHub = await startCaptureHub();

const text = "Text of the page itself, which is longer than any of its boxes. ".repeat(10);
const box = (name: string, more = "") => `<div class="${name}" ${more}>Box of ${name}</div>`;
const overlay = 'style="position:fixed;inset:50px;background:#fff"';

/** Pages by path. Each has a text of its own. */
const pages: Record<string, string> = {
  "/hosts": `<main>${text}</main>${["own", "other", "entity", "all", "but-page", "but-other", "above", "shown"].map((name) => box(`zx-${name}`)).join("")}`,
  "/selectors": `<meta charset="utf-8"><main>${text}</main><div id="zx-id">Box</div><div data-zx="a:b">Box</div><zx-banner>Box</zx-banner><i class="zx-кука">Box</i><div class="zx-outer"><p>Box in a box</div><div class="zx-outer"><b>Other</b></div>`,
  "/steps": `<main>${text}</main><section class="zx-far"><div><p class="zx-say">Subscribe to our letter</div></section><div class="zx-far"><p class="zx-say">Other words</div><aside class="zx-wall"><span class="zx-ask">Turn off your BLOCKER, please</span></aside><div class="zx-gone">Box</div><p class="zx-keep">Nothing to see</p>`,
  "/late": `<main>${text}</main>${box("zx-all", 'style="display:none"')}`,
  "/app": `<div id="app" ${overlay}><h1>Shop</h1>${text}</div><footer>Imprint</footer>`,
  "/bakery": `<div id="app" ${overlay}><h1>Cookies</h1>${text}</div><footer>Imprint</footer>`,
  "/words": `<div id="words" ${overlay}>We use cookies and similar technologies. Learn more.</div><p>Hello`,
  "/paragraphs": `<main><h1>Title</h1>${"<p>A paragraph of text</p>".repeat(20)}</main>`,
  "/large": `<main>${text}</main>${box("zx-all")}${box("zx-49999-x")}`,
  "/form": `<main>${text}</main><form class="zx-all"><input name=classList><input name=style><input name=id>Box</form>${box("zx-own")}`,
  "/drawing.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect class="zx-all" width="50" height="50"/></svg>',
  "/blocked": `<main>${text}</main><img src="http://cdn.blocked.test/a.png"><img src="http://third.test/a.png">`,
};
serveSite((request) => {
  const { pathname } = new URL(request.url);
  // To another host, whose rules then apply.
  if (pathname === "/moved") return Response.redirect("http://other.test/hosts", 302);
  if (pathname.endsWith(".svg"))
    return new Response(pages[pathname], { headers: { "content-type": "image/svg+xml" } });
  return new Response(`<!doctype html><title>Page</title>${pages[pathname] ?? ""}`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
});

const list = `[Adblock Plus 2.0]
! Title: Test
##.zx-all
page.test##.zx-own
other.test##.zx-other
page.*##.zx-entity
~page.test##.zx-but-page
test,~other.test##.zx-but-other
www.page.test##.zx-above
##.zx-shown
page.test#@#.zx-shown
###zx-id
##[data-zx^="a:"]
##zx-banner
##.zx-кука
##.zx-outer:has(> p)
##.zx-none:nonsense(
##:is(
###app
###words
other.test##*
other.test##:root
##.zx-say:has-text(Subscribe):upward(2)
##.zx-ask:has-text(/turn off .* blocker/i):upward(.zx-wall)
##.zx-gone:remove()
##.zx-keep:has-text(/(/)
##.zx-keep:upward(html)
##.zx-keep:upward(99)
##.zx-keep:has-text(Something)
||blocked.test^
@@||doubleclick.net^$generichide
stats.doubleclick.net##.zx-own
`;

beforeAll(() =>
  ownHub.datasets.import("screenshot/filter-lists", {
    name: "test.txt",
    bytes: new TextEncoder().encode(list),
  }),
);

async function capture(url: string, { query = "", hub = ownHub } = {}) {
  const given = `url=${encodeURIComponent(url)}&width=640&height=400&cache_ttl=0&format=json&${query}`;
  const answer = await slots.run(() => hub.get(`/api/screenshot/capture?${given}`));
  const body = await json(answer);
  expect(body.status, JSON.stringify(body).slice(0, 500)).toBe(200);
  const { removed, network, blocked_requests } = body;
  const selectors: string[] = removed.map(({ selector }: { selector: string }) => selector);
  return { removed, network, blocked_requests, selectors };
}

describe.skipIf(lacksBrowser)("with an imported list, in a real browser", () => {
  test.concurrent("hides what the rules of the host name, and reports it", async () => {
    const { selectors, removed } = await capture("http://page.test/hosts");
    expect(selectors.sort()).toEqual([
      "div.zx-all",
      "div.zx-but-other",
      "div.zx-entity",
      "div.zx-own",
    ]);
    expect(removed).toContainEqual({ selector: "div.zx-own", text: "Box of zx-own" });
  });

  test.concurrent("the rules are those of the final host", async () => {
    const { selectors } = await capture("http://page.test/moved");
    expect(selectors).toEqual(
      expect.arrayContaining(["div.zx-all", "div.zx-other", "div.zx-but-page", "div.zx-shown"]),
    );
  });

  test.concurrent("hides only what rules of the host name if the host is exempt from others", async () => {
    const { selectors } = await capture("http://stats.doubleclick.net/hosts");
    expect(selectors).toEqual(["div.zx-own"]);
  });

  test.concurrent("hides what the selectors match, and ignores invalid ones", async () => {
    const { selectors } = await capture("http://page.test/selectors");
    expect(selectors.sort()).toEqual(["#zx-id", "div", "div.zx-outer", "i.zx-кука", "zx-banner"]);
  });

  test.concurrent("finds elements by their text, and those above them", async () => {
    const { selectors } = await capture("http://page.test/steps");
    expect(selectors.sort()).toEqual(["aside.zx-wall", "div.zx-gone", "section.zx-far"]);
  });

  test.concurrent("hides nothing on request", async () => {
    const { selectors } = await capture("http://page.test/hosts", {
      query: "block_cookie_banners=false",
    });
    expect(selectors).toEqual([]);
  });

  test.concurrent("doesn't report an element that wasn't visible", async () => {
    expect((await capture("http://page.test/late")).selectors).toEqual([]);
  });

  test.concurrent("hides a banner that has more text than its page", async () => {
    expect((await capture("http://page.test/words")).selectors).toEqual(["#words"]);
  });

  test.concurrent.each(["app", "bakery"])(
    "keeps an overlay that is the page itself: %s",
    async (name) => {
      const url = `http://page.test/${name}`;
      const { selectors } = await capture(url, { query: "selector=%23app" });
      expect(selectors).toEqual([]);
    },
  );

  test.concurrent("a list that names everything hides at most half of the text", async () => {
    const { selectors } = await capture("http://other.test/paragraphs", { query: "selector=main" });
    expect(selectors).not.toContain("main");
    expect(selectors.filter((name) => name === "p").length).toBeLessThanOrEqual(10);
  });

  test.concurrent("a form whose fields replace its properties does no harm", async () => {
    expect((await capture("http://page.test/form")).selectors).toEqual(["div.zx-own"]);
  });

  test.concurrent("keeps a document that isn't HTML", async () => {
    expect((await capture("http://page.test/drawing.svg")).selectors).toEqual([]);
  });

  test.concurrent("applies one of 100,000 rules", async () => {
    const large = await startCaptureHub();
    const lines = Array.from({ length: 50_000 }, (_, at) => `##.zx-${at}-x\na${at}.test##.zx-all`);
    const bytes = new TextEncoder().encode(lines.join("\n"));
    await large.datasets.import("screenshot/filter-lists", { name: "large.txt", bytes });
    const { selectors } = await capture("http://page.test/large", { hub: large });
    expect(selectors).toEqual(["div.zx-49999-x"]);
  });

  test.concurrent("blocks the hosts of the list, with those below them", async () => {
    const { blocked_requests, network } = await capture("http://page.test/blocked");
    expect(blocked_requests).toBe(1);
    expect(network.refused).toContainEqual({ host: "cdn.blocked.test", reason: "blocked" });
  });
});
