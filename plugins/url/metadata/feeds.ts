import type { Page } from "./page.ts";

export interface Feed {
  url: string;
  type: string;
  title: string | null;
}

const feedTypes = ["application/rss+xml", "application/atom+xml", "application/feed+json"];
const oembedTypes = ["application/json+oembed", "text/xml+oembed", "application/xml+oembed"];

/** The feeds that a page names. */
export function feedsOf(page: Page): Feed[] {
  return alternates(page, feedTypes);
}

/** Where a page says it can be had for embedding. */
export function oembedOf(page: Page): Feed[] {
  return alternates(page, oembedTypes);
}

function alternates(page: Page, types: readonly string[]): Feed[] {
  return page.linked("alternate").flatMap(({ url, type = "", title = null }) => {
    const plain = type.split(";")[0]?.trim().toLowerCase() ?? "";
    return types.includes(plain) ? [{ url, type: plain, title }] : [];
  });
}
