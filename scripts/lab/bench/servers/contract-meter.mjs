// The hub's guarantees per call, by hand: key look-up, an exact rolling minute and day, and the rate limit headers.
// Unrealistically minimal: it marks the limit.
import { accounts, perMinute } from "./keys.mjs";

const perDay = 1_000_000;
const windowMs = 60_000;
const dayMs = 86_400_000;
/** The times of each account's latest calls, as ring buffers. */
const rings = [...accounts].map(() => new Float64Array(perMinute));
const taken = new Uint32Array(accounts.size);
const today = new Uint32Array(accounts.size);
let count = 0;

/** Counts a call. Returns the headers of its response, or the status of a rejection. */
export function meter({ headers }) {
  const id = accounts.get(headers.get("x-api-key"));
  if (id === undefined) return 401;
  const ring = rings[id];
  const at = taken[id] % perMinute;
  const now = performance.now();
  if (ring[at] !== 0 && now - ring[at] < windowMs) return 429;
  ring[at] = now;
  taken[id] = taken[id] + 1;
  const used = today[id] + 1;
  today[id] = used;
  // Number of calls in the ring that are within the window, searched from the latest call.
  let inside = Math.min(taken[id], perMinute);
  while (inside > 1 && now - ring[(at - inside + 1 + perMinute) % perMinute] >= windowMs) inside--;
  const oldest = ring[(at - inside + 1 + perMinute) % perMinute];
  const remaining = perMinute - inside;
  const reset = Math.ceil((oldest + windowMs - now) / 1000);
  const dayReset = Math.ceil((dayMs - (Date.now() % dayMs)) / 1000);
  return {
    "content-type": "application/json;charset=utf-8",
    "x-request-id": `contract-${(count++).toString(36)}`,
    "ratelimit-policy": `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`,
    ratelimit: `"minute";r=${remaining};t=${reset}, "day";r=${perDay - used};t=${dayReset}`,
    vary: "Accept",
    ...(headers.has("origin") && {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "*",
    }),
  };
}
