const hostMax = 100;

/** The host that a visitor comes from, without "www."; null where it is not told. */
export function referrerOf(referrer: string): string | null {
  const page = URL.parse(referrer);
  if (page?.protocol !== "https:" && page?.protocol !== "http:") return null;
  const host = page.hostname.replace(/^www\./, "");
  return host.length <= hostMax ? host : null;
}
