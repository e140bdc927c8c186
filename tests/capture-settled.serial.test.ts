import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, json } from "hub/testing";
import sharp from "sharp";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { captureHub as hub, serveSite, pageSlots as slots } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

// Pages that fill in, and pages that never settle. Each turns green when it has filled in.

const font = Bun.resolveSync(
  "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf",
  `${import.meta.dir}/../core`,
);

/** Script that completes the page. */
const done = "document.body.className = 'done'; document.getElementById('state')?.remove();";
const style = `<style>body{margin:0;background:#fff;font:20px sans-serif}
.done{background:#0f0!important}
/* A picture of one colour alone would be taken a second time, after a wait. */
.done::before{content:"Done"}
@keyframes turn{to{transform:rotate(1turn)}} @keyframes glow{50%{opacity:.4}}
.spin{width:40px;height:40px;border:6px solid #ccc;border-top-color:#333;border-radius:50%;animation:turn 1s linear infinite}
.skeleton{height:18px;margin:8px;background:#ddd;animation:glow 1.5s infinite}</style>`;
const page = (body: string) => `<!doctype html><title>Page</title>${style}<body>${body}`;
const scripted = (code: string, body = "<h1>A page</h1>") =>
  page(`${body}<script>${code}</script>`);
const state = (inner: string, tag = "p", more = "") => `<${tag} id=state ${more}>${inner}</${tag}>`;
const sleep = "const sleep = (ms) => new Promise((go) => setTimeout(go, ms));";
/** Delays work invisibly to the page: it sees neither a timer nor a request. */
const inWorker = (ms: number) =>
  `new Worker(URL.createObjectURL(new Blob(["setTimeout(() => postMessage(1), ${ms})"]))).onmessage = () => { ${done} }`;
const words = `<p>${"Words that fill the page and are there to be read. ".repeat(40)}</p>`;
const green = `<body style="margin:0;background:#0f0">Green`;

