import type { Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import type { ElementFault } from "./page-world.ts";

/** Returns the error for a machine without a usable browser. `cause` is only logged. */
export function browserUnavailable(why: string, cause?: unknown): HubError {
  return new HubError(
    "browser_unavailable",
    `${why}. The operator of this hub can install Chromium (on Debian: apt install chromium), or name one in HUB_CHROME`,
    { cause },
  );
}

/**
 * Returns the error for a page, or a route with several pages, that exceeded its timeout. Recommends `best_effort` to
 * callers who can set it.
 */
export function captureTimeout({ timeoutMs, wait }: Pick<Shot, "timeoutMs" | "wait">): HubError {
  const { bestEffort } = wait;
  const advice = bestEffort === false ? ", but best_effort=true captures its current state" : "";
  const reason = bestEffort ? "the page has not responded yet" : `the page is not ready${advice}`;
  return new HubError(
    "capture_timeout",
    `Cannot take the picture within ${timeoutMs} ms: ${reason}`,
    {
      members: { timeout_ms: timeoutMs },
    },
  );
}

/** Returns the error for a selector. */
export function elementError(fault: ElementFault): HubError {
  return "invalid" in fault
    ? new HubError("invalid_input", `Invalid CSS selector: "${fault.invalid}"`)
    : new HubError(
        "selector_not_found",
        `Cannot find a visible element "${fault.missing}" in the page`,
      );
}

/** Returns the error for a page that has killed two browsers. */
export function fatalPageError(cause: unknown): HubError {
  return new HubError("navigation_failed", "Cannot show the page: the browser crashed twice", {
    cause,
  });
}

/** The browser died while it showed a page. Not reported before the second try. */
export class BrowserGone extends Error {
  override name = "BrowserGone";
}
