import type { CDPSession, Page } from "puppeteer-core";
import type { Picture, Refusal, Shot } from "../../contract/browser-door.ts";
import { callerGone, HubError } from "../../contract/errors.ts";
import { BrowserGone, captureTimeout } from "./browser-errors.ts";
import type { Chromium } from "./chromium.ts";
import { pageUrl } from "./made-page.ts";
import { type Box, World } from "./page-world.ts";
import type { Connect } from "./policy.ts";
import { PageProxy } from "./proxy.ts";
import { Settling } from "./settle.ts";
import { Traffic } from "./traffic.ts";

/** Of a page's time, what is left for the picture itself when it is taken as it is. */
const [drawingPart, drawingMsMax] = [0.25, 3000];

const lookMs = 75;

/** What blinks or moves would make each picture another one. */
export const steadyCss =
  "*,*::before,*::after{caret-color:transparent!important;scroll-behavior:auto!important}";

/** How far down a page is looked for what loads only when it is seen. */
const stepsMax = 60;

const stepMs = 60;

const framesMsMax = 500;

const imagesMsMax = 5000;

/** The largest picture: 60 megapixels, and a page of 20,000 pixels. */
const pixelsMax = 60_000_000;

const heightMax = 20_000;

const widthMax = 8192;

const bytesMax = 50 * 2 ** 20;
const graceMs = 20;

/** Takes one picture in a profile and behind a proxy of its own, of which nothing is left. */
export async function takePicture(
  chromium: Chromium,
  shot: Shot,
  { connect, signal }: { connect: Connect; signal: AbortSignal },
): Promise<Picture> {
  const { source } = shot;
  const page = "html" in source ? source : undefined;
  const proxy = await PageProxy.open({
    connect,
    page,
    bytesMax,
    blockedHosts: othersThan(source, shot.blockedHosts),
  });
  const end = Promise.withResolvers<never>();
  const endsAt = performance.now() + shot.timeoutMs;
  const timer = setTimeout(() => end.reject(captureTimeout(shot)), shot.timeoutMs);
  signal.addEventListener("abort", () => end.reject(callerGone()), { once: true });
  const onDeath = () => end.reject(new BrowserGone("The browser, or its page, died"));
  chromium.browser.once("disconnected", onDeath);
  const context = chromium.browser.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ["<-loopback>"],
    downloadBehavior: { policy: "deny" },
  });
  try {
    const work = context.then(async (context) => {
      const page = await context.newPage();
      page.on("error", onDeath);
      page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
      page.on("popup", (popup) => void popup?.close().catch(() => {}));
      return showIn(page, shot, { proxy, userAgent: chromium.userAgent, endsAt });
    });
    // What a page fails of as it dies is told before its death.
    const settled = work.catch((error) => Bun.sleep(graceMs).then(() => Promise.reject(error)));
    return await Promise.race([settled, end.promise]);
  } finally {
    clearTimeout(timer);
    chromium.browser.off("disconnected", onDeath);
    proxy.close();
    context.then((context) => context.close()).catch(() => {});
  }
}

/** The hosts that are not to be asked, without the one that is to be shown. */
function othersThan(source: Shot["source"], hosts: readonly string[]): readonly string[] {
  if (!("url" in source)) return hosts;
  const { hostname } = new URL(source.url);
  return hosts.filter((host) => host !== hostname && !hostname.endsWith(`.${host}`));
}

async function showIn(
  page: Page,
  shot: Shot,
  { proxy, userAgent, endsAt }: { proxy: PageProxy; userAgent: string; endsAt: number },
): Promise<Picture> {
  const session = await page.createCDPSession();
  const world = new World(session);
  const traffic = new Traffic(page, proxy);
  const { timeoutMs, javascript } = shot;
  const [settling] = await Promise.all([
    shot.wait.until === "auto" &&
      Settling.watch(page, { session, traffic, world, timeoutMs, javascript }),
    emulate(page, shot, { session, userAgent }),
  ]);
  const seen = { page, world, traffic, settling };
  const settled = await (shot.wait.bestEffort
    ? prepareInTime(shot, seen, endsAt)
    : prepare(shot, seen, new AbortController().signal));
  if (shot.media.reducedMotion) await world.run("endAnimations");
  const [picture, title] = await Promise.all([
    drawPicture(shot, { session, world }),
    world.run("title"),
  ]);
  if ("url" in shot.source) checkArrival(shot.source.url, traffic);
  return {
    ...picture,
    settled,
    finalUrl: "url" in shot.source ? urlOf(page, traffic) : undefined,
    status: traffic.document?.status() ?? 200,
    title,
    network: traffic.report(),
  };
}