/** Pages that change after a moment. */
const filling: Record<string, string> = {
  "a timer of 300 ms": scripted(`setTimeout(() => { ${done} }, 300)`),
  "a timer of 1500 ms with loading text": scripted(
    `setTimeout(() => { ${done} }, 1500)`,
    state("Loading…"),
  ),
  "a timer of 1500 ms": scripted(`setTimeout(() => { ${done} }, 1500)`),
  "a timer of 3000 ms": scripted(`setTimeout(() => { ${done} }, 3000)`),
  "consecutive timers": scripted(
    `${sleep} (async () => { for (const ms of [500, 600, 700]) await sleep(ms); ${done} })()`,
  ),
  "the first call of an interval": scripted(
    `const each = setInterval(() => { clearInterval(each); ${done} }, 1200)`,
  ),
  "a timer with code as text": scripted(`setTimeout("${done}", 1200)`),
  "a slow request": scripted(`fetch("/slow?1500").then(() => { ${done} })`),
  "a slow XMLHttpRequest": scripted(
    `const x = new XMLHttpRequest(); x.open("GET", "/slow?1500"); x.onload = () => { ${done} }; x.send()`,
  ),
  "a chain of requests": scripted(
    `(async () => { for (const n of [1, 2, 3, 4]) await (await fetch("/slow?500&" + n)).text(); ${done} })()`,
  ),
  "a repeated request": scripted(
    `(async () => { for (const n of [1, 2, 3, 4]) await fetch("/slow?500", { method: "POST", body: "query " + n }); ${done} })()`,
  ),
  "a request, then a timer": scripted(
    `fetch("/slow?700").then(() => setTimeout(() => { ${done} }, 900))`,
  ),
  "a request after a timer": scripted(
    `setTimeout(() => fetch("/slow?900").then(() => { ${done} }), 900)`,
  ),
  "a slow response body": scripted(
    `fetch("/trickle").then((a) => a.text()).then(() => { ${done} })`,
  ),
  "a slow document": "",
  "a skeleton": scripted(
    inWorker(1200),
    `<div id=state>${"<div class=skeleton></div>".repeat(8)}</div>`,
  ),
  "an aria-busy box": scripted(inWorker(4000), state("<h2>Prices</h2>", "div", "aria-busy=true")),
  "an indeterminate progress bar": scripted(inWorker(1200), state("<progress></progress>", "div")),
  "a progress bar by its role": scripted(
    inWorker(1200),
    state("", "div", "role=progressbar style='height:9px;background:#88f'"),
  ),
  "loading text in German": scripted(inWorker(1200), state("Wird geladen …")),
  "loading text in Japanese": scripted(inWorker(1200), state("読み込み中")),
  "a spinner": scripted(inWorker(1200), state("", "div", "class=spin")),
  "a spinner over a page of text": scripted(
    inWorker(1200),
    `${words}<div id=state style="position:fixed;inset:0;background:#fffc"><div class=spin></div></div>`,
  ),
  "loading text in a shadow root": scripted(
    `const host = document.querySelector("x-app"); const root = host.attachShadow({ mode: "open" }); root.innerHTML = "<p>Loading…</p>"; fetch("/slow?1200").then(() => { root.innerHTML = "<p>There</p>"; ${done} })`,
    "<x-app></x-app>",
  ),
  "a slow lazy image": page(
    `<img src="/image?1500" loading=lazy width=320 height=240 style="display:block">`,
  ),
  "a slow image that a script adds": scripted(
    `setTimeout(() => document.body.replaceChildren(Object.assign(new Image(), { src: "/image?900", width: 320, height: 240, style: "display:block" })), 300)`,
  ),
  "a slow background": scripted(
    `setTimeout(() => { document.body.style.background = "url(/image?1200)" }, 200)`,
  ),
  "a high-resolution image after a preview": scripted(
    `const full = new Image(); full.onload = () => document.body.replaceChildren(full); full.style = "display:block;width:320px;height:240px"; full.src = "/image?1200"`,
    `<img width=320 height=240 src="/red.svg">`,
  ),
  "content that loads when it becomes visible": scripted(
    `new IntersectionObserver(([{ isIntersecting }], watch) => { if (!isIntersecting) return; watch.disconnect(); fetch("/slow?900").then(() => { ${done} }) }).observe(document.querySelector("h1"))`,
  ),
  "a canvas with a late image": scripted(
    `const full = new Image(); full.onload = () => document.querySelector("canvas").getContext("2d").drawImage(full, 0, 0, 320, 240); full.src = "/image?1200"`,
    "<canvas width=320 height=240 style='display:block'></canvas>",
  ),
  "a late frame": scripted(
    `setTimeout(() => document.body.replaceChildren(Object.assign(document.createElement("iframe"), { src: "/late-frame", width: 320, height: 240, style: "border:0;display:block" })), 800)`,
  ),
  "a frame that fills in": page(
    `<iframe src="/frame" width=320 height=240 style="border:0;display:block"></iframe>`,
  ),
  "a cross-origin frame that fills in": page(
    `<iframe src="http://other.test/frame" width=320 height=240 style="border:0;display:block"></iframe>`,
  ),
  "a redirect by a script": scripted(`setTimeout(() => { location = "/green" }, 1000)`),
  "a redirect by a script to a page that fills in": scripted(`location.replace("/frame")`),
  "a refresh": page(`<meta http-equiv=refresh content="1;url=/green"><h1>One moment</h1>`),
  "a refresh by a header": page("<h1>One moment</h1>"),
  "a page with a beforeunload handler": scripted(
    `onbeforeunload = () => "Stay?"; setTimeout(() => { location = "/green" }, 500)`,
  ),
  dialogs: scripted(
    `alert(1); confirm(2); prompt(3); print(); setTimeout(() => { alert(4); ${done} }, 700)`,
  ),
  "a module of modules": page(`<h1>A page</h1><script type=module>import("/module.js")</script>`),
  "animation frames, then a request": scripted(
    `let left = 30; const go = () => left-- > 0 ? requestAnimationFrame(go) : requestIdleCallback(() => fetch("/slow?600").then(() => { ${done} })); go()`,
  ),
  "content from a WebSocket": scripted(
    `new WebSocket("ws://page.test/socket?1500").onmessage = () => { ${done} }`,
    state("Please wait..."),
  ),
  "content from server-sent events": scripted(
    `new EventSource("/events?1500").onmessage = () => { ${done} }`,
    state("Connecting…"),
  ),
  "a fading overlay": scripted(
    `document.getElementById("state").onanimationend = () => { ${done} }`,
    `<style>@keyframes fade{to{opacity:0}}#state{position:fixed;inset:0;background:#222;animation:fade 1s forwards}</style><div id=state></div>`,
  ),
  "a list that grows": scripted(
    `let n = 0; const each = setInterval(() => { list.append(document.createElement("li")); if (++n === 20) { clearInterval(each); ${done} } }, 80)`,
    "<ul id=list></ul>",
  ),
  "a Bootstrap spinner": scripted(
    inWorker(1200),
    state(
      `<span style="position:absolute;width:1px;height:1px;overflow:hidden">Loading...</span>`,
      "div",
      `class=spinner-border role=status style="width:2rem;height:2rem;border:4px solid;border-right-color:transparent;border-radius:50%"`,
    ),
  ),
  "a spinner image": scripted(
    inWorker(1200),
    state(`<img src="/red.svg?loading.gif" width=32 height=32>`, "div"),
  ),
  "a spinning SVG": scripted(
    inWorker(1200),
    state(
      `<svg width=40 height=40><circle cx=20 cy=20 r=15 fill=none stroke=red stroke-dasharray=60><animateTransform attributeName=transform type=rotate from="0 20 20" to="360 20 20" dur=1s repeatCount=indefinite /></circle></svg>`,
      "div",
    ),
  ),
  "a Material skeleton": scripted(
    inWorker(1200),
    state(
      `<span class="MuiSkeleton-root MuiSkeleton-text" style="display:block;height:1em;background:#0002"></span>`.repeat(
        4,
      ),
      "div",
    ),
  ),
  "loading text in a part": scripted(inWorker(1200), state("Loading dashboard...", "div")),
  "a typewriter effect": scripted(
    `let n = 0; const each = setInterval(() => { box.textContent += "a"; if (++n === 30) { clearInterval(each); ${done} } }, 60)`,
    "<p id=box>",
  ),
  "a number that counts up": scripted(
    `const go = (t) => { box.textContent = String(Math.round(t)).padStart(5, "0"); if (t < 1500) requestAnimationFrame(go); else { ${done} } }; requestAnimationFrame(go)`,
    "<p id=box>00000",
  ),
  "a style sheet that a script adds": scripted(
    `setTimeout(() => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/late.css" })), 300)`,
  ),
  "a nested frame": page(
    `<iframe src="/outer" width=320 height=240 style="border:0;display:block"></iframe>`,
  ),
  "a frame that posts a message": scripted(
    `onmessage = () => { ${done} }`,
    `<iframe width=9 height=9 srcdoc="<script>fetch('/slow?1500').then(() => parent.postMessage(1, '*'))</script>"></iframe>`,
  ),
  "a router": scripted(
    `history.pushState(null, "", "/elsewhere"); fetch("/slow?700").then(() => { document.body.innerHTML = "<main></main>"; setTimeout(() => { ${done} }, 400) })`,
    "<app-root>Loading...</app-root>",
  ),
  "a page that rewrites its document": scripted(
    `fetch("/slow?900").then(() => { document.open(); document.write('<body style="background:#0f0"><p>New'); document.close() })`,
  ),
  "a request that fails, and the next": scripted(
    `fetch("http://other.test/slow?600").catch(() => fetch("/slow?600")).then(() => { ${done} })`,
  ),
  "a huge page": scripted(
    `fetch("/slow?900").then(() => { for (let n = 0; n < 20000; n++) document.body.append(document.createElement("i")); ${done} })`,
  ),
};

