import type { Page } from "./page.ts";

export interface Icon {
  url: string;
  rel: string;
  type: string | null;
  sizes: string | null;
}

const iconsMax = 50;

/** The icons that a page names, the best for a list of links first. */
export function iconsOf(page: Page): Icon[] {
  const icons = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon"].flatMap(
    (rel) =>
      page.linked(rel).map(({ url, type = null, sizes = null }) => ({ url, rel, type, sizes })),
  );
  return icons.slice(0, iconsMax).toSorted((a, b) => rank(b) - rank(a));
}

/** The page's icon, or where browsers look when it names none. */
export function faviconOf(page: Page, [first]: readonly Icon[]): string {
  return first?.url ?? new URL("/favicon.ico", page.address).href;
}

/** Drawn ones first, then those that are sharp at 32 pixels and not much larger. */
function rank({ rel, type, sizes, url }: Icon): number {
  if (rel === "mask-icon") return -1;
  if (type === "image/svg+xml" || new URL(url).pathname.endsWith(".svg")) return 1000;
  const side = Number.parseInt(sizes ?? "", 10) || (rel === "icon" ? 16 : 180);
  return side >= 32 ? 900 - side : side;
}
