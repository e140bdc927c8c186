import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "hub/testing";
import sharp from "sharp";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { captureHub as hub, serveSite, pageSlots as slots } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const red = await sharp({ create: { width: 700, height: 40, channels: 3, background: "#f00" } })
  .png()
  .toBuffer();

/** Every request of a page, as `host path`, with its headers. */
const asked: { path: string; headers: Headers }[] = [];
serveSite((request) => {
  const { pathname } = new URL(request.url);
  asked.push({ path: `${request.headers.get("host")} ${pathname}`, headers: request.headers });
  if (pathname === "/red.svg")
    return new Response(
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="#f00"/></svg>',
      { headers: { "content-type": "image/svg+xml" } },
    );
  if (pathname === "/broken.png")
    return new Response("no image", { headers: { "content-type": "image/png" } });
  if (pathname === "/red.png")
    return new Response(red, { headers: { "content-type": "image/png" } });
  if (pathname === "/endless") return new Response(endless());
  if (pathname === "/gone") return new Response("<h1>Gone</h1>", { status: 410, headers });
  if (pathname === "/file")
    return new Response("PK", {
      headers: { "content-disposition": "attachment; filename=a.zip" },
    });
  return new Response(`<!doctype html><title>Page</title>${pages[pathname] ?? ""}`, { headers });
});
function endless(): ReadableStream {
  const chunk = new Uint8Array(2 ** 20);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}
const headers = { "content-type": "text/html; charset=utf-8" };
const pages: Record<string, string> = {
  "/lazy": `<style>body{margin:0}header{position:sticky;top:0;height:20px;background:#00f}footer{position:fixed;bottom:0;left:0;right:0;height:20px;background:#0f0}div{height:600px}</style><header></header>${"<div><img loading=lazy src=/red.svg></div>".repeat(4)}<footer></footer>`,
  "/app": `<style>html,body{height:100%;margin:0}#app{display:flex;height:100vh}aside{width:100px;background:#00f}main{flex:1;overflow:auto}main div{height:500px}</style><div id=app><aside></aside><main>${["#f00", "#0f0", "#ff0", "#0ff"].map((color) => `<div style="background:${color}"></div>`).join("")}</main></div>`,
  "/box": `<style>body{margin:0}main{height:230px;overflow-y:scroll}div{height:500px}</style><main>${["#f00", "#0f0"].map((color) => `<div style="background:${color}"></div>`).join("")}</main>`,
  "/off-canvas": `<style>body{margin:0}aside{position:fixed;left:-300px;width:300px;height:100%;overflow:auto}div{height:900px}</style><p>Text<aside><div></div></aside>`,
  "/small-box": `<style>body{margin:0}main{height:90px;overflow-y:scroll}div{height:500px}</style><p>Text<main><div></div></main>`,
  "/long": `<style>body{margin:0}div{height:1000px}</style>${Array.from({ length: 30 }, (_, index) => `<div style="background:rgb(${index * 8},0,0)"></div>`).join("")}`,
  "/scripted": `<style>body{margin:0}div{height:600px}</style>${"<div></div>".repeat(4)}<script>new IntersectionObserver((seen, watch) => { for (const { isIntersecting, target } of seen) if (isIntersecting) { target.style.background = "#f00"; watch.unobserve(target); } }).observe(document.querySelector("div:last-of-type"));</script>`,
  // A screenshot of a single colour would be retaken after a delay.
  "/dark":
    "<style>body{background:#fff;color:#888}@media(prefers-color-scheme:dark){body{background:#000}}</style><p>Text",
  "/banner":
    '<style>body{background:#fff;overflow:hidden;height:3000px}</style><div style="position:fixed;inset:0;background:#0008"></div><div style="position:fixed;inset:200px 20px;background:#f00">We value your privacy and use cookies. <button>Accept</button></div><p style="margin-top:100px">Text',
  "/third": "<img src='http://other.test/pixel'><img src='http://stats.doubleclick.net/pixel'>",
  "/cross": "<img src='http://other.test/dot'><img src='/own'>",
  "/dialogs":
    "<script>alert(1);prompt(2);window.open('/popup');onbeforeunload=()=>1</script><body style='background:#0f0'><p>Text",
  "/late": "<script>setTimeout(() => document.body.style.background = '#f00', 700)</script><body>",
  "/greedy":
    "<script>fetch('/endless').then((answer) => answer.blob()).catch(() => document.body.append(document.createElement('hr')))</script><h1>More",
  "/moving":
    "<style>@keyframes x{to{margin-left:200px}}p{animation:x 5s;background:#f00;width:50px;height:50px}</style><p>",
};