/** Pages that have filled in but keep changing. */
const endless: Record<string, string> = {
  "a clock": scripted(
    `const tell = () => { now.textContent = new Date().toISOString() }; tell(); setInterval(tell, 1000)`,
    `${green}<p id=now>`,
  ),
  "a clock with tenths of a second": scripted(
    `setInterval(() => { now.textContent = (performance.now() / 1000).toFixed(1) }, 100)`,
    `${green}<p id=now>`,
  ),
  "an endless animation": page(
    `${green}<style>@keyframes slide{to{margin-left:80px}}</style><p style="animation:slide 1s infinite">Moves</p><script>0</script>`,
  ),
  "a loop of animation frames": scripted(
    `const go = (t) => { box.style.marginLeft = t % 100 + "px"; requestAnimationFrame(go) }; go(0)`,
    `${green}<p id=box>Moves`,
  ),
  "a loop of animation frames that changes text": scripted(
    `const go = (t) => { box.innerHTML = "<b>" + Math.round(t) + "</b>"; requestAnimationFrame(go) }; go(0)`,
    `${green}<p id=box>`,
  ),
  "a loop of timers": scripted(
    `let n = 0; const go = () => { box.textContent = n++; setTimeout(go, 150) }; go()`,
    `${green}<p id=box>`,
  ),
  "an animated canvas": scripted(
    `const pen = box.getContext("2d"); const go = (t) => { pen.fillRect(t % 90, 9, 9, 9); requestAnimationFrame(go) }; go(0)`,
    `${green}<canvas id=box width=90 height=30>`,
  ),
  "a request every 200 ms": scripted(
    `setInterval(() => fetch("/slow?20"), 200)`,
    `${green}<p>Polls`,
  ),
  "overlapping requests": scripted(
    `let n = 0; setInterval(() => fetch("/slow?500&n=" + n++).then((a) => a.text()).then((text) => { box.textContent = text + n }), 200)`,
    `${green}<p id=box>Polls`,
  ),
  "a long-polling request": scripted(`fetch("/never")`, `${green}<p>Waits for news`),
  "long-polling requests": scripted(
    `for (const n of [1, 2, 3, 4]) fetch("/never?" + n)`,
    `${green}<p>Waits for news`,
  ),
  "an endless response body": scripted(
    `fetch("/stream").then((a) => a.text())`,
    `${green}<p>Reads`,
  ),
  "a WebSocket with endless messages": scripted(
    `new WebSocket("ws://page.test/socket?50").onmessage = ({ data }) => { box.textContent = data }`,
    `${green}<p id=box>`,
  ),
  "endless server-sent events": scripted(
    `new EventSource("/events?100").onmessage = ({ data }) => { box.textContent = data }`,
    `${green}<p id=box>`,
  ),
  "an image carousel": scripted(
    `let n = 0; setInterval(() => { box.src = "/red.svg?" + n++ }, 400)`,
    `${green}<img id=box width=20 height=20 src="/red.svg">`,
  ),
  "a part that is still loading": scripted(
    inWorker(600_000),
    `${green}<p>Loading comments…</p>${words}`,
  ),
  "an article about loading": page(
    `${green}<h1>Loading the dishwasher</h1><p>Loading is an art.</p>${words}<script>0</script>`,
  ),
  "a progress bar with a value": page(
    `${green}<div role=progressbar aria-valuenow=40>40 %</div><progress value=40 max=100></progress><script>0</script>`,
  ),
  "a hidden spinner": page(
    `${green}<div style="display:none"><div class=spin></div></div><div aria-busy=true style="opacity:0">Loading…</div><p>Text<script>0</script>`,
  ),
  "a video that never loads": page(
    `${green}<video src="/never" width=90 height=60></video><script>0</script>`,
  ),
  "an image that never loads": page(
    `${green}<img src="/never" width=9 height=9><p>Text<script>0</script>`,
  ),
  "a German page about a shop": page(
    `${green}<h1>Laden</h1><p>Unser Laden. Lade nach …</p><p>Loading dock 4</p><script>0</script>`,
  ),
  "a rotating sign": scripted(
    "0",
    `${green}${words}<style>@keyframes turn2{to{rotate:1turn}}</style><img src="/red.svg" width=30 height=30 style="animation:turn2 2s linear infinite">`,
  ),
  "an endless typewriter effect": scripted(
    `let n = 0; setInterval(() => { box.textContent = "abcdefghij".slice(0, n++ % 11) }, 60)`,
    `${green}<p id=box>`,
  ),
  snow: scripted(
    `setInterval(() => { const flake = document.createElement("i"); box.append(flake); flake.style.top = Math.random() + "px"; if (box.childElementCount > 9) box.firstChild.remove() }, 50)`,
    `${green}<div id=box></div>`,
  ),
  "a frame with a clock": page(
    `${green}<iframe width=90 height=40 srcdoc="<p id=now></p><script>setInterval(() => { now.textContent = Date() }, 1000)</script>"></iframe>`,
  ),
  "a page that refreshes itself": page(`${green}<meta http-equiv=refresh content="2"><p>Text`),
};