/** A page that is shown. `settling` is there where it is waited for until it has come to rest. */
interface Seen {
  page: Page;
  world: World;
  traffic: Traffic;
  settling: Settling | false;
}

/** Shows the page as it is to be in the picture. Answers whether it has come to what was waited for. */
async function prepare(shot: Shot, seen: Seen, signal: AbortSignal): Promise<boolean> {
  const { world, settling } = seen;
  let isSettled = true;
  const settle = async () => {
    if (settling) isSettled = (await settling.settle(signal)) && isSettled;
  };
  await visit(shot, seen);
  await settle();
  checkArrival(addressOf(shot), seen.traffic);
  if (shot.script !== undefined) await world.evaluate(shot.script);
  if (await waitFor(shot, { world, signal })) await settle();
  if (shot.wait.delayMs > 0) await Bun.sleep(shot.wait.delayMs);
  if (signal.aborted) return false;
  // What loads only when it is seen is seen, before the picture is taken from the top.
  if (shot.area === "page") await loadWhole(shot, { world, signal, settle });
  else if (await bringIn(shot, world)) await settle();
  if (typeof shot.area === "object" && "x" in shot.area && !signal.aborted)
    await world.run("scrollTo", 0);
  return isSettled;
}

/** The same, for as long as there is time to take a picture of it. Throws `capture_timeout`. */
async function prepareInTime(shot: Shot, seen: Seen, endsAt: number): Promise<boolean> {
  const abort = new AbortController();
  const whole = prepare(shot, seen, abort.signal);
  const drawingMs = Math.min(shot.timeoutMs * drawingPart, drawingMsMax);
  const left = Bun.sleep(endsAt - drawingMs - performance.now());
  const settled = await Promise.race([whole, left.then(() => undefined)]);
  if (settled !== undefined) return settled;
  // What it fails of from now on is of no interest.
  abort.abort();
  whole.catch(() => {});
  if (!seen.traffic.document) throw captureTimeout(shot);
  await seen.world.run("addStyles", [steadyCss, ...shot.css]);
  return false;
}

/** Scripts change it without a request; the browser's page of an empty failure has one of its own. */
function urlOf(page: Page, traffic: Traffic): string | undefined {
  return page.url().startsWith("http") ? page.url() : traffic.asked?.url();
}

/** Waits for what was asked for besides. Answers whether that took any time. */
async function waitFor(
  { wait: { selector } }: Shot,
  { world, signal }: { world: World; signal: AbortSignal },
): Promise<boolean> {
  let looks = 0;
  for (; selector !== undefined && !signal.aborted; looks++) {
    const box = await world.run("boxOf", selector);
    if (box === "invalid") throw notFound(selector);
    if (box) break;
    await Bun.sleep(50);
  }
  return looks > 0;
}

/** Scrolls to a part of the page. Answers whether something in it may be yet to load. */
async function bringIn({ area }: Shot, world: World): Promise<boolean> {
  if (typeof area !== "object") return false;
  if (!("selector" in area)) await world.run("scrollTo", area.y);
  else if (await world.run("scrollIntoView", area.selector)) await imagesLoaded(world, 3000);
  await awaitFrames(world);
  return true;
}

/** What comes into view is told to a page with its next frame; without scripts there may be none. */
async function awaitFrames(world: World): Promise<void> {
  await Promise.race([world.run("nextFrames"), Bun.sleep(framesMsMax)]);
}

async function drawPicture(
  shot: Shot,
  { session, world }: { session: CDPSession; world: World },
): Promise<Pick<Picture, "bytes" | "width" | "height" | "truncated">> {
  const { truncated, zoom, ...clip } = await clipOf(shot, world);
  const { type, quality } = shot.image;
  const isWindow = shot.area === "viewport";
  const { data } = await session.send("Page.captureScreenshot", {
    format: type,
    ...(type !== "png" && quality !== undefined && { quality }),
    ...(!isWindow && { clip: { ...clip, scale: zoom }, captureBeyondViewport: true }),
  });
  const scale = shot.viewport.scale * (isWindow ? 1 : zoom);
  return {
    bytes: Buffer.from(data, "base64"),
    width: Math.round(clip.width * scale),
    height: Math.round(clip.height * scale),
    truncated,
  };
}

