import type { Page } from "puppeteer-core";
import type { Refusal, Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import { pageUrl } from "./made-page.ts";
import { settle } from "./settle.ts";
import type { Traffic } from "./traffic.ts";
import type { World } from "./world.ts";

/** Opens the page of a shot and waits as it asks. Throws what keeps a page from being seen. */
export async function visit(
  page: Page,
  shot: Shot,
  { world, traffic }: { world: World; traffic: Traffic },
): Promise<void> {
  const { until } = shot.wait;
  const loaded = new Promise<void>((resolve) => page.once("load", () => resolve()));
  const url = "url" in shot.source ? shot.source.url : pageUrl;
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
  if (until === "auto") await settle({ world, traffic, loaded, budgetMs: shot.timeoutMs / 2 });
  checkArrival(url, traffic);
}

/** A page that was let in may still have sent itself on to where it may not be. */
export function checkArrival(url: string, { refusal }: Traffic): void {
  if (refusal) throw failureOf(new Error("It was refused"), { url, refusal });
}

/** What blinks or moves would make each picture another one. */
const steadyCss =
  "*,*::before,*::after{caret-color:transparent!important;scroll-behavior:auto!important}";

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
          ? `Cannot show "${host}": it leads to a port that is none of the web's`
          : `Cannot show "${host}": it is not on the public internet, or leads away from it`,
      );
    case "offline":
      return new HubError(
        "upstream_unavailable",
        "This hub may not reach the network: its operator has set HUB_OFFLINE=1",
      );
    case "blocked":
      return failed(host, "it leads to a host that is blocked as advertising");
    case "unresolved":
      return failed(host, "there is no such host");
    case "unreachable":
      return failed(host, "it does not answer");
    case "too_many":
      return failed(host, "the page is larger than a page may be");
  }
  const [code = error.message] = /net::\w+/.exec(error.message) ?? [];
  if (code === "net::ERR_ABORTED") return failed(host, "it is a download and no page");
  return failed(host, code);
}

function failed(host: string, why: string): HubError {
  return new HubError("navigation_failed", `Cannot show "${host}": ${why}`);
}