/** Pages that never fill in. */
const unfinished: Record<string, string> = {
  "endless loading text": scripted("0", state("Loading…")),
  "an endless spinner": scripted("0", state("", "div", "class=spin")),
  "an endless skeleton": scripted(
    "0",
    `<div id=state>${"<div class=skeleton></div>".repeat(8)}</div>`,
  ),
  "an endless list": scripted(
    `setInterval(() => { list.append(Object.assign(document.createElement("li"), { textContent: "More" })) }, 100)`,
    "<ul id=list></ul>",
  ),
  "a script that never loads": page(`<h1>A page</h1><script src="/never"></script>`),
};

/** The pages of a plain run: one of each kind. */
const samples = {
  filling: [
    "a timer of 1500 ms",
    "a chain of requests",
    "a slow document",
    "loading text in Japanese",
    "a spinner over a page of text",
    "loading text in a shadow root",
    "a slow lazy image",
    "a cross-origin frame that fills in",
    "a redirect by a script to a page that fills in",
    "dialogs",
    "content from a WebSocket",
    "a typewriter effect",
  ],
  endless: [
    "a loop of timers",
    "a loop of animation frames that changes text",
    "long-polling requests",
    "endless server-sent events",
    "a hidden spinner",
    "a frame with a clock",
    "a page that refreshes itself",
  ],
  unfinished: ["endless loading text", "an endless list", "a script that never loads"],
};

