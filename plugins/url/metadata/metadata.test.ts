import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

type Answer = [body: string | Uint8Array, headers?: Record<string, string>, status?: number];

const article = `<!doctype html><html lang="en-GB"><head>
<base href="https://cdn.example/assets/">
<title>In the tab</title>
<meta name="description" content="For search engines">
<meta property="og:title" content="For friends"><meta property="og:site_name" content="The Example">
<meta property="og:type" content="article"><meta property="og:url" content="/of/og">
<meta property="og:image" content="javascript:alert(1)"><meta property="og:image:secure_url" content="cover.png">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="-1"><meta property="og:image:alt" content="A cover">
<meta property="article:published_time" content="2026-01-02 03:04:05+02:00"><meta property="article:tag" content="a"><meta property="article:tag" content="b">
<meta name="twitter:description" content="For followers"><meta name="twitter:card" content="summary">
<meta name="author" content="Ada"><meta name="theme-color" content="#fff"><meta name="robots" content="noarchive">
<link rel="canonical" href="https://example.com/article"><link rel="shortcut icon" href="/16.ico" sizes="16x16">
<link rel="icon" href="/32.png" sizes="32x32" type="image/png"><link rel="apple-touch-icon" href="/apple.png"><link rel="icon" href="data:image/png;base64,x">
<link rel="alternate" type="application/rss+xml" title="News" href="https://example.com/feed">
<link rel="alternate" type="application/json+oembed" href="https://example.com/oembed"><link rel="alternate" hreflang="de" href="https://example.com/de">
<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Site"},{"@type":"NewsArticle","headline":"In JSON-LD","author":{"name":"Bob"}}]}</script>
</head>`;