/** A part of a page, as large as a picture may be. */
interface Clip extends Box {
  /** How much smaller a phone shows a page that was not made for one. */
  zoom: number;
  truncated: boolean;
}

/** Measures what is to be in the picture. Throws `selector_not_found`. */
async function clipOf(shot: Shot, world: World): Promise<Clip> {
  const { viewport } = shot;
  const isMeasured = shot.area === "page" || viewport.mobile;
  const page = isMeasured ? await world.run("pageSize") : viewport;
  const wanted = await boxOf(shot, { page, world });
  const x = Math.max(0, Math.floor(wanted.x));
  const y = Math.max(0, Math.floor(wanted.y));
  const width = Math.max(1, Math.min(Math.ceil(wanted.x + wanted.width) - x, widthMax));
  const height = Math.max(1, Math.ceil(wanted.y + wanted.height) - y);
  const zoom = viewport.mobile ? Math.min(1, viewport.width / page.width) : 1;
  const scale = viewport.scale * zoom;
  const highest = Math.min(
    Math.floor(heightMax / scale),
    Math.floor(pixelsMax / (width * scale ** 2)),
  );
  return { x, y, width, height: Math.min(height, highest), zoom, truncated: height > highest };
}

async function boxOf(
  { area, viewport }: Shot,
  { page, world }: { page: { width: number; height: number }; world: World },
): Promise<Box> {
  if (area === "viewport") return { x: 0, y: 0, width: viewport.width, height: viewport.height };
  if (area !== "page") return "selector" in area ? elementBox(area.selector, world) : area;
  const width = viewport.mobile ? Math.max(page.width, viewport.width) : viewport.width;
  return { x: 0, y: 0, width, height: page.height };
}

async function elementBox(selector: string, world: World) {
  const box = await world.run("boxOf", selector);
  if (box === "invalid")
    throw new HubError("invalid_input", `Cannot read "${selector}" as a CSS selector`);
  if (!box) throw notFound(selector);
  return box;
}

/** The failure of a shot whose element is not there, or not to be seen. */
function notFound(selector: string): HubError {
  return new HubError("selector_not_found", `Cannot see an element "${selector}" in the page`);
}

/**
 * Has a page load what it would only load when somebody scrolled there, and goes back to the top.
 * Without scripts there are only images that say so themselves.
 */
async function loadWhole(
  { timeoutMs }: Shot,
  { world, signal, settle }: { world: World; signal: AbortSignal; settle: () => Promise<void> },
): Promise<void> {
  const budgetMs = timeoutMs / 3;
  const end = performance.now() + budgetMs;
  const { hasScripts, hasLazy, viewport } = await world.run("unlazy");
  for (let step = 1; hasScripts && step <= stepsMax && performance.now() < end; step++) {
    const top = Math.round(step * viewport * 0.9);
    const height = await world.run("scrollTo", top);
    if (signal.aborted || top + viewport >= Math.min(height, heightMax)) break;
    await Bun.sleep(stepMs);
  }
  if (hasScripts) await awaitFrames(world);
  if (hasScripts || hasLazy) await imagesLoaded(world, Math.min(imagesMsMax, budgetMs));
  if (hasScripts) await settle();
  if (signal.aborted) return;
  await world.run("scrollTo", 0);
  await world.run("pinOnce");
}

/** Opens the page of a shot. Throws what keeps a page from being seen. */
async function visit(shot: Shot, { page, world, traffic }: Seen): Promise<void> {
  const { until } = shot.wait;
  const url = addressOf(shot);
  try {
    await page.goto(url, {
      waitUntil:
        until === "auto" ? "domcontentloaded" : until === "networkidle" ? "networkidle2" : until,
      timeout: 0,
    });
  } catch (error) {
    throw failureOf(error as Error, { url, refusal: traffic.refusal });
  }
  await world.run("addStyles", [steadyCss, ...shot.css]);
  checkArrival(url, traffic);
}

/** A page that was let in may still have sent itself on to where it may not be. */
function checkArrival(url: string, { refusal }: Traffic): void {
  if (refusal) throw failureOf(new Error("It was refused"), { url, refusal });
}

