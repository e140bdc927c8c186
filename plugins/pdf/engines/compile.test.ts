import { expect, spyOn, test } from "bun:test";
import { startCompiled } from "./compile.ts";

/** Builds a module that exports one memory under this name. */
function buildModule(name: "a" | "b"): Uint8Array<ArrayBuffer> {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([...head, 5, 3, 1, 0, 1, 7, 5, 1, 1, name.charCodeAt(0), 2, 0]);
}

test("compiles an engine once and gives each start its own instance", async () => {
  const start = startCompiled<WebAssembly.Instance>();
  const compile = spyOn(WebAssembly, "instantiate");
  const load = (name: "a" | "b") =>
    start(async () => (await WebAssembly.instantiate(buildModule(name), {})).instance);
  const [first, second, other] = await Promise.all([load("a"), load("a"), load("b")]);
  expect(compile).toHaveBeenCalledTimes(2);
  compile.mockRestore();
  expect(first.exports.a).not.toBe(second.exports.a);
  // Another module that is instantiated meanwhile isn't mistaken for it.
  expect([Object.keys(second.exports), Object.keys(other.exports)]).toEqual([["a"], ["b"]]);
});

test("a failed start fails alone and doesn't affect other loaders", async () => {
  const { instantiate } = WebAssembly;
  const start = startCompiled<WebAssembly.Instance>();
  const failed = start(() => Promise.reject(new Error("No file")));
  const started = start(async () => (await WebAssembly.instantiate(buildModule("a"), {})).instance);
  await expect(failed).rejects.toThrow("No file");
  expect(Object.keys((await started).exports)).toEqual(["a"]);
  expect(WebAssembly.instantiate).toBe(instantiate);
});

test("instantiates modules of other loaders from a buffer as usual", async () => {
  const start = startCompiled<WebAssembly.Instance>();
  const load = async (source: Uint8Array<ArrayBuffer> | ArrayBuffer) =>
    (await WebAssembly.instantiate(source as Uint8Array<ArrayBuffer>, {})).instance;
  await start(() => load(buildModule("a")));
  const other = await start(() => load(buildModule("b").buffer));
  expect(Object.keys(other.exports)).toEqual(["b"]);
});
