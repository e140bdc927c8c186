import type { Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";

/** There is no browser on this machine that could be started. `cause` is for the log. */
export function browserUnavailable(why: string, cause?: unknown): HubError {
  return new HubError(
    "browser_unavailable",
    `${why}. The operator of this hub can install Chromium (on Debian: apt install chromium), or name one in HUB_CHROME`,
    { cause },
  );
}

/** The page, or a route that shows several, did not come to an end. */
export function captureTimeout({ timeoutMs, wait }: Pick<Shot, "timeoutMs" | "wait">): HubError {
  const way = wait.bestEffort
    ? "there is nothing of it to be shown by then"
    : "the page is not ready, and best_effort=true takes it as it is by then";
  return new HubError("capture_timeout", `Cannot take the picture within ${timeoutMs} ms: ${way}`, {
    members: { timeout_ms: timeoutMs },
  });
}

/** A page that kills browsers is not given a third one. */
export function fatalPageError(cause: unknown): HubError {
  return new HubError("navigation_failed", "Cannot show the page: the browser died of it, twice", {
    cause,
  });
}

/** The browser died under a page. It is told to nobody before a second try. */
export class BrowserGone extends Error {
  override name = "BrowserGone";
}