function failureOf(
  error: Error,
  { url, refusal }: { url: string; refusal: Refusal | undefined },
): HubError {
  const { host } = new URL(url);
  switch (refusal) {
    case "not_public":
    case "port":
      return new HubError(
        "address_not_allowed",
        refusal === "port"
          ? `Cannot show "${host}": it leads to a port that browsers block`
          : `Cannot show "${host}": it is not on the public internet, or leads away from it`,
      );
    case "offline":
      return new HubError(
        "upstream_unavailable",
        "This hub may not reach the network: its operator has set HUB_OFFLINE=1",
      );
    case "blocked":
      return captureError(host, "it leads to a host that is blocked as advertising");
    case "unresolved":
      return captureError(host, "there is no such host");
    case "unreachable":
      return captureError(host, "it does not answer");
    case "too_many":
      return captureError(host, "the page is larger than a page may be");
  }
  const [code = error.message] = /net::\w+/.exec(error.message) ?? [];
  if (code === "net::ERR_ABORTED") return captureError(host, "it is a download and no page");
  return captureError(host, code);
}

function captureError(host: string, why: string): HubError {
  return new HubError("navigation_failed", `Cannot show "${host}": ${why}`);
}

/** Gives a page the window, the preferences and the place that a shot asks for. */
async function emulate(
  page: Page,
  shot: Shot,
  { session, userAgent }: { session: CDPSession; userAgent: string },
): Promise<void> {
  const { viewport, media, locale, timezone, geolocation, image } = shot;
  const { width, height, scale, mobile } = viewport;
  await Promise.all([
    // By the session that takes the picture: another one's would not count for it.
    session.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: scale,
      mobile,
    }),
    mobile && session.send("Emulation.setTouchEmulationEnabled", { enabled: true }),
    session.send("Emulation.setEmulatedMedia", {
      media: "screen",
      features: [
        { name: "prefers-color-scheme", value: media.dark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: media.reducedMotion ? "reduce" : "no-preference" },
      ],
    }),
    session.send("Network.setBypassServiceWorker", { bypass: true }),
    session.send("Emulation.setUserAgentOverride", {
      userAgent: shot.userAgent ?? userAgent,
      ...(locale !== undefined && { acceptLanguage: locale }),
    }),
    !shot.javascript && session.send("Emulation.setScriptExecutionDisabled", { value: true }),
    locale !== undefined && session.send("Emulation.setLocaleOverride", { locale }),
    timezone !== undefined &&
      session.send("Emulation.setTimezoneOverride", { timezoneId: timezone }),
    geolocation && session.send("Emulation.setGeolocationOverride", geolocation),
    image.transparent &&
      session.send("Emulation.setDefaultBackgroundColorOverride", {
        color: { r: 0, g: 0, b: 0, a: 0 },
      }),
  ]);
  // No browser tells an origin without TLS where it is: that one asks in vain, as it does at home.
  if (geolocation)
    await page
      .browserContext()
      .overridePermissions(originOf(shot), ["geolocation"])
      .catch(() => {});
  await addCookies(session, shot);
  if (Object.keys(shot.headers).length > 0) await addHeaders(session, shot);
}

function addressOf({ source }: Shot): string {
  return "url" in source ? source.url : pageUrl;
}

function originOf(shot: Shot): string {
  return new URL(addressOf(shot)).origin;
}

async function addCookies(session: CDPSession, shot: Shot): Promise<void> {
  for (const [index, cookie] of shot.cookies.entries()) {
    const taken = await session.send("Network.setCookie", { ...cookie, url: addressOf(shot) }).then(
      ({ success }) => success,
      () => false,
    );
    if (taken) continue;
    const at = `body.cookies.${index}`;
    throw new HubError("invalid_input", `${at} must be a cookie that the page may have`, { at });
  }
}

/** What they hold may be secret, so only the page's own origin gets to see them. */
async function addHeaders(session: CDPSession, shot: Shot): Promise<void> {
  const own = Object.entries(shot.headers).map(([name, value]) => ({ name, value }));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const others = Object.entries(request.headers)
      .filter(([name]) => !names.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }));
    session
      .send("Fetch.continueRequest", { requestId, headers: [...others, ...own] })
      .catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${originOf(shot)}/*` }] });
}

/** Waits until the images that have been asked for are there, or some time has passed. */
async function imagesLoaded(world: World, budgetMs: number): Promise<void> {
  const end = performance.now() + budgetMs;
  while (performance.now() < end) {
    if ((await world.run("look")).isReady) break;
    await Bun.sleep(lookMs);
  }
  await Promise.race([world.run("decodeImages"), Bun.sleep(Math.max(0, end - performance.now()))]);
}
