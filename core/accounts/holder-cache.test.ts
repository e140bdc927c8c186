import { describe, expect, test } from "bun:test";
import type { KeyHolder } from "../platform/store/records.ts";
import { HolderCache } from "./holder-cache.ts";

function holder(id: string, accountId = 1): KeyHolder {
  return { key: { id, hash: `hash of ${id}` }, account: { id: accountId } } as KeyHolder;
}

describe("a key that was found by its hash", () => {
  test("is found by its text from then on, but not before", () => {
    const cache = new HolderCache(10);
    cache.add(holder("a"));
    expect(cache.byText("hub_a")).toBeUndefined();
    expect(cache.byHash("hash of a", "hub_a")).toEqual(holder("a"));
    expect(cache.byText("hub_a")).toEqual(holder("a"));
    expect(cache.byText("hub_b")).toBeUndefined();
  });

  test.each<[string, (cache: HolderCache<KeyHolder>) => void]>([
    ["its key is removed", (cache) => cache.removeKey("a")],
    ["its account is removed", (cache) => cache.removeAccount(1)],
    ["the cache is cleared", (cache) => cache.clear()],
    ["it is loaded again", (cache) => cache.add(holder("a"))],
    [
      "it is evicted",
      (cache) => {
        for (let index = 0; index < 30; index++) cache.add(holder(`other ${index}`, 2));
      },
    ],
  ])("is no longer found by it if %s", (_, forget) => {
    const cache = new HolderCache<KeyHolder>(10);
    cache.add(holder("a"));
    cache.byHash("hash of a", "hub_a");
    forget(cache);
    expect(cache.byText("hub_a")).toBeUndefined();
  });
});

test("it caches up to a maximum number of keys, and keeps those in use longest", () => {
  const cache = new HolderCache(10);
  cache.add(holder("used"));
  for (let index = 0; index < 100; index++) {
    cache.byHash("hash of used", "hub_used");
    cache.add(holder(`other ${index}`, index + 2));
  }
  expect(cache.size).toBe(10);
  expect(cache.byText("hub_used")).toBeDefined();
});