/** Responses of pages and resources with special timing, by path. */
const answers: Record<string, (ms: number, request: Request) => Response | Promise<Response>> = {
  "/slow": async (ms) => Bun.sleep(ms).then(() => new Response("answer")),
  "/image": async (ms) => Bun.sleep(ms).then(() => svg("#0f0")),
  "/red.svg": () => svg("#f00"),
  "/green": () => html(green),
  "/frame": () => html(scripted(`setTimeout(() => { ${done} }, 1500)`)),
  "/outer": () =>
    html(
      page(
        `<style>iframe{border:0;display:block}</style><iframe src="http://other.test/frame" width=320 height=240></iframe>`,
      ),
    ),
  "/late.css": async () =>
    Bun.sleep(1200).then(
      () => new Response("body{background:#0f0}", { headers: { "content-type": "text/css" } }),
    ),
  "/late-frame": async () => Bun.sleep(900).then(() => html(green)),
  "/module.js": async () => Bun.sleep(600).then(() => script(`await import("/inner.js"); ${done}`)),
  "/inner.js": async () => Bun.sleep(600).then(() => script("export default 1")),
  "/font": async (ms) => Bun.sleep(ms).then(() => new Response(Bun.file(font))),
  "/never": () => new Promise(() => {}),
  "/trickle": () => new Response(parts(["a", "b", "c", "d"], 400)),
  "/stream": () => new Response(parts(Array(1000).fill("more"), 200)),
  "/events": (ms) =>
    new Response(parts(Array(1000).fill("data: news\n\n"), ms), {
      headers: { "content-type": "text/event-stream" },
    }),
};

async function* parts(all: string[], ms: number): AsyncGenerator<string> {
  for (const part of all) {
    await Bun.sleep(ms);
    yield part;
  }
}
const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { "content-type": "text/html; charset=utf-8", ...headers } });
const script = (text: string) =>
  new Response(text, { headers: { "content-type": "text/javascript" } });
const svg = (colour: string) =>
  new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="${colour}"/><rect width="9" height="9"/></svg>`,
    { headers: { "content-type": "image/svg+xml", "cache-control": "no-store" } },
  );

const pages: Record<string, string> = { ...filling, ...endless, ...unfinished };
serveSite((request, server) => {
  const { pathname, search } = new URL(request.url);
  const ms = Number(/\d+/.exec(search)?.[0] ?? 0);
  if (pathname === "/socket") {
    server.upgrade(request, { data: { everyMs: ms } });
    return;
  }
  const name = decodeURIComponent(pathname.slice(1)).replaceAll("_", " ");
  if (name === "a slow document") return trickling();
  if (name === "a refresh by a header") return html(pages[name] ?? "", { refresh: "1;url=/green" });
  return answers[pathname]?.(ms, request) ?? html(pages[name] ?? page("<p>Text"));
});

function trickling(): Response {
  const document = [page("<h1>A page</h1>"), words, words, `<script>${done}</script>`];
  return new Response(parts(document, 500), { headers: { "content-type": "text/html" } });
}

const capture = "/api/screenshot/capture";
const url = (name: string) => `http://page.test/${encodeURIComponent(name.replaceAll(" ", "_"))}`;
const window = { width: 320, height: 240, cache_ttl: 0, timeout: 30_000 };
const capturePage = (name: string, more: object = {}) =>
  hub.post(capture, { url: url(name), ...window, ...more });

