import type { CDPSession, Page } from "puppeteer-core";
import type { Picture, Shot } from "../../contract/browser-door.ts";
import { callerGone } from "../../contract/errors.ts";
import { clipOf, heightMax, notFound } from "./area.ts";
import type { Chromium } from "./chromium.ts";
import { emulate } from "./emulate.ts";
import { BrowserGone, tookTooLong } from "./failures.ts";
import type { Connect } from "./policy.ts";
import { PageProxy } from "./proxy.ts";
import { imagesLoaded } from "./settle.ts";
import { Traffic } from "./traffic.ts";
import { checkArrival, visit } from "./visit.ts";
import { loadWhole } from "./whole-page.ts";
import { World } from "./world.ts";

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
  const timer = setTimeout(() => end.reject(tookTooLong(shot)), shot.timeoutMs);
  signal.addEventListener("abort", () => end.reject(callerGone()), { once: true });
  const died = () => end.reject(new BrowserGone("The browser, or its page, died"));
  chromium.browser.once("disconnected", died);
  const context = chromium.browser.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ["<-loopback>"],
    downloadBehavior: { policy: "deny" },
  });
  try {
    const work = context.then(async (context) => {
      const page = await context.newPage();
      page.on("error", died);
      page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
      page.on("popup", (popup) => void popup?.close().catch(() => {}));
      return shownIn(page, shot, { proxy, userAgent: chromium.userAgent });
    });
    // What a page fails of as it dies is told before its death.
    const settled = work.catch((error) => Bun.sleep(graceMs).then(() => Promise.reject(error)));
    return await Promise.race([settled, end.promise]);
  } finally {
    clearTimeout(timer);
    chromium.browser.off("disconnected", died);
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

async function shownIn(
  page: Page,
  shot: Shot,
  { proxy, userAgent }: { proxy: PageProxy; userAgent: string },
): Promise<Picture> {
  const session = await page.createCDPSession();
  const world = new World(session);
  const traffic = new Traffic(page, proxy);
  await emulate(page, shot, { session, userAgent });
  await visit(page, shot, { world, traffic });
  if (shot.script !== undefined) await world.evaluate(shot.script);
  await waitFor(shot, world);
  if (shot.area === "page") await loadWhole(world, { heightMax, budgetMs: shot.timeoutMs / 3 });
  else if (shot.area !== "viewport") await bringIn(shot, world);
  if (shot.media.reducedMotion) await world.run("endAnimations");
  const picture = await drawn(shot, { session, world });
  if ("url" in shot.source) checkArrival(shot.source.url, traffic);
  return {
    ...picture,
    finalUrl: "url" in shot.source ? urlOf(page, traffic) : undefined,
    status: traffic.document?.status() ?? 200,
    title: await world.run("title"),
    network: traffic.report(),
  };
}

/** Scripts change it without a request; the browser's page of an empty failure has one of its own. */
function urlOf(page: Page, traffic: Traffic): string | undefined {
  return page.url().startsWith("http") ? page.url() : traffic.asked?.url();
}

async function waitFor({ wait: { selector, delayMs } }: Shot, world: World): Promise<void> {
  if (selector !== undefined)
    for (;;) {
      const box = await world.run("boxOf", selector);
      if (box === "invalid") throw notFound(selector);
      if (box) break;
      await Bun.sleep(50);
    }
  if (delayMs > 0) await Bun.sleep(delayMs);
}

/** What loads only when it is seen is seen, before the picture is taken from the top. */
async function bringIn({ area }: Shot, world: World): Promise<void> {
  const selector = typeof area === "object" && "selector" in area ? area.selector : undefined;
  if (selector === undefined) return;
  if (await world.run("scrollIntoView", selector)) await imagesLoaded(world, 3000);
}

async function drawn(
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
