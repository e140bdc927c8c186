import type { CDPSession, Page } from "puppeteer-core";
import type { ElementArea, Picture, Refusal, Shot } from "../../contract/browser-door.ts";
import { callerGone, HubError } from "../../contract/errors.ts";
import { BrowserGone, captureTimeout, elementError } from "./browser-errors.ts";
import type { Chromium } from "./chromium.ts";
import { freezeScript } from "./frozen-clock.ts";
import { HarRecorder } from "./har.ts";
import { pageUrl } from "./made-page.ts";
import { type PageArea, World } from "./page-world.ts";
import type { Connect } from "./policy.ts";
import { printPage, readStream } from "./print-page.ts";
import { PageProxy } from "./proxy.ts";
import { readPage } from "./read-page.ts";
import { SettleDetector } from "./settle.ts";
import { runSteps } from "./steps.ts";
import { Traffic } from "./traffic.ts";

/** Time reserved for the picture itself with `best_effort`: a share of the timeout, and its maximum. */
const [drawingPart, drawingMsMax] = [0.25, 3000];

const lookMs = 75;

/** Hides the caret and disables smooth scrolling, so that pictures of the same page are identical. */
export const steadyCss =
  "*,*::before,*::after{caret-color:transparent!important;scroll-behavior:auto!important}";

/** Maximum number of scroll steps to load lazy content. */
const stepsMax = 90;

const stepMs = 60;

const framesMsMax = 500;

const imagesMsMax = 5000;

/** Limits of a picture: 60 megapixels, and a height of 60,000 pixels. JPEG has at most 65,535. */
const pixelsMax = 60_000_000;

const heightMax = 60_000;

/** The limit of the format itself. */
const webpHeightMax = 16_383;

const widthMax = 8192;

const bytesMax = 50 * 2 ** 20;
const graceMs = 20;

/** Maximum number of reported exceptions. */
const exceptionsMax = 20;

/** Takes one picture in a separate profile behind a separate proxy. Removes both afterwards. */
export async function takePicture(
  chromium: Chromium,
  shot: Shot,
  { connect, signal }: { connect: Connect; signal: AbortSignal },
): Promise<Picture> {
  const { source } = shot;
  const page = "html" in source ? source : undefined;
  const proxy = await PageProxy.open({
    connect: shot.offline ? async () => "offline" : connect,
    page,
    bytesMax,
    blockedHosts: excludeOwnHost(source, shot.blockedHosts),
  });
  const interruption = Promise.withResolvers<never>();
  const endsAt = performance.now() + shot.timeoutMs;
  const timer = setTimeout(() => interruption.reject(captureTimeout(shot)), shot.timeoutMs);
  signal.addEventListener("abort", () => interruption.reject(callerGone()), { once: true });
  const onDeath = () => interruption.reject(new BrowserGone("The browser, or its page, died"));
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
      return capturePage(page, shot, { proxy, userAgent: chromium.userAgent, endsAt });
    });
    // A dying page reports errors before its death. The delay lets the death win the race.
    const settled = work.catch((error) => Bun.sleep(graceMs).then(() => Promise.reject(error)));
    return await Promise.race([settled, interruption.promise]);
  } finally {
    clearTimeout(timer);
    chromium.browser.off("disconnected", onDeath);
    proxy.close();
    context.then((context) => context.close()).catch(() => {});
  }
}

/** Returns the blocked hosts without the host of the page itself. */
function excludeOwnHost(source: Shot["source"], hosts: readonly string[]): readonly string[] {
  if (!("url" in source)) return hosts;
  const { hostname } = new URL(source.url);
  return hosts.filter((host) => host !== hostname && !hostname.endsWith(`.${host}`));
}