/**
 * Compares the result of each page with the expected one. A page must settle within its time limit. If a busy machine
 * prevented that, it is tried again alone and with more time.
 */
async function expectEach(
  expected: Readonly<Record<string, string>>,
  see: (name: string, patience: number) => Promise<string>,
): Promise<void> {
  const names = Object.keys(expected);
  const entries = names.map(async (name) => [name, await slots.run(() => see(name, 1))] as const);
  const seen = Object.fromEntries(await Promise.all(entries));
  for (const patience of [2, 4, 8])
    for (const name of names)
      if (seen[name] !== expected[name])
        seen[name] = await slots.runAlone(() => see(name, patience));
  expect(seen).toEqual(expected);
}

/** Returns the colour of the lower right corner of a screenshot, or the error code. */
async function seen(answer: Response): Promise<string> {
  if (answer.status !== 200) return (await json(answer)).code;
  const { data, info } = await sharp(await answer.bytes())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = data.length - info.width * 3 * 2 - 6;
  const settled = answer.headers.get("x-screenshot-settled") === "false" ? ", unsettled" : "";
  return data.subarray(at, at + 3).toString("hex") + settled;
}

const all = (names: readonly string[], what: string) =>
  Object.fromEntries(names.map((name) => [name, what]));

describe.skipIf(lacksBrowser)("auto", () => {
  test.concurrent("waits for pages that fill in", async () => {
    const names = isFullDepth ? Object.keys(filling) : samples.filling;
    await expectEach(all(names, "00ff00"), async (name) => seen(await capturePage(name)));
  });

  test.concurrent("doesn't wait for endless activity", async () => {
    const unsettled = "00ff00, unsettled";
    const expected = {
      ...all(isFullDepth ? Object.keys(endless) : samples.endless, "00ff00"),
      ...all(["a part that is still loading", "an image that never loads"], unsettled),
    };
    // Half of a page's time limit is for its files, so that a page with missing files takes no longer.
    const files = new Set(["an image that never loads", "a video that never loads"]);
    await expectEach(expected, async (name, patience) =>
      seen(await capturePage(name, files.has(name) ? { timeout: patience * 6000 } : {})),
    );
  });

  test.concurrent("rejects a page that never fills in, and names the option to capture it anyway", async () => {
    const names = isFullDepth ? Object.keys(unfinished) : samples.unfinished;
    const expected = "capture_timeout after its time: set best_effort=true";
    await expectEach(all(names, expected), async (name, patience) => {
      const timeout = patience * 3000;
      const { code, detail, timeout_ms } = await json(await capturePage(name, { timeout }));
      const when = timeout_ms === timeout ? "after its time" : `after ${timeout_ms} ms`;
      return `${code} ${when}: ${detail.includes("best_effort=true") ? "set best_effort=true" : detail}`;
    });
  });

  test.concurrent("waits for the part of a page that is captured", async () => {
    const html = scripted(
      `new IntersectionObserver(([{ isIntersecting }], watch) => { if (!isIntersecting) return; watch.disconnect(); setTimeout(() => { box.style.background = "#0f0" }, 900) }).observe(box)`,
      `<div style="height:3000px">A page</div><div id=box style="height:200px;width:320px"></div><div style="height:3000px"></div>`,
    );
    const areas = {
      "an element": { selector: "#box" },
      "a part": { clip: { x: 0, y: 3000, width: 320, height: 200 } },
      "an element that was waited for": { selector: "#box", wait_for: "#box" },
    };
    const cut = (name: string) => ({ html, ...areas[name as keyof typeof areas], ...window });
    const names = isFullDepth ? Object.keys(areas) : ["a part", "an element that was waited for"];
    await expectEach(all(names, "00ff00"), async (name) =>
      seen(await hub.post(capture, cut(name))),
    );
  });

  test.concurrent("waits for all of a page that fills in while scrolling", async () => {
    const html = scripted(
      `new IntersectionObserver(([{ isIntersecting }], watch) => { if (!isIntersecting) return; watch.disconnect(); box.textContent = "Loading…"; setTimeout(() => { box.textContent = ""; box.style.background = "#0f0" }, 900) }).observe(box)`,
      `<div style="height:3000px">A page</div><div id=box style="height:200px"></div>`,
    );
    await expectEach({ "a whole page": "3200 00ff00" }, async () => {
      const answer = await hub.post(capture, { html, full_page: true, ...window });
      return `${answer.headers.get("x-image-height")} ${await seen(answer)}`;
    });
  });

  test.concurrent("waits for content after an element that was waited for", async () => {
    const html = scripted(
      `fetch("http://page.test/slow?300", { mode: "no-cors" }).then(() => { document.body.append(document.createElement("hr")); setTimeout(() => { ${done} }, 900) })`,
    );
    await expectEach({ "an element": "00ff00" }, async () =>
      seen(await hub.post(capture, { html, wait_for: "hr", ...window })),
    );
  });

  test.concurrent("waits for a late font", async () => {
    const text = (file: string) =>
      scripted(
        "0",
        `<style>@font-face{font-family:late;src:url(${file})}p{font:40px late,serif}</style><p>iiii MMMM`,
      );
    pages["a late font"] = text("/font?1500");
    pages["a font"] = text("/font?0");
    await expectEach({ "a late font": "like a font" }, async (name) => {
      const shots = ["a font", name].map(async (page) => (await capturePage(page)).bytes());
      const [soon, late] = await Promise.all(shots);
      return Bun.deepEquals(late, soon) ? "like a font" : "another picture";
    });
  });
});

