import { expect, test } from "bun:test";
import { samplePlugin } from "../testing/sample-plugin.ts";
import { listMissingPrograms } from "./greeting.ts";

function withPermissions(permissions: object) {
  const { plugin } = samplePlugin;
  return { ...samplePlugin, plugin: { ...plugin, manifest: { ...plugin.manifest, permissions } } };
}

test("lists the programs of plugins that are not installed, each once, with what they add", () => {
  const plugins = [
    withPermissions({ run: ["apertium", "ffmpeg"] }),
    withPermissions({ run: ["ffmpeg", "sh"] }),
  ];
  const missing = listMissingPrograms(plugins, { isInstalled: (name) => name === "sh" });
  const { title } = samplePlugin.plugin.manifest;
  expect(missing.map(({ name, adds }) => [name, adds])).toEqual([
    ["apertium", expect.stringContaining("translation on this machine")],
    ["ffmpeg", `functions of ${title}, ${title}`],
  ]);
});

test("lists Chromium if a plugin uses a browser and there is none", () => {
  const plugins = [withPermissions({ browser: true })];
  expect(listMissingPrograms(plugins, { browser: "/nope" })).toMatchObject([{ name: "chromium" }]);
  expect(listMissingPrograms(plugins, { browser: process.execPath })).toEqual([]);
  expect(listMissingPrograms([samplePlugin], { browser: "/nope" })).toEqual([]);
});