const answers: Record<string, Answer> = {
  "/article": [article, { "x-powered-by": "x", "set-cookie": "a=b" }],
  "/bare": ["<p>Nothing"],
  "/twitter": [
    '<meta name="twitter:title" content="T"><meta name="twitter:image" content="/t.png">',
  ],
  "/jsonld": [
    '<script type="application/ld+json">{"@type":["Product"],"name":"P","description":"D","image":["/p.png"],"datePublished":"2026-01-31"}</script>',
  ],
  "/odd": ['<meta property="og:__proto__" content="x"><meta name="date" content="yesterday">'],
  "/latin": [
    Uint8Array.from([...Buffer.from("<title>"), 0xfc]),
    { "content-type": "text/html; charset=latin1" },
  ],
  "/gone": ["<title>Not here</title>", {}, 410],
  "/image": ["x", { "content-type": "image/png", "content-length": "5000" }],
  "/report%201.pdf": ["x", { "content-type": "application/pdf" }],
  "/clip.mp4": ["x", { "content-type": "video/mp4" }],
  "/data.zip": ["x", { "content-type": "application/zip", "content-length": "5000" }],
  "/app": ['<title>App</title><link rel="manifest" href="/app/site.webmanifest">'],
  "/app/site.webmanifest": [
    '{"icons":[{"src":"16.png","sizes":"16x16"},{"src":"192.png","sizes":"192x192","type":"image/png"},{"src":"mono.svg","purpose":"monochrome"},7]}',
    { "content-type": "application/manifest+json" },
  ],
  "/app-broken": ['<title>App</title><link rel="manifest" href="/clip.mp4">'],
  "/theme": [
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000"><meta name="theme-color" content="#fff">',
  ],
  "/theme-dark": ['<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000">'],
  "/byline": [
    '<meta name="publisher" content="The Example"><p class="byline">By <a href="/ada">Ada</a></p>',
  ],
  "/lazy": ['<title>Late</title><img data-src="/photo.jpg" src="/blank.gif">'],
  "/challenge": ["<title>Just a moment...</title>", { "cf-mitigated": "challenge" }, 403],
  "/challenge-body": [
    "<title>Making sure</title><script src='/.within.website/x/cmd/anubis/main.mjs'></script>",
  ],
  "/challenge-essay": [`<title>On tests</title><p>_cf_chl_opt ${"and more ".repeat(9000)}`],
  "/untyped": [" <!DOCTYPE html><title>No type</title>", { "content-type": "" }],
  "/untyped-data": ['{"title":"<title>Secret"}', { "content-type": "" }],
  "/template": [
    '<template><meta property="og:title" content="Inside"><title>Inside</title><template></template><h1>Inside</h1><img src=a.png><base href=/x/><script type="application/ld+json">{"headline":"Inside"}</script></template><title>Right</title><link rel=icon href=i.png>',
  ],
  "/h1": [
    '<body><h1></h1><h1>Only <b>a &amp; b</b></h1><img src="dot.gif" width=1 height=1><img src="x.jpg" alt="An X" width="640"><h1>No</h1>',
  ],
  "/images": [
    `<meta property="og:image" content="/1.png"><meta property="og:image" content="/2.png"><meta property="og:image:width" content="2000"><meta property="og:image:alt" content="Two">
    <meta property="og:image:url" content="/3.png"><meta property="og:image:url" content="/4.png"><meta property="og:image:height" content="9">
    <meta name="twitter:image" content="/1.png"><meta name="twitter:image:alt" content="One"><meta name="twitter:image:src" content="/5.png">
    <script type="application/ld+json">{"image":[{"url":"/6.png","width":60,"height":"50"},"/7.png"]}</script><img src="/8.png"><img src="/2.png"><img src="data:image/png;base64,x">`,
  ],
  "/refresh": ['<meta http-equiv="refresh" content="0;url=/h1"><title>Redirecting</title>'],
  "/refresh-base": [
    '<base href="https://plain.example/"><meta http-equiv=Refresh content="3, URL=\'bare\'">',
  ],
  "/refresh-late": ['<meta http-equiv="refresh" content="300;url=/h1"><title>Here</title>'],
  "/refresh-self": ['<meta http-equiv="refresh" content="0;url=#top"><title>Here</title>'],
  "/refresh-noscript": [
    '<noscript><meta http-equiv="refresh" content="0;url=/h1"></noscript><title>Here</title>',
  ],
  "/refresh-script": [
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><title>Here</title>',
  ],
  "/refresh-loop": ['<meta http-equiv="refresh" content="0;url=/refresh-pool">'],
  "/refresh-pool": ['<meta http-equiv="refresh" content="0;url=/refresh-loop">'],
  "/incomplete": ["<title>Cut off</title>", { "x-hub-incomplete": "1" }],
  "/empty": [""],
  "/one": ["", { location: "/two" }, 301],
  "/two": ["", { location: "http://plain.example/article" }, 302],
  "/letters": ["", { location: Buffer.from("/日本/ü?q=ä").toString("latin1") }, 302],
  "/idn": ["", { location: Buffer.from("https://аррӏе.com/bare").toString("latin1") }, 302],
  "/%E6%97%A5%E6%9C%AC/%C3%BC": ["<title>Found"],
  "/loop": ["", { location: "/loop" }, 302],
  "/nowhere": ["", { location: "http://" }, 302],
  "/hostile": [`<title>"><script>alert(1)</script></title>`],
};

