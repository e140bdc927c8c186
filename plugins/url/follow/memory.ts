import type { redirect } from "hub";
import type { Doors } from "../doors.ts";
import { type ClickedLink, Clicks } from "../stats/clicks.ts";

/** What this process remembers beside the store. */
interface Memory {
  clicks: Clicks;
  hot: HotLinks;
}

const memories = new WeakMap<Doors["kv"], Memory>();

/** The memory that goes with a store: there is one for each hub in the process. */
export function memoryOf(doors: Pick<Doors, "kv" | "random" | "log" | "later">): Memory {
  const known = memories.get(doors.kv);
  if (known) return known;
  const memory = { clicks: new Clicks(doors), hot: new HotLinks() };
  memories.set(doors.kv, memory);
  return memory;
}

type Redirect = ReturnType<typeof redirect>;

/** A link that sends everybody on in the same way. */
interface HotLink {
  /** What its clicks are counted for. */
  clicked: ClickedLink;
  redirect: Redirect;
  /** Until when it may be used without looking, in milliseconds since 1970. */
  until: number;
}

/** For how long a change made in another process may go unseen here. */
const keptMs = 1000;
const linksMax = 10_000;

/**
 * Links without a limit, a password or parameters to hand on, for a second by the code that visitors
 * use: the store would take ten times as long.
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
      until: Math.min(now + keptMs, end ?? Number.POSITIVE_INFINITY),
    });
  }

  /** Forgets everything: a link was changed, and may be known by several spellings. */
  clear(): void {
    this.#links.clear();
  }
}