describe.skipIf(lacksBrowser)("best_effort", () => {
  const captureBestEffort = (name: string, patience: number, more: object = {}) =>
    capturePage(name, { timeout: patience * 3000, best_effort: true, ...more });

  test.concurrent("captures a page that never fills in, and says so", async () => {
    // The tests above try each kind of page without best_effort.
    const names = isFullDepth ? Object.keys(unfinished) : ["an endless list"];
    await Promise.all([
      expectEach(all(names, "ffffff, unsettled"), async (name, patience) =>
        seen(await captureBestEffort(name, patience)),
      ),
      expectEach({ "endless loading text": "false" }, async (name, patience) => {
        const { settled } = await json(await captureBestEffort(name, patience, { format: "json" }));
        return String(settled);
      }),
    ]);
  });

  test.concurrent("captures each part of a page with each wait option", async () => {
    pages["a page with endless activity"] = scripted(
      `for (const n of [1, 2, 3]) fetch("/never?" + n)`,
      `${state("Loading…")}<img src="/never">`,
    );
    const ways: Record<string, object> = {
      "a whole page": { full_page: true },
      "an element": { selector: "p" },
      "a page whose element never appears": { wait_for: "h6" },
      "a page that is never idle": { wait_until: "networkidle" },
      "a page that never loads": { wait_until: "load" },
    };
    const names = Object.keys(ways);
    // One selector and one wait option: without best_effort all of them share a time limit.
    const refused = isFullDepth ? names : ["a whole page", "a page that never loads"];
    await Promise.all([
      expectEach(all(refused, "capture_timeout"), async (name) =>
        seen(await capturePage("a page with endless activity", { timeout: 1000, ...ways[name] })),
      ),
      expectEach(all(names, "200 false"), async (name, patience) => {
        const taken = await captureBestEffort("a page with endless activity", patience, ways[name]);
        return `${taken.status} ${taken.headers.get("x-screenshot-settled")}`;
      }),
    ]);
  });

  test.concurrent("waits no longer for a page that has settled", async () => {
    // The response would report a page that didn't settle.
    await expectEach({ "a clock": "00ff00" }, async (name) =>
      seen(await capturePage(name, { best_effort: true })),
    );
  });

  test.concurrent("fails for a host that doesn't respond, and for a page that spins", async () => {
    pages.spins = scripted("for (;;);");
    const answers = ["never", "spins"].map((name) =>
      slots.run(() => capturePage(name, { timeout: 1000, best_effort: true })),
    );
    for (const answer of await Promise.all(answers)) {
      const { code, detail } = await json(answer);
      expect([answer.status, code]).toEqual([504, "capture_timeout"]);
      expect(detail).not.toContain("best_effort");
    }
  });
});
