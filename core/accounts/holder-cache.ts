import type { KeyHolder } from "../platform/store/records.ts";

interface CachedHolder<Holder> {
  readonly holder: Holder;
  /** Whether the entry was used since the last eviction scan. */
  isUsed: boolean;
  /** The text of the key, after its first use. Later calls need no hash. */
  text: string | undefined;
  /** The next entry of the same account. */
  next: CachedHolder<Holder> | undefined;
}

/** The maximum number of used entries that an eviction skips, to bound its duration. */
const passedMax = 8;

/**
 * A bounded cache of key holders with second-chance (CLOCK) eviction. It approximates LRU with one bit per
 * entry instead of a list that every call reorders.
 */
export class HolderCache<Holder extends KeyHolder> {
  readonly #max: number;
  /** Entries in eviction order. */
  readonly #byHash = new Map<string, CachedHolder<Holder>>();
  readonly #byText = new Map<string, CachedHolder<Holder>>();
  readonly #byId = new Map<string, CachedHolder<Holder>>();
  readonly #byAccount = new Map<number, CachedHolder<Holder>>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#byHash.size;
  }

  /** Finds a holder by the text of a key that was used before. */
  byText(text: string): Holder | undefined {
    return use(this.#byText.get(text));
  }

  /** Finds a holder by the hash of its key, and indexes it by the text of the key. */
  byHash(hash: string, text: string): Holder | undefined {
    const entry = this.#byHash.get(hash);
    if (entry && entry.text === undefined) {
      entry.text = text;
      this.#byText.set(text, entry);
    }
    return use(entry);
  }

  /** Finds a holder by its key ID. */
  byId(id: string): Holder | undefined {
    return use(this.#byId.get(id));
  }

  /** Adds a holder, or replaces the entry of its key. */
  add(holder: Holder): void {
    const { key, account } = holder;
    this.removeKey(key.id);
    if (this.#byHash.size >= this.#max) this.#removeOne();
    const entry = { holder, isUsed: false, text: undefined, next: this.#byAccount.get(account.id) };
    this.#byHash.set(key.hash, entry);
    this.#byId.set(key.id, entry);
    this.#byAccount.set(account.id, entry);
  }

  removeKey(id: string): void {
    const entry = this.#byId.get(id);
    if (entry) this.#remove(entry);
  }

  /** Removes the holders of all keys of an account. */
  removeAccount(id: number): void {
    let entry = this.#byAccount.get(id);
    for (; entry; entry = entry.next) this.#remove(entry);
  }

  clear(): void {
    for (const entries of [this.#byHash, this.#byText, this.#byId, this.#byAccount])
      entries.clear();
  }

  #removeOne(): void {
    let passed = 0;
    for (const [hash, entry] of this.#byHash) {
      if (!entry.isUsed || passed === passedMax) {
        this.#remove(entry);
        return;
      }
      passed++;
      entry.isUsed = false;
      this.#byHash.delete(hash);
      this.#byHash.set(hash, entry);
    }
  }

  #remove(entry: CachedHolder<Holder>): void {
    const { key, account } = entry.holder;
    this.#byHash.delete(key.hash);
    if (entry.text !== undefined) this.#byText.delete(entry.text);
    this.#byId.delete(key.id);
    const first = this.#byAccount.get(account.id);
    if (first !== entry) {
      let before = first;
      while (before && before.next !== entry) before = before.next;
      if (before) before.next = entry.next;
    } else if (entry.next) this.#byAccount.set(account.id, entry.next);
    else this.#byAccount.delete(account.id);
  }
}

function use<Holder>(entry: CachedHolder<Holder> | undefined): Holder | undefined {
  if (!entry) return undefined;
  entry.isUsed = true;
  return entry.holder;
}
