import type { Usage } from "../store/records.ts";
import type { Target } from "./access.ts";

/** Answers that were given, by status class: the first digit of the status. */
type Counts = Uint32Array;

const classes = 6;

/** What is known of a key. */
interface KeyTally {
  lastUsed: number;
  /** Whether it was used since it was last written. */
  isTouched: boolean;
  readonly counts: Map<Target, Counts>;
}

/** The usage that has gathered since it was last written. */
export class Tally {
  #day = 0;
  readonly #keys = new Map<string, KeyTally>();
  /** What belongs to a day gone by, or could not be written. */
  #waiting: Usage[] = [];

  /** Counts one answer. */
  add(keyId: string, target: Target, answer: { day: number; status: number; now: number }): void {
    if (answer.day !== this.#day) this.#turn(answer.day);
    const key = this.#keys.get(keyId) ?? this.#begin(keyId);
    key.lastUsed = answer.now;
    key.isTouched = true;
    let counts = key.counts.get(target);
    if (!counts) {
      counts = new Uint32Array(classes);
      key.counts.set(target, counts);
    }
    const statusClass = Math.floor(answer.status / 100);
    counts[statusClass] = (counts[statusClass] ?? 0) + 1;
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#keys.get(keyId)?.lastUsed;
  }

  /** Hands over what has gathered. Whoever cannot write it gives it back. */
  take(): { usage: Usage[]; lastUsed: Map<string, number> } {
    this.#turn(this.#day);
    const lastUsed = new Map<string, number>();
    for (const [keyId, key] of this.#keys) {
      if (key.isTouched) lastUsed.set(keyId, key.lastUsed);
      key.isTouched = false;
    }
    const usage = this.#waiting;
    this.#waiting = [];
    return { usage, lastUsed };
  }

  giveBack({ usage, lastUsed }: { usage: Usage[]; lastUsed: Map<string, number> }): void {
    this.#waiting.push(...usage);
    for (const keyId of lastUsed.keys()) {
      const key = this.#keys.get(keyId);
      if (key) key.isTouched = true;
    }
  }

  #begin(keyId: string): KeyTally {
    const key = { lastUsed: 0, isTouched: false, counts: new Map<Target, Counts>() };
    this.#keys.set(keyId, key);
    return key;
  }

  #turn(day: number): void {
    for (const [keyId, { counts }] of this.#keys) {
      for (const [{ service, route }, byClass] of counts)
        for (const [digit, count] of byClass.entries())
          if (count > 0) {
            const statusClass = `${digit}xx`;
            this.#waiting.push({ day: this.#day, keyId, service, route, statusClass, count });
          }
      counts.clear();
    }
    this.#day = day;
  }
}
