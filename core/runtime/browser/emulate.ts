import type { CDPSession, Page } from "puppeteer-core";
import type { Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import { pageUrl } from "./made-page.ts";

/** Gives a page the window, the preferences and the place that a shot asks for. */
export async function emulate(
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

function urlOf({ source }: Shot): string {
  return "url" in source ? source.url : pageUrl;
}

function originOf(shot: Shot): string {
  return new URL(urlOf(shot)).origin;
}

async function addCookies(session: CDPSession, shot: Shot): Promise<void> {
  for (const [index, cookie] of shot.cookies.entries()) {
    const taken = await session.send("Network.setCookie", { ...cookie, url: urlOf(shot) }).then(
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
