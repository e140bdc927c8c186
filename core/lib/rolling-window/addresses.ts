import { type Clock, stallMsMax } from "./machine-clock.ts";
import { MappedTable, type Slot, slotHeaderWords } from "./mapped.ts";

/** The result of an attempt to take a unit by address. */
export interface AddressTake {
  ok: boolean;
  remaining: number;
  /** The milliseconds until another unit is available. */
  resetMs: number;
  /** Whether it was refused because too many other addresses call, and not because of its own limit. */
  isCrowded: boolean;
}

interface AddressLogOptions {
  path: string;
  /** The length of the rolling window, shared by all limits of this log. */
  windowMs: number;
  buckets: number;
  clock: Clock;
  onMade(file: string, unusable?: string): void;
}

/** The capacity of a bucket. It exceeds every limit by address, so that one address cannot fill it. */
const bucketTakes = 2048;

/** A bucket: where its words start, and the index of its first take. */
interface Bucket extends Slot {
  readonly first: number;
}

/*
 * A bucket is a ring of the last takes of all addresses that hash to it. A take has 64 bits: a lap of 2 bits, a
 * time of 28 bits, and 34 bits of a keyed hash of the address. The lap identifies the round of the ring that the
 * take was written in. The take is written first, and then the head is moved. If a process dies in between, the
 * next one moves the head.
 */

const lapShift = 30;
const timeShift = 2;
const timeMask = 0xfffffff;
const whoHighMask = 3;

/**
 * Rolling windows by client address, in a memory-mapped file of fixed size that all processes on the
 * machine share. Addresses have no slots that would have to be found, claimed and released. Each take is an
 * entry that becomes free when its window has passed. A process counts the entries with the same hash.
 * Every take goes to the next position of the ring. If another process takes first, the write fails and is
 * retried with a new count.
 *
 * If a bucket contains only takes of the current window, all further ones are refused. Overwriting some
 * would admit addresses that are at their limit. That happens at 2,048 takes in a bucket. The hash is
 * keyed, so that callers cannot choose a bucket. Two addresses in a bucket share an allowance if their 34
 * bits are equal. The probability is one in eight million if all takes of the bucket are from others.
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

  /** Takes one of the `limit` units that an address has in the window. */
  take(subject: string, limit: number): AddressTake {
    const { bucket, who, whoHigh } = this.#find(subject);
    const { words, at, first } = bucket;
    const takes = this.#takes;
    const { uncertaintyMs = 0 } = this.#clock;
    const { windowMs } = this;
    for (;;) {
      const head = Atomics.load(words, at);
      const position = first + (head & (bucketTakes - 1));
      const lap = Math.floor((head >>> 0) / bucketTakes) & 3;
      const before = this.#clock.now();
      const now = Math.floor(before);
      const oldTake = Atomics.load(takes, position);
      const oldUpper = Number(oldTake >> 32n) | 0;
      if (oldUpper !== 0 && oldUpper >>> lapShift === lap) {
        Atomics.compareExchange(words, at, head, (head + 1) | 0);
        continue;
      }
      const oldAge = getAge(oldUpper, now);
      if (oldAge < windowMs)
        return { ok: false, remaining: 0, resetMs: windowMs - oldAge, isCrowded: true };
      const counted = this.#count(bucket, { head, who, whoHigh, limit, now });
      if (counted.count >= limit)
        return { ok: false, remaining: 0, resetMs: windowMs - counted.age, isCrowded: false };
      // Never earlier than the previous take, so that counting may stop at the first expired one.
      const time = Math.max(Math.ceil(before + uncertaintyMs), now - counted.lastAge);
      const written = packTake({ lap, time, who, whoHigh });
      if (Atomics.compareExchange(takes, position, oldTake, written) !== oldTake) continue;
      Atomics.compareExchange(words, at, head, (head + 1) | 0);
      const after = this.#clock.now();
      if (after - before > stallMsMax) continue;
      const latest = Math.ceil(after + uncertaintyMs);
      if (latest > time) {
        const updated = packTake({ lap, time: latest, who, whoHigh });
        if (Atomics.compareExchange(takes, position, written, updated) !== written) continue;
      }
      const remaining = limit - counted.count - 1;
      const resetMs = windowMs - (counted.count === 0 ? 0 : counted.age);
      return { ok: true, remaining, resetMs, isCrowded: false };
    }
  }

  /** Returns the refusal if an address has reached its `limit`, without taking. */
  findRefusal(subject: string, limit: number): AddressTake | undefined {
    const { count, age } = this.#countNow(subject, limit);
    if (count < limit) return undefined;
    return { ok: false, remaining: 0, resetMs: this.windowMs - age, isCrowded: false };
  }

  /** Returns the number of takes of an address in the window, up to `limit`. */
  count(subject: string, limit: number): number {
    return this.#countNow(subject, limit).count;
  }

  #countNow(subject: string, limit: number) {
    const { bucket, who, whoHigh } = this.#find(subject);
    const { words, at } = bucket;
    const now = Math.floor(this.#clock.now());
    return this.#count(bucket, { head: Atomics.load(words, at), who, whoHigh, limit, now });
  }

  /** Returns the reason why counts would be lost at the moment, if they would. */
  fault(): string | undefined {
    return this.#table.fault();
  }

  /**
   * Clears takes that left the window long ago. Clears all if the last sweep was so long ago that their
   * times are ambiguous.
   */
  sweep(unsweptMs: number): void {
    const now = Math.floor(this.#clock.now());
    const all = unsweptMs > timeMask / 2;
    const takes = this.#takes;
    for (let index = 0; index < this.#buckets; index++) {
      const { words, at, first } = this.#getBucket(index);
      if (Atomics.load(words, at) === 0) continue;
      for (let position = first; position < first + bucketTakes; position++) {
        const upper = words[2 * position + 1] ?? 0;
        if (getTime(upper) === 0 || (!all && getAge(upper, now) < 2 * this.windowMs)) continue;
        const old = Atomics.load(takes, position);
        if (Number(old >> 32n) === upper) {
          const lap = BigInt.asIntN(64, BigInt(upper >>> lapShift) << 62n);
          Atomics.compareExchange(takes, position, old, lap);
        }
      }
    }
  }

  /** Counts the takes of an address in the window, newest first, up to `limit`. */
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
    const lastAge = getSignedAge(
      words[2 * (first + ((head - 1) & (bucketTakes - 1))) + 1] ?? 0,
      now,
    );
    let count = 0;
    let age = 0;
    // Reads 32-bit halves: takes before the head don't change, except for a time that is increased.
    for (let back = 1; back < bucketTakes && count < limit; back++) {
      const position = 2 * (first + ((head - back) & (bucketTakes - 1)));
      const upper = words[position + 1] ?? 0;
      const time = getTime(upper);
      if (time === 0) break;
      const passed = (since - time) & timeMask;
      const found = passed > timeMask / 2 ? 0 : passed;
      // Times may be out of order by at most the longest stall of a process.
      if (found > windowMs + stallMsMax) break;
      if (words[position] !== who || (upper & whoHighMask) !== whoHigh || found >= windowMs)
        continue;
      count++;
      age = found;
    }
    return { count, age, lastAge };
  }

  #getBucket(index: number): Bucket {
    const { words, at } = this.#table.at(index);
    return { words, at, first: (at + slotHeaderWords) / 2 };
  }

  #find(subject: string) {
    const text = this.#text.subarray(this.#table.secret.length);
    const { written } = encoder.encodeInto(subject, text);
    Bun.SHA256.hash(this.#text.subarray(0, this.#table.secret.length + written), this.#digest);
    const [bucketHash = 0, who = 0, whoHigh = 0] = this.#words;
    const bucket = this.#getBucket(bucketHash % this.#buckets);
    return { bucket, who: who | 0, whoHigh: whoHigh & whoHighMask };
  }
}

