import { expect, test } from "bun:test";
import type { Manifest } from "../../contract/plugin.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { resolveBaseUrls } from "./bases.ts";

const host = "api.example";
const createPlugin = (...base: string[]): LoadedPlugin => {
  const manifest: Partial<Manifest> = {
    permissions: { net: [host], env: ["ITS_URL", "ITS_REGION"] },
  };
  return {
    plugin: {
      manifest: base.length > 0 ? { ...manifest, upstreams: { [host]: { base } } } : manifest,
    },
  } as unknown as LoadedPlugin;
};
const url = ["{ITS_URL}", "https://{ITS_REGION}.api.example", "https://api.example/v1"];

test.each<[string, Record<string, string>, string]>([
  [
    "a variable that is set",
    { ITS_URL: "http://localhost:11434/v1/" },
    "http://localhost:11434/v1",
  ],
  ["a variable within a URL", { ITS_URL: "", ITS_REGION: "west-1" }, "https://west-1.api.example"],
  ["neither", {}, "https://api.example/v1"],
])("the base URL of a host comes from %s", (_, env, expected) => {
  expect(resolveBaseUrls([createPlugin(...url)], env)).toEqual({ [host]: expected });
});

test("a host is its own base by default", () => {
  expect(
    resolveBaseUrls([createPlugin(), createPlugin("{ITS_URL}")], { ITS_URL: "http://b.example" }),
  ).toEqual({});
  expect(resolveBaseUrls([createPlugin("{ITS_URL}")], {})).toEqual({});
});

test("a variable that isn't granted to a plugin doesn't set its base", () => {
  const env = { ITS_URL: "http://localhost:11434" };
  const installed = { ...createPlugin(...url), granted: { net: [host] } };
  expect(resolveBaseUrls([installed], env)).toEqual({ [host]: "https://api.example/v1" });
});

test("the first plugin with a host sets its base", () => {
  const plugins = [createPlugin("https://first.example"), createPlugin("https://second.example")];
  expect(resolveBaseUrls(plugins, {})).toEqual({ [host]: "https://first.example" });
});

test.each([
  [{ ITS_URL: "localhost:11434" }, "ITS_URL must be a base address such as"],
  [{ ITS_URL: "http://user:secret@localhost" }, "ITS_URL must be a base address such as"],
  [{ ITS_REGION: "evil.example/" }, "ITS_REGION must be letters, digits and hyphens"],
])("rejects %p", (env, why) => {
  expect(() => resolveBaseUrls([createPlugin(...url)], env as Record<string, string>)).toThrow(why);
});
