import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { isFullDepth, sampleCases, startNameServer } from "hub/testing";
import sharp from "sharp";
import type { Shot } from "../core/contract/browser-door.ts";
import { buildEnvironment } from "../core/host/browser/program.ts";
import {
  createShot,
  folder,
  lacksBrowser,
  openBrowser,
  program,
  until,
} from "../core/testing/browser-service.ts";
import { Slots } from "../core/testing/slots.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

/** The contacts to a listener on this machine that no page may reach, by TCP and UDP. */
const contacts: string[] = [];
const socket = { open: () => void contacts.push("tcp"), data() {} };
const internal = Bun.listen({ hostname: "0.0.0.0", port: 0, socket });
const { port } = internal;
const internal6 = Bun.listen({ hostname: "::1", port, socket });
const datagrams = { data: () => void contacts.push("udp") };
const udp = await Bun.udpSocket({ hostname: "0.0.0.0", port, socket: datagrams });
const udp6 = await Bun.udpSocket({ hostname: "::1", port, socket: datagrams });

/** Messages to the page's own host, which the operator allows. */
const tried: string[] = [];
const site = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/tried") tried.push(await request.text());
    const to = searchParams.get("to") ?? "";
    if (pathname === "/to") return Response.redirect(to);
    return new Response(buildPage(pathname, searchParams.get("host") ?? "", to), {
      headers: { "content-type": "text/html" },
    });
  },
});

function buildPage(path: string, host: string, to: string): string {
  if (path === "/all") return buildAttemptPage(host);
  if (path === "/script") return `<script>location = ${JSON.stringify(to)}</script>`;
  if (path === "/refresh") return `<meta http-equiv="refresh" content="0;url=${to}"><h1>Wait</h1>`;
  return "<h1>A page</h1>";
}

const names = await startNameServer({
  "inside.test": { A: ["127.0.0.1"] },
  "inside6.test": { AAAA: ["::1"] },
  "mixed.test": { A: ["93.184.216.34", "127.0.0.1"] },
  "page.test": { A: ["127.0.0.1"], ttl: 0 },
});
const browser = openBrowser({
  hosts: {
    "page.test": `http://127.0.0.1:${site.port}`,
    [`open.test:${port}`]: `http://127.0.0.1:${port}`,
  },
  nameServers: [{ hostname: names.hostname, port: names.port }],
  ports: [80, 443, port],
});
// Tests that expect no contacts run concurrently.
const slots = new Slots(4);
const takeShot = (shot: Shot) => slots.run(() => browser.browser(shot));
afterAll(async () => {
  await browser.close();
  for (const server of [internal, internal6, site]) server.stop(true);
  for (const each of [udp, udp6]) each.close();
  names.stop();
});

const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"];
const named = ["inside.test", "inside6.test", "mixed.test", "page.test"];
const targets = [...hosts, ...named].map((host) => `${host}:${port}`);

// Each is source code that runs in a page.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the page fills them in
/** Source code for each way in which a page can make a request to a host. */
const ways: Record<string, string> = {
  img: "new Image().src = `http://${host}/img`",
  iframe: "add('iframe', { src: `http://${host}/iframe` })",
  script: "add('script', { src: `http://${host}/script` })",
  stylesheet: "add('link', { rel: 'stylesheet', href: `http://${host}/css` })",
  prefetch: "add('link', { rel: 'prefetch', href: `http://${host}/prefetch` })",
  preload: "add('link', { rel: 'preload', as: 'image', href: `http://${host}/preload` })",
  preconnect: "add('link', { rel: 'preconnect', href: `http://${host}/` })",
  "dns-prefetch": "add('link', { rel: 'dns-prefetch', href: `http://${host}/` })",
  manifest: "add('link', { rel: 'manifest', href: `http://${host}/manifest` })",
  icon: "add('link', { rel: 'icon', href: `http://${host}/icon` })",
  video: "add('video', { src: `http://${host}/video`, preload: 'auto' })",
  object: "add('object', { data: `http://${host}/object` })",
  embed: "add('embed', { src: `http://${host}/embed` })",
  "css url": "document.body.style.background = `url(http://${host}/background)`",
  font: "new FontFace('x', `url(http://${host}/font)`).load().catch(() => {})",
  fetch: "fetch(`http://${host}/fetch`, { mode: 'no-cors' }).catch(() => {})",
  "fetch by TLS": "fetch(`https://${host}/fetch`, { mode: 'no-cors' }).catch(() => {})",
  post: "fetch(`http://${host}/post`, { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {})",
  beacon: "navigator.sendBeacon(`http://${host}/beacon`, 'x')",
  xhr: "{ const x = new XMLHttpRequest(); x.open('GET', `http://${host}/xhr`); x.send(); }",
  "event source": "new EventSource(`http://${host}/events`)",
  websocket: "new WebSocket(`ws://${host}/ws`)",
  "websocket by TLS": "new WebSocket(`wss://${host}/ws`)",
  webtransport: "new WebTransport(`https://${host}/wt`).ready.catch(() => {})",
  worker:
    "new Worker(URL.createObjectURL(new Blob([`fetch('http://${host}/worker', { mode: 'no-cors' }).catch(() => {}); importScripts('http://${host}/import')`])))",
  popup: "window.open(`http://${host}/popup`)",
  form: "{ const f = add('form', { action: `http://${host}/form`, method: 'post', target: '_blank' }); f.submit(); }",
  redirect: "new Image().src = `/to?to=${encodeURIComponent(`http://${host}/redirected`)}`",
  "frame's refresh":
    "add('iframe', { srcdoc: `<meta http-equiv=refresh content=\"0;url=http://${host}/refresh\">` })",
  stun: "{ const c = new RTCPeerConnection({ iceServers: [{ urls: `stun:${host}` }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)); }",
  turn: "{ const c = new RTCPeerConnection({ iceServers: [{ urls: `turn:${host}?transport=tcp`, username: 'x', credential: 'x' }, { urls: `turn:${host}?transport=udp`, username: 'x', credential: 'x' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)); }",
  speculation:
    "{ const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ urls: [`http://${host}/speculation`] }], prerender: [{ urls: [`http://${host}/prerender`] }] }); document.head.append(s); }",
};

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the page fills them in