const encoder = new TextEncoder();
/**
 * The maximum length of a policy name and an address. Longer subjects are truncated, and share an
 * allowance.
 */
const subjectBytesMax = 512;

function packTake({
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

function getTime(upper: number): number {
  return (upper >>> timeShift) & timeMask;
}

function getAge(upper: number, now: number): number {
  if (getTime(upper) === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, getSignedAge(upper, now));
}

/** Returns the age of a take. It is negative if the take is ahead of the clock. */
function getSignedAge(upper: number, now: number): number {
  if (getTime(upper) === 0) return Number.POSITIVE_INFINITY;
  const age = (now - getTime(upper)) & timeMask;
  return age > timeMask / 2 ? age - timeMask - 1 : age;
}

/** A network with a limit of its own. */
export interface Network {
  /** The prefix, such as "2001:db8:0:0::/64". */
  prefix: string;
  /** Its limit, as a multiple of the limit of one address. */
  factor: number;
}

/**
 * Returns the networks whose limits apply to a client, narrowest first. For IPv4 it is the address itself.
 * One IPv6 subscriber gets a /64, or a /56 or /48 with 256 or 65,536 of them. The larger networks get a few
 * times the limit of one.
 */
export function listNetworks(address: string): Network[] {
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

/** Returns the narrowest network whose limit applies to a client: the address for IPv4, its /64 for IPv6. */
export function getNarrowestNetwork(address: string): string {
  return listNetworks(address)[0]?.prefix ?? address;
}
