import type { redirect } from "hub";
import type { Doors } from "../doors.ts";
import { type ClickedLink, Clicks } from "../stats/clicks.ts";

/** In-memory state of this process. */
interface Memory {
  clicks: Clicks;
  hot: HotLinks;
}

const memories = new WeakMap<Doors["kv"], Memory>();

/** Returns the state that belongs to a store. Each hub in the process has its own. */
export function getMemory(doors: Pick<Doors, "kv" | "random" | "log" | "later">): Memory {
  const known = memories.get(doors.kv);
  if (known) return known;
  const memory = { clicks: new Clicks(doors), hot: new HotLinks() };
  memories.set(doors.kv, memory);
  return memory;
}

type Redirect = ReturnType<typeof redirect>;

/** Cached link with the same redirect for all visitors. */
interface HotLink {
  /** Link whose clicks are counted. */
  clicked: ClickedLink;
  redirect: Redirect;
  /** Expiry of the cache entry, in Unix milliseconds. */
  until: number;
}

/** Maximum delay until a change by another process is visible. */
const cacheMs = 1000;
const linksMax = 10_000;

/**
 * Caches links without a limit, password or forwarded parameters for a second, by the code in the URL.
 * The store would take ten times as long.
 */
class HotLinks {
  readonly #links = new Map<string, HotLink>();

  get(code: string, now: number): HotLink | undefined {
    const link = this.#links.get(code);
    return link && now < link.until ? link : undefined;
  }

  set(
    code: string,
    link: Pick<HotLink, "clicked" | "redirect">,
    { now, end }: { now: number; end: number | null },
  ): void {
    if (this.#links.size >= linksMax) this.#links.clear();
    this.#links.set(code, {
      ...link,
      until: Math.min(now + cacheMs, end ?? Number.POSITIVE_INFINITY),
    });
  }

  /** Clears the cache after a change, because a link can be cached with several spellings. */
  clear(): void {
    this.#links.clear();
  }
}