const path = "/api/screenshot/capture";
const window = "width=320&height=240&cache_ttl=0";
const get = (page: string, query = "") =>
  slots.run(() => hub.get(`${path}?url=http://page.test${page}&${window}&${query}`));
const post = (body: object) =>
  slots.run(() => hub.post(path, { width: 320, height: 240, cache_ttl: 0, ...body }));

/** Returns the colours of an image at some positions, as `ff0000`. */
async function colours(answer: Response, ...places: [x: number, y: number][]): Promise<string[]> {
  expect(answer.status, answer.status === 200 ? "" : await answer.clone().text()).toBe(200);
  const { data, info } = await sharp(await answer.bytes())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (y * info.width + x) * 3;
    return data.subarray(at, at + 3).toString("hex");
  });
}

describe.skipIf(lacksBrowser)("in a real browser", () => {
  test.concurrent("a full page has its lazy images, its header once and its footer at the end", async () => {
    const answer = await get("/lazy", "full_page=true");
    expect(answer.headers.get("x-image-height")).toBe("2420");
    const header = [0, 1, 2, 3].map((part): [number, number] => [300, 5 + part * 600]);
    const images = [0, 1, 2, 3].map((part): [number, number] => [25, 45 + part * 600]);
    const found = await colours(answer, ...images, ...header, [300, 2410], [300, 230]);
    expect(found.slice(0, 4)).toEqual(images.map(() => "ff0000"));
    expect(found.slice(4, 8)).toEqual(["0000ff", "ffffff", "ffffff", "ffffff"]);
    expect(found.slice(8)).toEqual(["00ff00", "ffffff"]);
  });

  test.concurrent("a full page includes content that a script adds when it becomes visible", async () => {
    expect(await colours(await get("/scripted", "full_page=true"), [100, 2300])).toEqual([
      "ff0000",
    ]);
  });

  test.concurrent("a full page has all content of the element that scrolls instead of the page", async () => {
    for (const [page, height] of [
      ["/app", "2000"],
      ["/box", "1000"],
    ] as const) {
      const answer = await get(page, "full_page=true");
      expect(answer.headers.get("x-image-height")).toBe(height);
      const colors =
        page === "/app" ? ["ff0000", "00ff00", "ffff00", "00ffff"] : ["ff0000", "00ff00"];
      const places = colors.map((_, index): [number, number] => [200, 250 + index * 500]);
      expect(await colours(answer, ...places)).toEqual(colors);
    }
    for (const page of ["/small-box", "/off-canvas"]) {
      const unchanged = await get(page, "full_page=true");
      expect(unchanged.headers.get("x-image-height")).toBe("240");
    }
  });

  test.concurrent("a long page is captured up to the limit of its format", async () => {
    const png = await get("/long", "full_page=true&timeout=30000");
    expect(png.headers.get("x-image-height")).toBe("30000");
    expect(await colours(png, [9, 500], [9, 29_500])).toEqual(["000000", "e80000"]);
    for (const query of ["", "&resize_width=320"]) {
      const webp = await get("/long", `full_page=true&format=webp&timeout=30000${query}`);
      expect(webp.headers.get("x-image-height")).toBe("16383");
      expect(webp.headers.get("x-screenshot-truncated")).toBe("true");
    }
  });

  test.concurrent("diagrams in Markdown are drawn, or their text stays with the reason", async () => {
    const capture = async (diagram: string) => {
      const markdown = `\`\`\`mermaid\n${diagram}\n\`\`\``;
      const answer = await post({ markdown, width: 640, full_page: true });
      expect([answer.status, answer.headers.get("x-screenshot-settled")]).toEqual([200, "true"]);
      const { data } = await sharp(await answer.bytes())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const colors = new Set<string>();
      for (let at = 0; at < data.length; at += 3) colors.add(data.toString("hex", at, at + 3));
      return colors;
    };
    // The fill of a node, and the colour of the reason.
    const node = "ececff";
    const drawn = await capture("graph LR; A[Start] --> B[End]");
    expect([drawn.has(node), drawn.has("cf222e")]).toEqual([true, false]);
    for (const diagram of ["graph LR; A[[[", "mindmap\n  root", "no diagram"]) {
      const shown = await capture(diagram);
      expect([diagram, shown.has(node), shown.has("cf222e")]).toEqual([diagram, false, true]);
    }
  });

  test.concurrent("colours are light or dark as requested", async () => {
    expect(await colours(await get("/dark"), [9, 9])).toEqual(["ffffff"]);
    expect(await colours(await get("/dark", "dark_mode=true"), [9, 9])).toEqual(["000000"]);
  });

  test.concurrent("a consent banner is hidden with its backdrop, unless it is requested", async () => {
    const place: [number, number] = [160, 10];
    expect(await colours(await get("/banner"), place)).toEqual(["ffffff"]);
    const shown = await get("/banner", "block_cookie_banners=false");
    expect(await colours(shown, place)).not.toEqual(["ffffff"]);
  });

  test.concurrent("requests to advertising hosts are blocked and reported", async () => {
    const { blocked_requests, network } = await json(await get("/third", "format=json"));
    expect([blocked_requests, network.refused]).toEqual([
      1,
      [{ host: "stats.doubleclick.net", reason: "blocked" }],
    ]);
    expect(asked.map(({ path }) => path)).toContain("other.test /pixel");
    expect(asked.map(({ path }) => path)).not.toContain("stats.doubleclick.net /pixel");
  });

  test.concurrent("a page can load 50 MB, and is captured with what it has loaded", async () => {
    const { network } = await json(await get("/greedy", "format=json&timeout=30000&wait_for=hr"));
    expect(network.refused).toEqual([{ host: "page.test", reason: "too_many" }]);
    expect(network.bytes).toBeLessThan(60 * 2 ** 20);
  });

  test.concurrent("headers are only sent to the page's own origin, with its cookies", async () => {
    await post({
      url: "http://page.test/cross",
      headers: { Authorization: "Bearer x" },
      cookies: [{ name: "a", value: "b" }],
    });
    const of = (path: string, name: string) =>
      asked.find((request) => request.path === path)?.headers.get(name) ?? null;
    expect(of("page.test /cross", "authorization")).toBe("Bearer x");
    expect(of("page.test /own", "cookie")).toBe("a=b");
    expect(asked.map(({ path }) => path)).toContain("other.test /dot");
    expect(of("other.test /dot", "authorization")).toBeNull();
    expect(of("other.test /dot", "cookie")).toBeNull();
    expect(of("page.test /cross", "proxy-authorization")).toBeNull();
  });

  test.concurrent("no state of one page affects the next", async () => {
    const keep = "document.cookie = 'a=b'; localStorage.a = 'b'";
    await post({ html: `<script>${keep}</script>` });
    const look = "document.title = document.cookie + localStorage.length";
    const { title } = await json(await post({ html: `<script>${look}</script>`, format: "json" }));
    expect(title).toBe("0");
  });

  test.concurrent("dialogs and windows that a page opens don't block it", async () => {
    expect(await colours(await get("/dialogs"), [9, 9])).toEqual(["00ff00"]);
  });

  test.concurrent("a page that starts blank is waited for", async () => {
    const answer = await get("/late");
    expect(answer.headers.get("x-screenshot-blank")).toBe("true");
    expect(await colours(answer, [9, 9])).toEqual(["ff0000"]);
  });

  test.concurrent("animations are captured in their final state, and repeated screenshots are identical", async () => {
    const bytes = await (await get("/moving")).bytes();
    expect(await colours(new Response(bytes), [230, 40])).toEqual(["ffffff"]);
    expect(await (await get("/moving")).bytes()).toEqual(bytes);
  });

  test.concurrent("scripts are off if they are disabled", async () => {
    expect(await colours(await get("/dialogs", "javascript=false"), [9, 9])).toEqual(["00ff00"]);
    const html = "<body style='background:#0f0'><script>document.body.remove()</script>";
    expect(await colours(await post({ html, javascript: false }), [9, 9])).toEqual(["00ff00"]);
  });

  test.concurrent("an element is captured alone, with more pixels if requested", async () => {
    const html = "<p style='position:absolute;top:700px;width:40px;height:30px;background:#f00'>";
    const answer = await post({ html, selector: "p", device_scale_factor: 2 });
    const { width, height } = await sharp(await answer.clone().bytes()).metadata();
    expect([width, height]).toEqual([80, 60]);
    expect(await colours(answer, [0, 0], [79, 59])).toEqual(["ff0000", "ff0000"]);
  });

  test.concurrent("a page can have a language, a time zone and a location", async () => {
    const script =
      "navigator.geolocation.getCurrentPosition(({ coords }) => { document.title = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, coords.latitude, navigator.userAgent].join(' ') })";
    const told = await post({
      html: `<script>${script}</script>x`,
      format: "json",
      user_agent: "Mine/1",
      locale: "de-CH",
      timezone: "Asia/Tokyo",
      geolocation: { latitude: 47.5, longitude: 8.5 },
    });
    expect((await json(told)).title).toBe("de-CH Asia/Tokyo 47.5 Mine/1");
  });

  test.concurrent("East Asian letters and emoji are drawn, not boxes", async () => {
    const letters = ["\u{10fffd}", "日", "简", "한", "ع", "😀", "🚀"];
    const boxes = letters.map(
      (text, index) =>
        `<p style="font:80px sans-serif;margin:0;position:absolute;left:${index * 100}px">${text}`,
    );
    const html = `<style>p{width:100px;height:110px;overflow:hidden}</style>${boxes.join("")}`;
    const clip = { x: 0, y: 0, width: letters.length * 100, height: 110 };
    const shot = await (await post({ html, width: clip.width, clip })).bytes();
    const pictures = await Promise.all(
      letters.map((_, index) =>
        sharp(shot)
          .extract({ left: index * 100, top: 0, width: 100, height: 110 })
          .png()
          .toBuffer(),
      ),
    );
    expect(new Set(pictures.map((bytes) => Bun.hash(bytes))).size).toBe(letters.length);
    const { channels } = await sharp(pictures[5]).stats();
    const [red, , blue] = channels.map(({ mean }) => mean) as [number, number, number];
    expect(red - blue).toBeGreaterThan(10);
  });

  test.concurrent("files sent with HTML are its style sheet, its script and its image", async () => {
    const form = new FormData();
    const files = {
      "index.html":
        '<!doctype html><link rel=stylesheet href="style.css?v=1"><img src="my%20red.svg"><div></div><script src="draw.js"></script>',
      "style.css": "body{margin:0}img{display:block}div{width:50px;height:50px}",
      "draw.js": 'document.querySelector("div").style.background = "#00f"',
      "my red.svg":
        '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="#f00"/></svg>',
    };
    for (const [name, text] of Object.entries(files)) form.append("files", new File([text], name));
    form.append("width", "320");
    const answer = await slots.run(() => hub.post("/forms/chromium/screenshot/html", form));
    expect(answer.headers.get("x-image-width")).toBe("320");
    expect(await colours(answer, [1, 1], [25, 25], [25, 75], [75, 75])).toEqual([
      ...["ff0000", "ff0000", "0000ff", "ffffff"],
    ]);
  });

  test.concurrent("Gotenberg's clients get a full page, and its status as an error", async () => {
    const send = (page: string) => {
      const form = new FormData();
      form.append("url", `http://page.test${page}`);
      return slots.run(() => hub.post("/forms/chromium/screenshot/url", form));
    };
    const answer = await send("/scripted");
    expect(answer.headers.get("x-image-height")).toBe("2400");
    expect(await colours(answer, [100, 2300])).toEqual(["ff0000"]);
    const gone = await send("/gone");
    expect([gone.status, await gone.text()]).toEqual([
      409,
      "The page responded with the status 410",
    ]);
  });

  test.concurrent.each([
    ["/gone", "fail_on_status=true", 422, "page_status"],
    ["/file", "", 502, "navigation_failed"],
    ["/broken.png", "", 502, "navigation_failed"],
    ["/", "selector=h6", 422, "selector_not_found"],
    ["/", "selector=h6[", 400, "invalid_input"],
    ["/", "wait_for=h6&timeout=1000", 504, "capture_timeout"],
  ])("%s with %p returns %d %s", async (page, query, status, code) => {
    const failed = await get(page, query);
    expect([failed.status, (await json(failed)).code]).toEqual([status, code]);
  });

  test("an image file is captured in its own size", async () => {
    const image = await get("/red.png");
    expect(await sharp(await image.bytes()).metadata()).toMatchObject({ width: 700, height: 40 });
  });
});
