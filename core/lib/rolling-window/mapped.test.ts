import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { MappedTable } from "./mapped.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-mapped-`);
afterAll(() => rmSync(dir, { recursive: true }));

let tables = 0;
function table(path = `${dir}/${tables++}`) {
  const made: (string | undefined)[] = [];
  const opened = new MappedTable({
    path,
    capacity: 16,
    slots: 4,
    onMade: (_, unusable) => made.push(unusable),
  });
  return { opened, made, path };
}

/** Returns the slots with a count. */
function findMarked(opened: MappedTable) {
  return Array.from({ length: opened.count() }, (_, index) => opened.at(index)).filter(
    ({ words, at }) => words.subarray(at, at + 20).some((word) => word !== 0),
  );
}

test("two processes with one file count in the same slot", () => {
  const { opened: mine, path } = table();
  const { opened: yours, made } = table(path);
  expect(made).toEqual([]);
  const slot = mine.at(7);
  slot.words[slot.at + 1] = 42;
  const same = yours.at(7);
  expect(same.words[same.at + 1]).toBe(42);
});

test("a file that was lost or truncated while no hub ran is recreated at the start", () => {
  const { opened: before, path } = table();
  for (const index of [4, 8, 12]) before.at(index);
  rmSync(`${path}-3.counters`);
  truncateSync(`${path}-1.counters`, 10);
  const { opened, made } = table(path);
  expect(made).toEqual([expect.stringContaining("it was short"), undefined]);
  expect(opened.count()).toBe(16);
  expect(table(path).made).toEqual([]);
});

test("a file is created with all of its blocks, because a sparse one crashes the process on a full disk", () => {
  const path = `${dir}/whole`;
  const large = new MappedTable({ path, capacity: 1020, slots: 64, onMade: () => {} });
  const { size, blocks } = statSync(`${path}-0.counters`);
  expect(size).toBeGreaterThan(2 ** 18);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  expect(findMarked(large)).toEqual([]);
});

test("a visit of a segment covers all of its slots from one on", () => {
  const { opened } = table();
  const places: number[] = [];
  opened.visitSegment(5, ({ words, at }) => {
    places.push(at);
    words[at + 1] = 7;
  });
  expect(places).toEqual([5, 6, 7].map((index) => opened.at(index).at));
  expect(findMarked(opened)).toHaveLength(3);
});

test("subjects are distinguished across processes and segments", () => {
  const { opened: mine, path } = table();
  const { opened: yours } = table(path);
  for (let id = 1; id <= 10; id++) {
    const slot = (id % 2 ? mine : yours).at(id);
    slot.words[slot.at + 1] = id;
  }
  for (let id = 1; id <= 10; id++) {
    const slot = mine.at(id);
    expect(slot.words[slot.at + 1]).toBe(id);
  }
  expect(findMarked(yours).length).toBe(10);
  expect(readdirSync(dir).filter((file) => `${dir}/${file}`.startsWith(`${path}-`)).length).toBe(3);
});

test("a file is created at full size, and other users cannot read it", () => {
  const { path } = table();
  const { size, blocks, mode } = statSync(`${path}-0.counters`);
  expect(size).toBe(4 * (16 + 4 * (4 + 16)));
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  expect(mode & 0o777).toBe(0o600);
});

test("an unusable file is moved away, and that is logged", async () => {
  const { path } = table();
  await Bun.write(`${path}-0.counters`, "not counters");
  const { opened, made } = table(path);
  expect(made).toEqual(["it was short, or not a counter file of this version"]);
  expect(findMarked(opened)).toEqual([]);
  expect(await Bun.file(`${path}-0.counters.unusable`).text()).toBe("not counters");
});

test("an unwritable folder is named in the error", () => {
  expect(() => table(`${dir}/nowhere/counters`)).toThrow("Cannot create the counter file");
});
