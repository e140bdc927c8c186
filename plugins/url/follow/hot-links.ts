import type { redirect } from "hub";

type Redirect = ReturnType<typeof redirect>;

/** A link that sends everybody on in the same way. */
interface HotLink {
  /** What its clicks are counted under. */
  key: string;
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
export class HotLinks {
  readonly #links = new Map<string, HotLink>();

  find(code: string, now: number): HotLink | undefined {
    const link = this.#links.get(code);
    return link && now < link.until ? link : undefined;
  }

  keep(
    code: string,
    link: Pick<HotLink, "key" | "redirect">,
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
