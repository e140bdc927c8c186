import { type Clock, stallMsMax } from "./machine-clock.ts";
import { MappedTable, type Slot, slotHeaderWords } from "./mapped.ts";

/** What an attempt to take a unit by address found. */
export interface AddressTake {
  ok: boolean;
  remaining: number;
  /** After how many milliseconds there is one more. */
  resetMs: number;
  /** Whether it was refused because too many addresses call, and not this one too often. */
  isCrowded: boolean;
}

interface AddressLogOptions {
  path: string;
  /** The length of the rolling window, the same for all that is counted here. */
  windowMs: number;
  buckets: number;
  clock: Clock;
  onMade(file: string, unusable?: string): void;
}

/** How many takes a bucket holds: more than any limit by address, so that one cannot fill it alone. */
const bucketTakes = 2048;

/** Where the words of a bucket begin, and which is the first of its takes. */
interface Bucket extends Slot {
  readonly first: number;
}

/*
 * A bucket is a ring of the last takes of all the addresses that fall into it. A take is 64 bits: 2 of
 * lap, which say whether it was written in this round of the ring, 28 of time, 34 of a keyed hash of
 * who took. It is written first and the head moved after it; a process that dies in between is helped
 * by the next to come along.
 */

const lapShift = 30;
const timeShift = 2;
const timeMask = 0xfffffff;
const whoHighMask = 3;

/**
 * Rolling windows by caller's address, in a memory-mapped file of fixed size that every process on the
 * machine shares. There is no slot for an address that would have to be found, claimed and given back:
 * each take is an entry that is free again when its window is over, and whoever takes counts those of
 * the same hash. As a take goes to the one place where the next must go, whoever counted before another
 * took fails and counts again.
 *
 * When a bucket holds nothing but takes of this window, all further ones that fall into it are refused:
 * to forget some would let those in who are at their limit. That is at 2,048 takes to a bucket; who
 * falls into which nobody can choose, as the hash has a key. Two addresses of one bucket share an
 * allowance where 34 bits agree: one address in eight million, if all the bucket's takes are others'.
 */
export class AddressLog {
  readonly windowMs: number;
  readonly #table: MappedTable;
  readonly #buckets: number;
  /** The takes of all buckets, which are in one segment. */
  readonly #takes: BigInt64Array;
  readonly #clock: Clock;
  readonly #text: Uint8Array;
  readonly #digest = new Uint8Array(32);
  readonly #words = new Uint32Array(this.#digest.buffer);

  constructor({ path, windowMs, buckets, clock, onMade }: AddressLogOptions) {
    const capacity = 2 * bucketTakes;
    this.#table = new MappedTable({ path, capacity, slots: buckets, onMade });
    this.windowMs = windowMs;
    this.#clock = clock;
    this.#text = new Uint8Array(subjectBytesMax + this.#table.secret.length);
    this.#text.set(this.#table.secret);
    this.#buckets = buckets;
    const { buffer, byteOffset, byteLength } = this.#table.at(0).words;
    this.#takes = new BigInt64Array(buffer, byteOffset, byteLength / 8);
  }

  /** Takes one of the `limit` that a subject has in the window. */
  take(subject: string, limit: number): AddressTake {
    const { bucket, who, whoHigh } = this.#find(subject);
    const { words, at, first } = bucket;
    const takes = this.#takes;
    const { uncertaintyMs = 0 } = this.#clock;
    const { windowMs } = this;
    for (;;) {
      const head = Atomics.load(words, at);
      const place = first + (head & (bucketTakes - 1));
      const lap = Math.floor((head >>> 0) / bucketTakes) & 3;
      const before = this.#clock.now();
      const now = Math.floor(before);
      const old = Atomics.load(takes, place);
      const oldUpper = Number(old >> 32n) | 0;
      if (oldUpper !== 0 && oldUpper >>> lapShift === lap) {
        Atomics.compareExchange(words, at, head, (head + 1) | 0);
        continue;
      }
      const oldAge = ageOf(oldUpper, now);
      if (oldAge < windowMs)
        return { ok: false, remaining: 0, resetMs: windowMs - oldAge, isCrowded: true };
      const found = this.#count(bucket, { head, who, whoHigh, limit, now });
      if (found.count >= limit)
        return { ok: false, remaining: 0, resetMs: windowMs - found.age, isCrowded: false };
      // No earlier than the take before it, so that whoever counts may stop at the first one too old.
      const time = Math.max(Math.ceil(before + uncertaintyMs), now - found.lastAge);
      const written = takeOf({ lap, time, who, whoHigh });
      if (Atomics.compareExchange(takes, place, old, written) !== old) continue;
      Atomics.compareExchange(words, at, head, (head + 1) | 0);
      const after = this.#clock.now();
      if (after - before > stallMsMax) continue;
      const latest = Math.ceil(after + uncertaintyMs);
      if (latest > time) {
        const raised = takeOf({ lap, time: latest, who, whoHigh });
        if (Atomics.compareExchange(takes, place, written, raised) !== written) continue;
      }
      const remaining = limit - found.count - 1;
      const resetMs = windowMs - (found.count === 0 ? 0 : found.age);
      return { ok: true, remaining, resetMs, isCrowded: false };
    }
  }

  /** Returns the refusal of a subject that has taken its `limit`, without taking. */
  findRefusal(subject: string, limit: number): AddressTake | undefined {
    const { count, age } = this.#countNow(subject, limit);
    if (count < limit) return undefined;
    return { ok: false, remaining: 0, resetMs: this.windowMs - age, isCrowded: false };
  }

  /** Returns how many takes a subject has in the window, as far as `limit`. */
  count(subject: string, limit: number): number {
    return this.#countNow(subject, limit).count;
  }

