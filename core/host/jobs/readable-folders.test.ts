import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { ReadableFolders } from "./readable-folders.ts";

const data = mkdtempSync(`${tmpdir()}/readable-`);
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("the folders of datasets exist before a process is confined to them", () => {
  const folders = new ReadableFolders(`${data}/datasets`, "/image/datasets");
  expect(folders.readableBy(undefined)).toEqual([`${data}/datasets`, "/image/datasets"]);
  const plugin = { name: "shop", origin: "/plugins/shop" } as unknown as LoadedPlugin;
  expect(folders.readableBy(plugin)).toEqual([
    `${data}/datasets/shop`,
    "/image/datasets/shop",
    "/plugins/shop",
  ]);
  expect(existsSync(`${data}/datasets/shop`)).toBe(true);
});