async function capturePage(
  page: Page,
  shot: Shot,
  { proxy, userAgent, endsAt }: { proxy: PageProxy; userAgent: string; endsAt: number },
): Promise<Picture> {
  const session = await page.createCDPSession();
  const world = new World(session);
  const traffic = new Traffic(page, proxy);
  const har =
    (shot.read === "har" || shot.inspect) &&
    new HarRecorder(page, { proxy, ownHeaders: Object.keys(shot.headers) });
  const { timeoutMs, javascript } = shot;
  const exceptions: string[] = [];
  page.on("pageerror", (error) => {
    if (exceptions.length < exceptionsMax) exceptions.push(String(error).slice(0, 500));
  });
  const [settling] = await Promise.all([
    shot.wait.until === "auto" &&
      SettleDetector.watch(page, { session, traffic, world, timeoutMs, javascript }),
    emulate(page, shot, { session, userAgent }),
    shot.frozenAt !== undefined && page.evaluateOnNewDocument(freezeScript(shot.frozenAt)),
  ]);
  const openPage: OpenPage = { page, world, traffic, settling, session };
  let settled: boolean;
  try {
    settled = await (shot.wait.bestEffort
      ? prepareInTime(shot, openPage, endsAt)
      : prepare(shot, openPage, new AbortController().signal));
  } catch (error) {
    if (error instanceof PdfDocument) return fetchPdf(shot, { session, traffic });
    throw error;
  }
  if (shot.media.reducedMotion) await world.run("endAnimations");
  const [picture, title] = await Promise.all([
    shot.print
      ? printPage(shot.print, { session, world })
      : shot.read
        ? readPage(shot, { page, world, har })
        : captureImage({ ...shot, area: await chooseArea(shot, world) }, { session, world }),
    world.run("title"),
  ]);
  if ("url" in shot.source) checkArrival(shot.source.url, traffic);
  return {
    ...picture,
    settled,
    finalUrl: "url" in shot.source ? getFinalUrl(page, traffic) : undefined,
    status: traffic.document?.status() ?? 200,
    title,
    network: traffic.report(),
    ...(shot.inspect && har && { files: har.listFiles(page), exceptions }),
    truncated: picture.truncated || openPage.isCut === true,
    ...(openPage.scriptResult !== undefined && { scriptResult: openPage.scriptResult }),
  };
}

/** Returns the file of a page that is a PDF. The request goes through the proxy of the page, too. */
async function fetchPdf(
  shot: Shot,
  { session, traffic }: { session: CDPSession; traffic: Traffic },
): Promise<Picture> {
  const url = traffic.asked?.url() ?? getUrl(shot);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { resource } = await session.send("Network.loadNetworkResource", {
    frameId: frameTree.frame.id,
    url,
    options: { disableCache: false, includeCredentials: true },
  });
  checkArrival(getUrl(shot), traffic);
  const { stream, netErrorName = "no response", httpStatusCode = 200 } = resource;
  if (stream === undefined) throw captureError(new URL(url).host, netErrorName);
  return {
    bytes: await readStream(session, stream),
    ...{ width: 0, height: 0, truncated: false, settled: true, title: "" },
    finalUrl: url,
    status: httpStatusCode,
    network: traffic.report(),
  };
}

/** Returns the area of the picture. An image file is captured in its own size instead of the window's. */
async function chooseArea(shot: Shot, world: World): Promise<Shot["area"]> {
  const { area } = shot;
  if (area !== "viewport" && area !== "page") return area;
  const isImage = await world.run("isImage");
  if (isImage === "broken")
    throw captureError(new URL(getUrl(shot)).host, "it is an image that cannot be decoded");
  return isImage ? { selector: "img" } : area;
}

/** An open page. `settling` is set if the shot waits until the page has settled. */
interface OpenPage {
  page: Page;
  world: World;
  traffic: Traffic;
  settling: SettleDetector | false;
  session: CDPSession;
  scriptResult?: unknown;
  /** Whether the content of a scrolled element exceeds the maximum height. */
  isCut?: boolean;
}

