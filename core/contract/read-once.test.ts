import { expect, test } from "bun:test";
import { DatasetVersion } from "./dataset-version.ts";
import { readOnce } from "./read-once.ts";

const createVersion = (version: string) =>
  new DatasetVersion(
    { version, build_date: "2026-01-01", entries: 1, fetched_at: 0, origin: "file" },
    {},
  );

test("concurrent callers share one read of a version, which is then available synchronously", async () => {
  let reads = 0;
  const open = readOnce(async ({ about }) => ({ version: about.version, read: ++reads }));
  const both = await Promise.all([open(createVersion("a")), open(createVersion("a"))]);
  expect(both).toEqual([
    { version: "a", read: 1 },
    { version: "a", read: 1 },
  ]);
  expect(open(createVersion("a"))).toEqual({ version: "a", read: 1 });
  expect(await open(createVersion("b"))).toEqual({ version: "b", read: 2 });
});

test("a failed read is retried", async () => {
  let reads = 0;
  const open = readOnce(async () => {
    if (++reads === 1) throw new Error("It is damaged");
    return reads;
  });
  await expect(open(createVersion("a")) as Promise<number>).rejects.toThrow("damaged");
  expect(await open(createVersion("a"))).toBe(2);
});
