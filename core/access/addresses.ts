import { minuteMs } from "./windows.ts";

/** Rolling windows by caller's address, for those without a key. In memory: an address is cheap to change. */
export class AddressLimiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #takes = new Map<string, number[]>();
  readonly #subjectsMax: number;

  constructor({
    limit,
    windowMs = minuteMs,
    subjectsMax = 100_000,
  }: { limit: number; windowMs?: number; subjectsMax?: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#subjectsMax = subjectsMax;
  }

  get limit(): number {
    return this.#limit;
  }

  get windowMs(): number {
    return this.#windowMs;
  }

  /** Takes a unit, or says after how many milliseconds there will be one. */
  take(subject: string, now: number): { remaining: number; resetMs: number; ok: boolean } {
    const takes = (this.#takes.get(subject) ?? []).filter((time) => now - time < this.#windowMs);
    const ok = takes.length < this.#limit;
    if (ok) takes.push(now);
    // Set anew, so that the map's order is that of last use and the first entry the idlest.
    this.#takes.delete(subject);
    this.#takes.set(subject, takes);
    if (this.#takes.size > this.#subjectsMax)
      this.#takes.delete(this.#takes.keys().next().value as string);
    const resetMs = takes[0] === undefined ? 0 : this.#windowMs - (now - takes[0]);
    return { ok, remaining: this.#limit - takes.length, resetMs };
  }

  /** Whether a take would fail now, without taking. */
  isFull(subject: string, now: number): boolean {
    const takes = this.#takes.get(subject);
    return (
      takes !== undefined &&
      takes.filter((time) => now - time < this.#windowMs).length >= this.#limit
    );
  }
}

/** What an address is limited as: itself for IPv4, its /64 for IPv6, which is what one line gets. */
export function prefixOfAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