/** Returns a page that tries all ways for one host, and reports each attempt to its own server. */
function buildAttemptPage(host: string): string {
  const tries = Object.entries(ways).map(
    ([way, code]) => `try { ${code}; done.push("${way}") } catch (error) { done.push("${way}") }`,
  );
  return `<!doctype html><head></head><body><script>
    const host = ${JSON.stringify(host)}, done = [];
    function add(name, fields) { const e = Object.assign(document.createElement(name), fields); document.body.append(e); return e; }
    ${tries.join("\n")}
    fetch("/tried", { method: "POST", body: done.join() });
  </script></body>`;
}

describe.skipIf(lacksBrowser)("a page in the browser", () => {
  test.concurrent("reaches nothing on this machine in any way", async () => {
    const wait = { until: "auto", delayMs: 1000 } as const;
    // One address per family, and a name that also has a public address.
    const kinds = ["127.0.0.1", "[::1]", "mixed.test"].map((host) => `${host}:${port}`);
    const some = isFullDepth ? targets : kinds;
    const urls = some.map((host) => `http://page.test/all?host=${host}`);
    await Promise.all(urls.map((url) => takeShot(createShot({ url }, { wait }))));
    expect(tried).toEqual(some.map(() => Object.keys(ways).join()));
    expect(contacts).toEqual([]);
  });

  test.concurrent("that was sent as HTML doesn't either", async () => {
    const wait = { until: "auto", delayMs: 1000 } as const;
    const given = sampleCases(["inside.test", "127.0.0.1", "[::1]"], 1).map((host) =>
      buildAttemptPage(`${host}:${port}`),
    );
    await Promise.all(given.map((html) => takeShot(createShot({ html }, { wait }))));
    expect(contacts).toEqual([]);
  });

  test.concurrent.each(
    sampleCases(
      targets.filter((host) => !host.startsWith("page.")),
      3,
    ),
  )("isn't shown from %s, nor redirected there", async (host) => {
    const url = `http://${host}/`;
    // Redirected pages make requests like any other page, so two hosts suffice for them. A plain run tries all ways for
    // one host, and the other hosts directly and after a redirect.
    const isTriedInAllWays = host.startsWith("127") || (isFullDepth && host.startsWith("inside."));
    const byItself = isTriedInAllWays ? ["script", "refresh"] : [];
    const sent = ["to", ...byItself].map(
      (way) => `http://page.test/${way}?to=${encodeURIComponent(url)}`,
    );
    const byTls = isFullDepth || isTriedInAllWays ? [`https://${host}/`] : [];
    const starts = [url, ...byTls, ...sent];
    const seen = await Promise.all(starts.map(getRefusalCode));
    expect(seen).toEqual(starts.map(() => "address_not_allowed"));
    expect(contacts).toEqual([]);
  });

  test.concurrent.each([
    "file:///etc/passwd",
    "view-source:http://page.test/",
    "chrome://version",
    "ftp://x/",
  ])("isn't redirected to %s", async (to) => {
    expect(await getRefusalCode(`http://page.test/to?to=${encodeURIComponent(to)}`)).toBe(
      "navigation_failed",
    );
  });

  test.concurrent("sees no file of this machine", async () => {
    const file = `${folder}/secret.html`;
    writeFileSync(file, "<body style='background:#f0f'>");
    const frames = [`file://${file}`, `view-source:file://${file}`]
      .map((src) => `<iframe src="${src}" width=180 height=100></iframe>`)
      .join("");
    const link = `<script>location = "file://${file}"</script>`;
    for (const html of [`${frames}<embed src="file://${file}">`, link]) {
      const { bytes } = await takeShot(createShot({ html }));
      const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
      expect(pixels.toString("hex").match(/^(?:.{6})*?ff00ff/)).toBeNull();
    }
  });

  test("would reach it by TCP and UDP in an unprotected browser", async () => {
    expect(contacts.splice(0)).toEqual([]);
    const { default: puppeteer } = await import("puppeteer-core");
    const args = ["--no-sandbox"];
    if (!program) throw new Error("There is no browser");
    const headless = program.shell ? "shell" : true;
    const env = buildEnvironment(program);
    const executablePath = program.path;
    const bare = await puppeteer.launch({ executablePath, headless, args, env, pipe: true });
    try {
      const page = await bare.newPage();
      const url = `http://127.0.0.1:${site.port}/all?host=127.0.0.1:${port}`;
      // The listener never responds, so the page never loads.
      void page.goto(url).catch(() => {});
      await until(() => contacts.includes("tcp") && contacts.includes("udp"));
    } finally {
      await bare.close();
    }
  });

  test("reaches a host that the operator allows, so the listener works", async () => {
    contacts.length = 0;
    const html = `<img src="http://open.test:${port}/"><script>new WebSocket("ws://open.test:${port}/")</script>`;
    const abort = new AbortController();
    // The listener never responds, so the page never loads.
    const shown = browser.browser(createShot({ html }), abort).catch((error) => error.code);
    await until(() => contacts.filter((contact) => contact === "tcp").length >= 2);
    abort.abort();
    expect(await shown).toBe("caller_gone");
  });
});

async function getRefusalCode(url: string): Promise<string> {
  return takeShot(createShot({ url })).then(
    () => "shown",
    (error) => error.code ?? error.message,
  );
}
