import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fits } from "./scratch.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-fits-`);
afterAll(() => rmSync(dir, { recursive: true }));

mkdirSync(`${dir}/inner`);
writeFileSync(`${dir}/a`, "123");
writeFileSync(`${dir}/inner/b`, "4567");

test("a folder fits if it has no more entries and bytes than the limit, at any depth", () => {
  expect(fits(dir, { entries: 3, bytes: 7 })).toBe(true);
  expect(fits(dir, { entries: 2, bytes: 7 })).toBe(false);
  expect(fits(dir, { entries: 3, bytes: 6 })).toBe(false);
});

test("a removed folder fits", () => {
  expect(fits(`${dir}/gone`, { entries: 0, bytes: 0 })).toBe(true);
});