/** Prepares the page for the picture. Returns whether it has settled. */
async function prepare(shot: Shot, openPage: OpenPage, signal: AbortSignal): Promise<boolean> {
  const { page, world, settling } = openPage;
  let isSettled = true;
  const settle = async () => {
    if (settling) isSettled = (await settling.settle(signal)) && isSettled;
  };
  // A step may have opened another page, which lacks the styles.
  const settleStep = async () => {
    await settle();
    await world.run("addStyles", [steadyCss, ...shot.css]);
  };
  await visit(shot, openPage);
  await settle();
  checkArrival(getUrl(shot), openPage.traffic);
  if (shot.script !== undefined) openPage.scriptResult = await world.evaluate(shot.script);
  if (await waitFor(shot, { world, session: openPage.session, signal })) await settle();
  if (shot.steps) {
    await runSteps(shot.steps, { page, world, signal, settle: settleStep });
    await checkLastPage(openPage);
  }
  if (shot.wait.delayMs > 0) await Bun.sleep(shot.wait.delayMs);
  if (signal.aborted) return false;
  // Scrolls through the page to load lazy content, before the picture is taken from the top.
  if (shot.area === "page") {
    openPage.isCut = await unrollScroller(shot, openPage, settle);
    await loadLazyContent(shot, { world, signal, settle });
  } else if (await scrollToArea(shot, world)) await settle();
  if (typeof shot.area === "object" && "x" in shot.area && !signal.aborted)
    await world.run("scrollTo", 0);
  return isSettled;
}

/** Maximum number of times that the window grows with the content of a scrolled element. */
const growthsMax = 3;

/**
 * Makes the content of the element that scrolls instead of the page visible as a whole: by a higher window, as the
 * element fills it, or else by a higher element. Returns whether the content exceeds the maximum height.
 */
async function unrollScroller(
  shot: Shot,
  { world, session }: Pick<OpenPage, "world" | "session">,
  settle: () => Promise<void>,
): Promise<boolean> {
  const { viewport, print } = shot;
  const highest = Math.floor(getHeightMax(shot) / viewport.scale);
  let { height } = viewport;
  let hidden = await world.run("getHiddenHeight");
  if (hidden === 0) return false;
  // Paper has a height of its own.
  for (let turn = 0; !print && turn < growthsMax; turn++) {
    if (height >= highest) return true;
    height = Math.min(highest, height + hidden);
    await setWindow(session, { ...viewport, height });
    await settle();
    const rest = await world.run("getHiddenHeight");
    if (rest === 0) return false;
    if (rest >= hidden) break;
    hidden = rest;
  }
  if (!print) await setWindow(session, viewport);
  if (await world.run("unrollScroller")) await settle();
  return false;
}

/** Prepares the page until only the time for the picture is left. Throws `capture_timeout`. */
async function prepareInTime(shot: Shot, openPage: OpenPage, endsAt: number): Promise<boolean> {
  const abort = new AbortController();
  const preparation = prepare(shot, openPage, abort.signal);
  const drawingMs = Math.min(shot.timeoutMs * drawingPart, drawingMsMax);
  const timeUp = Bun.sleep(endsAt - drawingMs - performance.now());
  const settled = await Promise.race([preparation, timeUp.then(() => undefined)]);
  if (settled !== undefined) return settled;
  // Later errors are irrelevant.
  abort.abort();
  preparation.catch(() => {});
  if (!openPage.traffic.document) throw captureTimeout(shot);
  await openPage.world.run("addStyles", [steadyCss, ...shot.css]);
  return false;
}

/**
 * Returns the URL of the page, which scripts can change without a request. Chromium's error page has its own.
 */
function getFinalUrl(page: Page, traffic: Traffic): string | undefined {
  return page.url().startsWith("http") ? page.url() : traffic.asked?.url();
}

/** Waits for the requested element and expression. Returns whether that took any time. */
async function waitFor(
  { wait: { selector, expression } }: Shot,
  { world, session, signal }: Pick<OpenPage, "world" | "session"> & { signal: AbortSignal },
): Promise<boolean> {
  let attempts = 0;
  for (; !signal.aborted; attempts++) {
    const box = selector === undefined || (await world.run("getBox", selector));
    if (box === "invalid") throw elementError({ invalid: selector ?? "" });
    if (box && (expression === undefined || (await isTrue(expression, session)))) break;
    await Bun.sleep(50);
  }
  return attempts > 0;
}

