import type { redirect } from "hub";
import type { Doors } from "../doors.ts";
import { Clicks, type ClicksDoors } from "../stats/clicks.ts";

/** In-memory state of this process. */
interface Memory {
  clicks: Clicks;
  hot: HotLinks;
}

const memories = new WeakMap<Doors["kv"], Memory>();

/** Returns the state that belongs to a store. Each hub in the process has its own. */
export function getMemory(doors: ClicksDoors): Memory {
  const known = memories.get(doors.kv);
  if (known) return known;
  const memory = { clicks: new Clicks(doors), hot: new HotLinks() };
  memories.set(doors.kv, memory);
  return memory;
}

/** Response to a visitor: a redirect or a page. */
export type VisitorResponse = ReturnType<typeof redirect>;
export type VisitorQuery = Record<string, string[]>;
export type FollowDoors = ClicksDoors & Pick<Doors, "caller" | "env">;

/** Redirects a visitor with a link that has been read from the store. */
export type Visit = (
  query: VisitorQuery,
  doors: FollowDoors,
) => VisitorResponse | Promise<VisitorResponse>;

/** Maximum delay until a change by another process is visible. */
const cacheMs = 1000;
const linksMax = 10_000;

/**
 * Caches links without a password for a second, by the code in the URL. The store would take ten times as long.
 */
class HotLinks {
  readonly #links = new Map<string, { visit: Visit; until: number }>();

  get(code: string, now: number): Visit | undefined {
    const link = this.#links.get(code);
    return link && now < link.until ? link.visit : undefined;
  }

  set(code: string, visit: Visit, { now, end }: { now: number; end: number | null }): void {
    if (this.#links.size >= linksMax) this.#links.clear();
    const until = Math.min(now + cacheMs, end ?? Number.POSITIVE_INFINITY);
    this.#links.set(code, { visit, until });
  }

  /** Clears the cache after a change, because a link can be cached with several spellings. */
  clear(): void {
    this.#links.clear();
  }
}