const seen: Request[] = [];
function answer(request: Request): Response {
  seen.push(request);
  const [body, headers = {}, status = 200]: Answer = answers[new URL(request.url).pathname] ?? [
    "",
    {},
    404,
  ];
  const response = new Response(body, {
    status,
    headers: { "content-type": "text/html", ...headers },
  });
  if (headers["content-type"] === "") response.headers.delete("content-type");
  return response;
}
const hosts = ["a.example", "plain.example", "xn--80ak6aa92e.com"];
const hub = await testHub(`${import.meta.dir}/..`, {
  net: Object.fromEntries(hosts.map((host) => [host, answer])),
});
const requestMetadata = (path: string, query = "") =>
  hub.get(`/api/url/metadata?url=${encodeURIComponent(`https://a.example${path}`)}${query}`);
const read = async (path: string, query = "") => json(await requestMetadata(path, query));

test("prefers the metadata for social networks, and reports the source of each field", async () => {
  expect(await read("/article")).toMatchObject({
    title: "For friends",
    description: "For followers",
    site_name: "The Example",
    author: "Ada",
    type: "article",
    published_at: "2026-01-02T01:04:05.000Z",
    canonical: "https://example.com/article",
    language: "en-GB",
    theme_color: "#fff",
    robots: "noarchive",
    sources: {
      title: "og",
      description: "twitter",
      author: "html",
      published_at: "og",
      canonical: "html",
      image: "og",
    },
  });
});

test("URLs are absolute, resolved by the page's base, and of the web only", async () => {
  const { image, favicon, favicons, og } = await read("/article");
  expect(image).toEqual({
    url: "https://cdn.example/assets/cover.png",
    width: 1200,
    height: null,
    alt: "A cover",
  });
  expect(favicon).toBe("https://cdn.example/32.png");
  expect(favicons.map(({ url }: { url: string }) => url)).toEqual([
    "https://cdn.example/32.png",
    "https://cdn.example/apple.png",
    "https://cdn.example/16.ico",
  ]);
  expect(og["article:tag"]).toEqual(["a", "b"]);
});

test("returns only the requested additional fields", async () => {
  const all = await read("/article", "&include=jsonld,links,headers,feeds,oembed");
  expect(all).not.toHaveProperty("og");
  expect(all.jsonld.map((thing: Record<string, string>) => thing["@type"])).toEqual([
    "WebSite",
    "NewsArticle",
  ]);
  expect(all.links).toContainEqual({
    rel: "alternate",
    url: "https://example.com/de",
    hreflang: "de",
  });
  expect(all.headers).toEqual({ "content-type": "text/html", "x-powered-by": "x" });
  expect(all.feeds).toEqual([
    { url: "https://example.com/feed", type: "application/rss+xml", title: "News" },
  ]);
  expect(all.oembed[0].url).toBe("https://example.com/oembed");
});

test("a page without metadata has empty fields, and the default icon of browsers", async () => {
  expect(await read("/bare")).toMatchObject({
    title: null,
    image: null,
    sources: {},
    favicon: "https://a.example/favicon.ico",
    favicons: [],
    og: {},
  });
  expect((await read("/empty")).fetched_bytes).toBe(0);
});

test("uses cards and JSON-LD if Open Graph data is missing", async () => {
  const card = await read("/twitter");
  expect([card.title, card.image.url]).toEqual(["T", "https://a.example/t.png"]);
  expect(await read("/jsonld")).toMatchObject({
    title: "P",
    description: "D",
    type: "Product",
    published_at: "2026-01-31",
    image: { url: "https://a.example/p.png" },
    sources: { title: "jsonld", published_at: "jsonld" },
  });
});

test("malformed tags set no prototype and no date", async () => {
  const odd = await read("/odd");
  expect([odd.og, odd.published_at]).toEqual([{}, null]);
});

test("decodes a legacy encoding, and names it", async () => {
  expect(await read("/latin")).toMatchObject({
    title: "ü",
    charset: "windows-1252",
    charset_source: "header",
  });
});

test("returns the redirects to the page, and reports a downgrade from https", async () => {
  expect(await read("/one")).toMatchObject({
    url: "https://a.example/one",
    final_url: "http://plain.example/article",
    redirects: [
      { url: "https://a.example/one", status: 301 },
      { url: "https://a.example/two", status: 302 },
    ],
    warnings: ["https_downgrade"],
  });
});

test("a redirect with raw characters leads to the same page and host as in browsers", async () => {
  expect(await read("/letters")).toMatchObject({
    final_url: "https://a.example/%E6%97%A5%E6%9C%AC/%C3%BC?q=%C3%A4",
    title: "Found",
  });
  expect((await read("/idn")).final_url).toBe("https://xn--80ak6aa92e.com/bare");
});

test.each([401, 403, 429, 500, 503])(
  "status %d leaves it open whether the page exists",
  async (status) => {
    const own = await testHub(`${import.meta.dir}/..`, {
      net: {
        "a.example": () =>
          new Response("<title>x", { status, headers: { "content-type": "text/html" } }),
      },
    });
    const page = await json(await own.get("/api/url/metadata?url=https://a.example/"));
    expect([page.status, page.dead_link]).toEqual([status, null]);
  },
);

test("a page that is there isn't a dead link", async () => {
  expect((await read("/article")).dead_link).toBe(false);
});

test("a dead link is a successful response", async () => {
  expect(await read("/gone")).toMatchObject({ status: 410, dead_link: true, title: "Not here" });
  expect(await read("/missing")).toMatchObject({ status: 404, dead_link: true });
});

test("shows the readable form of a homograph host name", async () => {
  const answer = await hub.get("/api/url/metadata?url=https://xn--80ak6aa92e.com/bare");
  expect(await json(answer)).toMatchObject({
    host: "аррӏе.com",
    warnings: ["punycode", "lookalike"],
  });
});

describe("doesn't read other content than pages:", () => {
  test("an archive, with its type and length in the response", async () => {
    const answer = await requestMetadata("/data.zip");
    expect(answer.status).toBe(415);
    expect(await json(answer)).toMatchObject({
      code: "not_html",
      detail: '"a.example" did not return an HTML page: the Content-Type is application/zip',
      content_type: "application/zip",
      content_length: 5000,
      status: 200,
      final_url: "https://a.example/data.zip",
    });
  });

  test("content without a type that isn't HTML", async () => {
    const answer = await requestMetadata("/untyped-data");
    const text = await answer.text();
    expect([answer.status, text.includes("Secret")]).toEqual([415, false]);
    expect(text).toContain("the Content-Type is missing");
  });
});

test.each([
  ["/loop", "redirects more than 5 times"],
  ["/nowhere", "redirects to an invalid URL"],
])("%s fails with 502", async (path, sentence) => {
  const answer = await requestMetadata(path);
  expect([answer.status, (await json(answer)).code]).toEqual([502, "address_failed"]);
  expect((await json(await requestMetadata(path))).detail).toContain(sentence);
});

test("reads a page without a Content-Type, as browsers do", async () => {
  expect(await read("/untyped")).toMatchObject({ title: "No type", content_type: null });
});

test("a template isn't the page", async () => {
  const page = await read("/template");
  expect(page).toMatchObject({ title: "Right", image: null, images: [], og: {} });
  expect(page.favicon).toBe("https://a.example/i.png");
});

test("uses the first heading and image of the content if there is nothing else", async () => {
  expect(await read("/h1")).toMatchObject({
    title: "Only a & b",
    image: { url: "https://a.example/x.jpg", width: 640, height: null, alt: "An X" },
    sources: { title: "h1", image: "img" },
  });
});

test("lists all images with their own sizes", async () => {
  const { image, images } = await read("/images");
  const rows = images.map(
    ({ url, width, height, alt, source }: Record<string, string | number | null>) => [
      String(url).slice("https://a.example".length),
      width,
      height,
      alt,
      source,
    ],
  );
  expect(rows).toEqual([
    ["/1.png", null, null, "One", "og"],
    ["/2.png", 2000, null, "Two", "og"],
    ["/3.png", null, null, null, "og"],
    ["/4.png", null, 9, null, "og"],
    ["/5.png", null, null, null, "twitter"],
    ["/6.png", 60, 50, null, "jsonld"],
    ["/7.png", null, null, null, "jsonld"],
    ["/8.png", null, null, null, "img"],
  ]);
  expect(image).toEqual({ url: "https://a.example/1.png", width: null, height: null, alt: "One" });
});

describe("metadata in the content and in the tags of libraries and newspapers", () => {
  const article = (inner: string) =>
    `<div itemscope itemtype="https://schema.org/NewsArticle">${inner}</div>`;
  const ld = (text: string) =>
    `<title>T</title><script type="application/ld+json">${text}</script>`;

  /** Reads a page with this body, and picks fields. */
  async function pick(body: string, names: string) {
    const own = await testHub(`${import.meta.dir}/..`, {
      net: {
        "a.example": () => new Response(body, { headers: { "content-type": "text/html" } }),
      },
    });
    const page = await json(await own.get("/api/url/metadata?url=https://a.example/"));
    return names.split(" ").map((name) => (name === "image" ? page.image?.url : page[name]));
  }

  test.each([
    [
      article(
        '<h1 itemprop="headline">H</h1><span itemprop="author" itemscope><b itemprop="name">Ann &amp; Co</b>, editor</span><time itemprop="datePublished" datetime="2024-01-05T10:00:00+01:00">',
      ),
      ["H", "Ann & Co", "2024-01-05T09:00:00.000Z"],
    ],
    [
      '<title>T</title><a rel="author" href="/a">Ann</a><time pubdate datetime="2024-01-05">',
      ["T", "Ann", "2024-01-05"],
    ],
    [
      '<title>T</title><article><time datetime="2024-01-05">x</time></article>',
      ["T", null, "2024-01-05"],
    ],
    [
      '<meta name="citation_title" content="P"><meta name="citation_author" content="Doe, J."><meta name="citation_author" content="Roe, R."><meta name="citation_date" content="2024/01/05">',
      ["P", "Doe, J., Roe, R.", "2024-01-05"],
    ],
    [
      '<meta name="DC.title" content="P"><meta name="DC.creator" content="Ann"><meta name="DC.date" content="2024-01-05">',
      ["P", "Ann", "2024-01-05"],
    ],
    [
      '<title>T</title><meta name="byl" content="By Ann"><meta name="parsely-pub-date" content="2024-01-05T10:00:00Z">',
      ["T", "Ann", "2024-01-05T10:00:00.000Z"],
    ],
    [
      ld(
        '{"@type":"WebPage","name":"W","mainEntity":{"@type":"Article","headline":"E","author":[{"name":"Ann"},"Bob"]}}',
      ),
      ["E", "Ann, Bob", null],
    ],
    [
      ld('// <![CDATA[\n{"@type":"Article","headline":"In\nCDATA","author":"Ann"}\n// ]]>'),
      ["In CDATA", "Ann", null],
    ],
  ])("%s", async (body, expected) => {
    expect(await pick(body, "title author published_at")).toEqual(expected);
  });

  test.each([
    [
      "a review's author and date",
      '<div itemscope itemtype="https://schema.org/Product"><div itemprop="review" itemscope itemtype="https://schema.org/Review"><i itemprop="author">R</i><meta itemprop="author" content="R"><meta itemprop="datePublished" content="2020-01-01"></div></div>',
    ],
    ["the time of an event", '<time datetime="2027-01-01">New Year</time>'],
    [
      "the time of one of several articles",
      '<article></article><article><time datetime="2020-01-01"></article>',
    ],
    ["a template", `<template>${article('<i itemprop="author">R</i>')}</template>`],
    ["the handle of an account", '<meta name="twitter:creator" content="@ann">'],
    ["a profile's URL", '<meta name="author" content="https://social.example/ann">'],
    ["a profile's handle", '<meta name="author" content="@ann">'],
    ["text after an element without an end tag", article('<p itemprop="author">Ann<p>Text')],
    ["a day that doesn't exist", '<meta name="date" content="2024-02-30">'],
  ])("%s isn't that of the page", async (_, body) => {
    expect(await pick(body, "author published_at")).toEqual([null, null]);
  });

  test("an object of JSON-LD is found by its id", async () => {
    const graph =
      '{"@graph":[{"@type":"Article","headline":"H","image":{"@id":"#i"},"publisher":{"@id":"#p"}},{"@type":"ImageObject","@id":"#i","url":"/i.png"},{"@type":"Organization","@id":"#p","name":"The Example"}]}';
    expect(await pick(ld(graph), "image site_name")).toEqual([
      "https://a.example/i.png",
      "The Example",
    ]);
  });

  test("the name of a website isn't the title of its page", async () => {
    const page = await pick(ld('{"@type":"WebSite","name":"Shop"}'), "title site_name");
    expect(page).toEqual(["T", "Shop"]);
  });

  test.each([
    ['<img src="data:image/gif;base64,R0lGOD" data-src="/real.jpg">', "/real.jpg"],
    ['<img srcset="/w_1,h_1/a.jpg 100w, /w_9,h_9/b.jpg 900w">', "/w_9,h_9/b.jpg"],
    ['<img srcset="/a.jpg 1x,/b.jpg 2x">', "/b.jpg"],
    ['<img srcset="/a.jpg, /b.jpg 2x">', "/b.jpg"],
    ['<img src="/a.jpg" srcset="/b.jpg 2x">', "/a.jpg"],
  ])("the image of %s is %s", async (body, path) => {
    expect(await pick(body, "image")).toEqual([`https://a.example${path}`]);
  });
});

describe("sizes of images", () => {
  const png = (side: number) => {
    const bytes = Buffer.alloc(33);
    bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    bytes.writeUInt32BE(side, 16);
    bytes.writeUInt32BE(side / 2, 20);
    return new Response(bytes, { headers: { "content-type": "image/png" } });
  };
  const body = `<meta property="og:image" content="/600.png"><meta property="og:image:width" content="9999">
    <img src="/404.png" width="70" height="70"><link rel="icon" sizes="512x512" href="/16.png"><link rel="icon" href="/64.png">`;
  const seen: string[] = [];
  const start = () =>
    testHub(`${import.meta.dir}/..`, {
      net: {
        "a.example": (request) => {
          const { pathname } = new URL(request.url);
          seen.push(pathname);
          if (pathname === "/404.png") return new Response("", { status: 404 });
          return pathname.endsWith(".png")
            ? png(Number.parseInt(pathname.slice(1), 10))
            : new Response(body, { headers: { "content-type": "text/html" } });
        },
      },
    });

  test("are read from the images on request, and decide which icon is best", async () => {
    const own = await start();
    const page = await json(
      await own.get("/api/url/metadata?url=https://a.example/page&measure=true"),
    );
    expect(page.image).toMatchObject({ width: 600, height: 300 });
    expect(page.images).toMatchObject([
      { width: 600, height: 300, measured: true, exists: true },
      { width: 70, height: 70, measured: false, exists: false },
    ]);
    expect(page.favicon).toBe("https://a.example/64.png");
    expect(page.favicons).toMatchObject([
      { width: 64, height: 32 },
      { width: 16, height: 8, sizes: "512x512" },
    ]);
  });

  test("of an icon that doesn't exist don't make it the best one", async () => {
    const html = {
      one: '<link rel="icon" href="/404.svg"><link rel="icon" href="/64.png">',
      none: '<link rel="icon" href="/404.svg"><img src="/down.png">',
    };
    const own = await testHub(`${import.meta.dir}/..`, {
      net: {
        "a.example": ({ url }) => {
          const { pathname } = new URL(url);
          if (pathname.startsWith("/404")) return new Response("", { status: 404 });
          if (pathname === "/down.png") return new Response("<p>Maintenance", { status: 503 });
          if (pathname === "/64.png") return png(64);
          if (pathname === "/favicon.ico")
            return new Response("x", { headers: { "content-type": "image/x-icon" } });
          const body = html[pathname.slice(1) as keyof typeof html];
          return new Response(body, { headers: { "content-type": "text/html" } });
        },
      },
    });
    const get = async (path: string) =>
      json(await own.get(`/api/url/metadata?url=https://a.example/${path}`));
    expect(await get("one&measure=true")).toMatchObject({
      favicon: "https://a.example/64.png",
      favicon_source: "page",
      favicon_exists: true,
      favicons: [
        { url: "https://a.example/404.svg", exists: false },
        { url: "https://a.example/64.png", exists: true },
      ],
    });
    expect(await get("none&measure=true")).toMatchObject({
      favicon: "https://a.example/favicon.ico",
      favicon_source: "default",
      favicon_exists: true,
      images: [{ exists: null }],
    });
    expect(await get("one")).toMatchObject({
      favicon: "https://a.example/404.svg",
      favicon_exists: null,
      favicons: [{ exists: null }, { exists: null }],
    });
  });

  test("are the declared ones without it, and nothing else is fetched", async () => {
    seen.length = 0;
    const own = await start();
    const page = await json(await own.get("/api/url/metadata?url=https://a.example/page"));
    expect(page.image.width).toBe(9999);
    expect(page.favicons[0]).toMatchObject({ width: null, height: null });
    expect(seen).toEqual(["/page"]);
  });
});

describe("a redirect by a tag", () => {
  test("is followed, and reported as such", async () => {
    expect(await read("/refresh")).toMatchObject({
      title: "Only a & b",
      final_url: "https://a.example/h1",
      redirects: [{ url: "https://a.example/refresh", status: 200, via: "refresh" }],
    });
    expect((await read("/refresh-base")).final_url).toBe("https://plain.example/bare");
  });

  test.each(["late", "self", "noscript", "script"])("isn't followed: %s", async (kind) => {
    expect(await read(`/refresh-${kind}`)).toMatchObject({ title: "Here", redirects: [] });
  });

  test("is followed a limited number of times", async () => {
    expect(await read("/refresh-loop")).toMatchObject({ status: 502, code: "address_failed" });
  });
});

test("a page whose connection broke off is read as far as it goes, and reported", async () => {
  const page = await read("/incomplete", "&include=headers");
  expect(page).toMatchObject({ title: "Cut off", truncated: true, warnings: ["incomplete"] });
  expect(page.headers).not.toHaveProperty("x-hub-incomplete");
});

describe("cookies of a redirect", () => {
  /** Visits a page that redirects to a URL with these cookies, and returns the cookies that it then gets. */
  async function getCookies(to: string, ...cookies: string[]) {
    const sent: (string | null)[] = [];
    const respond = (request: Request) => {
      if (new URL(request.url).pathname !== "/start/here") {
        sent.push(request.headers.get("cookie"));
        return new Response("<title>x", { headers: { "content-type": "text/html" } });
      }
      const headers = new Headers({ location: to });
      for (const cookie of cookies) headers.append("set-cookie", cookie);
      return new Response(null, { status: 302, headers });
    };
    const hosts = ["www.a.example", "a.example", "b.example", "www.a.co.uk", "b.co.uk"];
    const net = Object.fromEntries(hosts.map((host) => [host, respond]));
    const jar = await testHub(`${import.meta.dir}/..`, { net });
    const start = to.includes("co.uk") ? "https://www.a.co.uk" : "https://www.a.example";
    await jar.get(`/api/url/metadata?url=${start}/start/here`);
    return sent[0];
  }

  test.each([
    ["/start/x", ["a=1", "b=2; Path=/; Secure; HttpOnly"], "a=1; b=2"],
    ["/x", ["a=1", "b=2; Path=/", "c=3; Path=/y"], "b=2"],
    ["/x", ["a=1; Path=/", "a=2; Path=/"], "a=2"],
    ["/x", ["a=1; Path=/", "a=; Path=/; Max-Age=0"], null],
    ["/x", ["a=1; Path=/", "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], null],
    ["/x", ["a=1; Path=/; Expires=Fri, 02 Jan 2099 00:00:00 GMT"], "a=1"],
    ["http://www.a.example/x", ["a=1; Path=/; Secure", "b=2; Path=/"], "b=2"],
    ["https://a.example/x", ["a=1; Path=/", "b=2; Path=/; Domain=.A.example"], "b=2"],
    ["https://b.example/x", ["a=1; Path=/", "b=2; Path=/; Domain=example"], null],
    ["https://b.example/x", ["a=1; Path=/; Domain=b.example"], null],
    ["https://b.co.uk/x", ["a=1; Path=/; Domain=co.uk"], null],
    ["/x", ["=1; Path=/", "nothing; Path=/", "a=1\u0001; Path=/"], null],
  ])("to %s: %p", async (to, cookies, sent) => {
    expect(await getCookies(to, ...cookies)).toBe(sent);
  });

  test("end a redirect to the page itself", async () => {
    const respond = (request: Request) =>
      request.headers.get("cookie") === "seen=1"
        ? new Response("<title>Cookie ok", { headers: { "content-type": "text/html" } })
        : new Response(null, {
            status: 302,
            headers: { location: "/cookie", "set-cookie": "seen=1; Path=/" },
          });
    const jar = await testHub(`${import.meta.dir}/..`, { net: { "a.example": respond } });
    const get = async () => json(await jar.get("/api/url/metadata?url=https://a.example/cookie"));
    expect(await get()).toMatchObject({ title: "Cookie ok" });
    // The next visit starts without it.
    expect((await get()).redirects).toHaveLength(1);
  });
});

test("redirects share the given timeout", async () => {
  const clock = { now: 0 };
  const slow = await testHub(`${import.meta.dir}/..`, {
    clock: () => clock.now,
    net: {
      "a.example": (request) => {
        clock.now += 600;
        return answer(request);
      },
    },
  });
  const late = await slow.get("/api/url/metadata?url=https://a.example/one&timeout=1000");
  expect([late.status, (await json(late)).code]).toEqual([504, "address_timeout"]);
});

test("sends no cookie to a page that didn't redirect with one", async () => {
  seen.length = 0;
  await requestMetadata("/article");
  expect([...(seen[0]?.headers ?? [])].map(([name]) => name)).toEqual(["accept", "user-agent"]);
});

test.each([
  "javascript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,x",
  "//a.example",
  "a",
  "",
])("%j isn't a page URL", async (url) => {
  const answer = await hub.get(`/api/url/metadata?url=${encodeURIComponent(url)}`);
  expect([answer.status, (await json(answer)).errors[0].location]).toEqual([400, "query.url"]);
});

test.each([
  ["/image", "image", "image", "https://a.example/image"],
  ["/report%201.pdf", "pdf", "report 1.pdf", null],
  ["/clip.mp4", "video", "clip.mp4", null],
])("describes a file by its URL: %s", async (path, type, title, image) => {
  const page = await read(path);
  expect(page).toMatchObject({ type, title, charset: null, dead_link: false });
  expect(page.image?.url ?? null).toBe(image);
  expect(page.sources.title).toBe("file");
});

test("reads the icons of the manifest if the page declares none", async () => {
  const { favicon, favicon_source, favicons } = await read("/app");
  expect([favicon, favicon_source]).toEqual(["https://a.example/app/192.png", "page"]);
  expect(favicons.map(({ rel, sizes }: Record<string, string>) => `${rel} ${sizes}`)).toEqual([
    "manifest 192x192",
    "manifest 16x16",
  ]);
  expect(await read("/app-broken")).toMatchObject({ favicons: [], favicon_source: "default" });
});

test("a theme colour for all screens precedes one for some", async () => {
  expect((await read("/theme")).theme_color).toBe("#fff");
  expect((await read("/theme-dark")).theme_color).toBe("#000");
});

test("an image that is loaded late precedes its placeholder", async () => {
  expect((await read("/lazy")).image.url).toBe("https://a.example/photo.jpg");
});

test("names a test for bots, and doesn't take an essay on them for one", async () => {
  for (const path of ["/challenge", "/challenge-body"])
    expect(await read(path)).toMatchObject({ warnings: ["challenge"], dead_link: null });
  expect((await read("/challenge-essay")).warnings).toEqual([]);
});

test("reads the author from a byline, and the name of the publisher", async () => {
  const page = await read("/byline");
  expect([page.author, page.site_name]).toEqual(["Ada", "The Example"]);
});