/**
 * Evaluates an expression of the caller among the page's scripts. The browser stops it at the first side effect. An
 * exception counts as false: what it refers to may come later. Throws `invalid_input`.
 */
async function isTrue(expression: string, session: CDPSession): Promise<boolean> {
  const evaluation = session.send("Runtime.evaluate", {
    // The line break ends a comment in it.
    expression: `Boolean(${expression}\n)`,
    throwOnSideEffect: true,
    returnByValue: true,
    timeout: expressionMsMax,
  });
  const { result, exceptionDetails } = await evaluation.catch((error: Error) => {
    if (!error.message.includes("terminated")) throw error;
    throw invalidExpression(`it takes more than ${expressionMsMax} ms`);
  });
  const [name = ""] = (exceptionDetails?.exception?.description ?? "").split("\n");
  if (name.startsWith("SyntaxError")) throw invalidExpression("it is no JavaScript expression");
  if (name.startsWith("EvalError: Possible side-effect"))
    throw invalidExpression("it changes something, or might do so");
  return !exceptionDetails && result.value === true;
}

function invalidExpression(why: string): HubError {
  return new HubError("invalid_input", `Cannot wait for the expression: ${why}`);
}

const expressionMsMax = 500;

/** Scrolls to the parts of the page. Returns whether something in it may still have to load. */
async function scrollToArea({ area }: Shot, world: World): Promise<boolean> {
  if (typeof area !== "object") return false;
  if (!("selector" in area)) await world.run("scrollTo", area.y);
  else
    for (const selector of [area.selector].flat()) {
      if (await world.run("scrollIntoView", selector, area.every)) await waitForImages(world, 3000);
      await waitForFrames(world);
    }
  await waitForFrames(world);
  return true;
}

/** Waits for the next frames, in which a page learns what is visible. Without scripts there may be none. */
async function waitForFrames(world: World): Promise<void> {
  await Promise.race([world.run("nextFrames"), Bun.sleep(framesMsMax)]);
}

