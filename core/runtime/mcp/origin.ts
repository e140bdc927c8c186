/**
 * Whether a request comes from a web page of an origin that is not the hub's. The Host is not asked: by
 * DNS rebinding a page has its own name lead to the hub, and then both are the page's. Pages of this
 * machine are let in, and programs, which name no origin.
 */
export function isForeignOrigin(origin: string | null, baseUrl: string | undefined): boolean {
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  if (baseUrl !== undefined && origin === new URL(baseUrl).origin) return false;
  return !local.has(new URL(origin).hostname);
}

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);
