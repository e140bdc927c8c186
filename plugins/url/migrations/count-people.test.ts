import { expect, test } from "bun:test";
import migration from "./003-count-people.ts";

test("stored clicks become those of people, and none under a limit is taken for lost", async () => {
  const entries = new Map<string, unknown>([
    ["link:a", { owner: "account_1" }],
    ["used:a", 3],
    ["clicks:a:2026-01-01:x", { clicks: 5, bots: 2 }],
    ["clicks:a:2026-01-02:x", { clicks: 1, bots: 0 }],
    ["link:b", { owner: "account_1" }],
    ["clicks:b:2026-01-01:x", { clicks: 4, bots: 4 }],
  ]);
  const accounts = new Set<string | undefined>();
  const kv = {
    keys: async (prefix: string) => [...entries.keys()].filter((key) => key.startsWith(prefix)),
    get: async (key: string) => entries.get(key),
    set: async (key: string, value: unknown, { account }: { account?: string }) => {
      entries.set(key, value);
      accounts.add(account);
    },
  };
  await migration.handler({ kv } as never);
  expect(Object.fromEntries(entries)).toMatchObject({
    "clicks:a:2026-01-01:x": { clicks: 3, bots: 2, limited: 3 },
    "clicks:a:2026-01-02:x": { clicks: 1, bots: 0, limited: 0 },
    "clicks:b:2026-01-01:x": { clicks: 0, bots: 4, limited: 0 },
  });
  expect([...accounts]).toEqual(["account_1"]);
});