async function captureImage(
  shot: Shot,
  { session, world }: { session: CDPSession; world: World },
): Promise<Pick<Picture, "bytes" | "width" | "height" | "truncated">> {
  const { truncated, zoom, ...clip } = await measureClip(shot, world);
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

/** The captured part of a page, within the size limits. */
interface Clip extends PageArea {
  /** The zoom factor of a phone for a page that wasn't made for phones. */
  zoom: number;
  truncated: boolean;
}

/** Measures the part of the page for the picture. Throws `selector_not_found`. */
async function measureClip(shot: Shot, world: World): Promise<Clip> {
  const { viewport } = shot;
  const isMeasured = shot.area === "page" || viewport.mobile;
  const page = isMeasured ? await world.run("pageSize") : viewport;
  const box = await getBox(shot, { page, world });
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const width = Math.max(1, Math.min(Math.ceil(box.x + box.width) - x, widthMax));
  const height = Math.max(1, Math.ceil(box.y + box.height) - y);
  const zoom = viewport.mobile ? Math.min(1, viewport.width / page.width) : 1;
  const scale = viewport.scale * zoom;
  const highest = Math.min(
    Math.floor(getHeightMax(shot) / scale),
    Math.floor(pixelsMax / (width * scale ** 2)),
  );
  return { x, y, width, height: Math.min(height, highest), zoom, truncated: height > highest };
}

function getHeightMax({ image }: Shot): number {
  return image.type === "webp" ? webpHeightMax : heightMax;
}

async function getBox(
  { area, viewport }: Shot,
  { page, world }: { page: { width: number; height: number }; world: World },
): Promise<PageArea> {
  if (area === "viewport") return { x: 0, y: 0, width: viewport.width, height: viewport.height };
  if (area !== "page") return "selector" in area ? getElementsBox(area, world) : area;
  const width = viewport.mobile ? Math.max(page.width, viewport.width) : viewport.width;
  return { x: 0, y: 0, width, height: page.height };
}

async function getElementsBox(area: ElementArea, world: World): Promise<PageArea> {
  const box = await world.run("getArea", area);
  if ("x" in box) return box;
  throw elementError(box);
}

/**
 * Scrolls through the page to load lazy content, and back to the top. Without scripts, only images with
 * `loading=lazy` are lazy.
 */
async function loadLazyContent(
  { timeoutMs, print }: Shot,
  { world, signal, settle }: { world: World; signal: AbortSignal; settle: () => Promise<void> },
): Promise<void> {
  const budgetMs = timeoutMs / 3;
  const endsAt = performance.now() + budgetMs;
  const { hasScripts, hasLazy, viewport } = await world.run("loadLazy");
  for (let step = 1; hasScripts && step <= stepsMax && performance.now() < endsAt; step++) {
    const top = Math.round(step * viewport * 0.9);
    const height = await world.run("scrollTo", top);
    if (signal.aborted || top + viewport >= Math.min(height, heightMax)) break;
    await Bun.sleep(stepMs);
  }
  if (hasScripts) await waitForFrames(world);
  if (hasScripts || hasLazy) await waitForImages(world, Math.min(imagesMsMax, budgetMs));
  if (hasScripts) await settle();
  if (signal.aborted) return;
  await world.run("scrollTo", 0);
  if (!print) await world.run("pinOnce");
}

/** Opens the page of a shot. Throws if it can't be shown. */
async function visit(shot: Shot, { page, world, traffic }: OpenPage): Promise<void> {
  const { until } = shot.wait;
  const url = getUrl(shot);
  let failure: Error | undefined;
  try {
    await page.goto(url, {
      waitUntil:
        until === "auto" ? "domcontentloaded" : until === "networkidle" ? "networkidle2" : until,
      timeout: 0,
    });
  } catch (error) {
    failure = error as Error;
    if (failure.message.includes("net::ERR_ABORTED")) await waitForResponse(traffic);
  }
  // The headless shell aborts the navigation to a PDF. Other browsers show it in their viewer.
  const isPdf = traffic.document?.headers()["content-type"]?.startsWith("application/pdf") ?? false;
  if (isPdf) failure ??= new Error("net::ERR_ABORTED");
  if (isPdf && shot.print && !traffic.refusal) throw new PdfDocument();
  if (failure) throw createError(failure, { url, refusal: traffic.refusal, isPdf });
  await world.run("addStyles", [steadyCss, ...shot.css]);
  checkArrival(url, traffic);
}

/** Waits for the response of a download: puppeteer may report it after the end of the navigation. */
async function waitForResponse(traffic: Traffic): Promise<void> {
  const endsAt = performance.now() + responseMsMax;
  while (!traffic.document && !traffic.refusal && performance.now() < endsAt) await Bun.sleep(10);
}

const responseMsMax = 2000;

/** Thrown if the page is a PDF, which Chromium downloads instead of showing it. */
class PdfDocument extends Error {}

/** Throws if the page was loaded but then navigated to a forbidden address. */
function checkArrival(url: string, { refusal }: Pick<Traffic, "refusal">): void {
  if (refusal) throw createError(new Error("The address was rejected"), { url, refusal });
}

/** Throws if a step led to a page that can't be shown. The browser shows an error or an empty page instead. */
async function checkLastPage({ session, traffic: { refusal, asked } }: OpenPage): Promise<void> {
  const { frameTree } = await session.send("Page.getFrameTree");
  if (refusal && asked) checkArrival(asked.url(), { refusal });
  const { unreachableUrl: url } = frameTree.frame;
  if (url) throw captureError(new URL(url).host, "it cannot be reached");
}

function createError(
  error: Error,
  { url, refusal, isPdf = false }: { url: string; refusal: Refusal | undefined; isPdf?: boolean },
): HubError {
  const { host } = new URL(url);
  switch (refusal) {
    case "not_public":
    case "port":
      return new HubError(
        "address_not_allowed",
        refusal === "port"
          ? `Cannot show "${host}": it leads to a port that is not allowed`
          : `Cannot show "${host}": it is not on the public internet, or it leads to a private address`,
      );
    case "offline":
      return new HubError(
        "upstream_unavailable",
        "This hub has no network access because of HUB_OFFLINE=1",
      );
    case "blocked":
      return captureError(host, "it leads to an advertising host, which is blocked");
    case "unresolved":
      return captureError(host, "the host does not exist");
    case "unreachable":
      return captureError(host, "it does not respond");
    case "too_many":
      return captureError(host, "the page is too large");
  }
  const [code = error.message] = /net::\w+/.exec(error.message) ?? [];
  if (code === "net::ERR_ABORTED" && isPdf)
    return captureError(
      host,
      'it is a PDF, which can only be returned as it is: with the format "pdf"',
    );
  if (code === "net::ERR_ABORTED") return captureError(host, "it is a download and not a page");
  return captureError(host, code);
}

function captureError(host: string, why: string): HubError {
  return new HubError("navigation_failed", `Cannot show "${host}": ${why}`);
}

/** Applies the viewport, the preferences and the location of a shot to a page. */
async function emulate(
  page: Page,
  shot: Shot,
  { session, userAgent }: { session: CDPSession; userAgent: string },
): Promise<void> {
  const { viewport, media, locale, timezone, geolocation, image } = shot;
  const { mobile } = viewport;
  await Promise.all([
    setWindow(session, viewport),
    mobile && session.send("Emulation.setTouchEmulationEnabled", { enabled: true }),
    session.send("Emulation.setEmulatedMedia", {
      // Chromium prints with the media type "print" unless another one is set.
      media: shot.print?.media === "print" ? "" : "screen",
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
  // Browsers don't give the location to origins without TLS, so the page gets none, as in a normal browser.
  if (geolocation)
    await page
      .browserContext()
      .overridePermissions(getOrigin(shot), ["geolocation"])
      .catch(() => {});
  await addCookies(session, shot);
  if (Object.keys(shot.headers).length > 0) await addHeaders(session, shot);
}

/** Must be called with the session that takes the picture, because other sessions' settings don't apply to it. */
async function setWindow(
  session: CDPSession,
  { width, height, scale, mobile }: Shot["viewport"],
): Promise<void> {
  const metrics = { width, height, deviceScaleFactor: scale, mobile };
  await session.send("Emulation.setDeviceMetricsOverride", metrics);
}

function getUrl({ source }: Shot): string {
  return "url" in source ? source.url : pageUrl;
}

function getOrigin(shot: Shot): string {
  return new URL(getUrl(shot)).origin;
}

async function addCookies(session: CDPSession, shot: Shot): Promise<void> {
  for (const [index, cookie] of shot.cookies.entries()) {
    const accepted = await session.send("Network.setCookie", { ...cookie, url: getUrl(shot) }).then(
      ({ success }) => success,
      () => false,
    );
    if (accepted) continue;
    const at = `body.cookies.${index}`;
    throw new HubError("invalid_input", `${at} must be a valid cookie for the page`, { at });
  }
}

/** Adds the headers to requests of the page's own origin only, because they may contain secrets. */
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
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${getOrigin(shot)}/*` }] });
}

/** Waits until all requested images are loaded, or the time is up. */
async function waitForImages(world: World, budgetMs: number): Promise<void> {
  const endsAt = performance.now() + budgetMs;
  while (performance.now() < endsAt) {
    if ((await world.run("look")).isReady) break;
    await Bun.sleep(lookMs);
  }
  await Promise.race([
    world.run("decodeImages"),
    Bun.sleep(Math.max(0, endsAt - performance.now())),
  ]);
}