  #countNow(subject: string, limit: number) {
    const { bucket, who, whoHigh } = this.#find(subject);
    const { words, at } = bucket;
    const now = Math.floor(this.#clock.now());
    return this.#count(bucket, { head: Atomics.load(words, at), who, whoHigh, limit, now });
  }

  /** Why counts would be lost at the moment. */
  fault(): string | undefined {
    return this.#table.fault();
  }

  /**
   * Forgets takes that left the window long ago; all of them where nobody has done so for longer than
   * their times can tell.
   */
  sweep(unsweptMs: number): void {
    const now = Math.floor(this.#clock.now());
    const all = unsweptMs > timeMask / 2;
    const takes = this.#takes;
    for (let index = 0; index < this.#buckets; index++) {
      const { words, at, first } = this.#bucket(index);
      if (Atomics.load(words, at) === 0) continue;
      for (let place = first; place < first + bucketTakes; place++) {
        const upper = words[2 * place + 1] ?? 0;
        if (timeOf(upper) === 0 || (!all && ageOf(upper, now) < 2 * this.windowMs)) continue;
        const old = Atomics.load(takes, place);
        if (Number(old >> 32n) === upper) {
          const lap = BigInt.asIntN(64, BigInt(upper >>> lapShift) << 62n);
          Atomics.compareExchange(takes, place, old, lap);
        }
      }
    }
  }

  /** Counts a subject's takes in the window, the latest first, as far as `limit`. */
  #count(
    { words, first }: Bucket,
    {
      head,
      who,
      whoHigh,
      limit,
      now,
    }: { head: number; who: number; whoHigh: number; limit: number; now: number },
  ) {
    const { windowMs } = this;
    const since = now & timeMask;
    const lastAge = aheadOf(words[2 * (first + ((head - 1) & (bucketTakes - 1))) + 1] ?? 0, now);
    let count = 0;
    let age = 0;
    // Read in halves: what lies before the head stays as it is, but for a time that is raised.
    for (let back = 1; back < bucketTakes && count < limit; back++) {
      const place = 2 * (first + ((head - back) & (bucketTakes - 1)));
      const upper = words[place + 1] ?? 0;
      const time = timeOf(upper);
      if (time === 0) break;
      const passed = (since - time) & timeMask;
      const found = passed > timeMask / 2 ? 0 : passed;
      // Times may be out of order by as long as a process may have stood still.
      if (found > windowMs + stallMsMax) break;
      if (words[place] !== who || (upper & whoHighMask) !== whoHigh || found >= windowMs) continue;
      count++;
      age = found;
    }
    return { count, age, lastAge };
  }

  #bucket(index: number): Bucket {
    const { words, at } = this.#table.at(index);
    return { words, at, first: (at + slotHeaderWords) / 2 };
  }

  #find(subject: string) {
    const text = this.#text.subarray(this.#table.secret.length);
    const { written } = encoder.encodeInto(subject, text);
    Bun.SHA256.hash(this.#text.subarray(0, this.#table.secret.length + written), this.#digest);
    const [where = 0, who = 0, whoHigh = 0] = this.#words;
    const bucket = this.#bucket(where % this.#buckets);
    return { bucket, who: who | 0, whoHigh: whoHigh & whoHighMask };
  }
}

const encoder = new TextEncoder();
/** A policy's name and an address fit; what is longer is cut, and shares what it is cut to. */
const subjectBytesMax = 512;

function takeOf({
  lap,
  time,
  who,
  whoHigh,
}: {
  lap: number;
  time: number;
  who: number;
  whoHigh: number;
}): bigint {
  const upper = (lap << lapShift) | ((time & timeMask || 1) << timeShift) | whoHigh;
  return (BigInt(upper) << 32n) | BigInt(who >>> 0);
}

function timeOf(upper: number): number {
  return (upper >>> timeShift) & timeMask;
}

function ageOf(upper: number, now: number): number {
  if (timeOf(upper) === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, aheadOf(upper, now));
}

/** The age of a take, below 0 where it is ahead of the clock. */
function aheadOf(upper: number, now: number): number {
  if (timeOf(upper) === 0) return Number.POSITIVE_INFINITY;
  const age = (now - timeOf(upper)) & timeMask;
  return age > timeMask / 2 ? age - timeMask - 1 : age;
}

/** A network that is limited as a whole. */
export interface Network {
  /** As "2001:db8:0:0::/64". */
  prefix: string;
  /** Its limit, as a multiple of that of one address. */
  factor: number;
}

/**
 * Lists the networks that a caller is limited as, the narrowest first: for IPv4 the address. One line gets
 * an IPv6 /64, or a /56 or /48 and with it 256 or 65,536 of those: these have a few times the limit of one.
 */
export function networksOfAddress(address: string): Network[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return [{ prefix: mapped, factor: 1 }];
  if (!address.includes(":")) return [{ prefix: address, factor: 1 }];
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const [a = 0, b = 0, c = 0, d = 0] = [...left, ...zeros, ...right].map((group) =>
    Number.parseInt(group, 16),
  );
  return [
    { prefix: `${writeGroups([a, b, c, d])}::/64`, factor: 1 },
    { prefix: `${writeGroups([a, b, c, d & 0xff00])}::/56`, factor: 2 },
    { prefix: `${writeGroups([a, b, c])}::/48`, factor: 3 },
  ];
}

function writeGroups(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(":");
}

/** The narrowest network that a caller is limited as: the address for IPv4, its /64 for IPv6. */
export function prefixOfAddress(address: string): string {
  return networksOfAddress(address)[0]?.prefix ?? address;
}
