import { expect, spyOn, test } from "bun:test";
import { startCompiled } from "./compile.ts";

/** A module of one memory, which it gives out by this name. */
function buildModule(name: "a" | "b"): Uint8Array<ArrayBuffer> {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([...head, 5, 3, 1, 0, 1, 7, 5, 1, 1, name.charCodeAt(0), 2, 0]);
}

test("an engine is compiled once, and each start has an instance of its own", async () => {
  const start = startCompiled<WebAssembly.Instance>();
  const compile = spyOn(WebAssembly, "instantiate");
  const load = (name: "a" | "b") =>
    start(async () => (await WebAssembly.instantiate(buildModule(name), {})).instance);
  const [first, second, other] = await Promise.all([load("a"), load("a"), load("b")]);
  expect(compile).toHaveBeenCalledTimes(2);
  compile.mockRestore();
  expect(first.exports.a).not.toBe(second.exports.a);
  // What else is started meanwhile is not taken for it.
  expect([Object.keys(second.exports), Object.keys(other.exports)]).toEqual([["a"], ["b"]]);
});

test("a start that fails fails alone, and leaves the loader of others as it was", async () => {
  const { instantiate } = WebAssembly;
  const start = startCompiled<WebAssembly.Instance>();
  const failed = start(() => Promise.reject(new Error("No file")));
  const started = start(async () => (await WebAssembly.instantiate(buildModule("a"), {})).instance);
  await expect(failed).rejects.toThrow("No file");
  expect(Object.keys((await started).exports)).toEqual(["a"]);
  expect(WebAssembly.instantiate).toBe(instantiate);
});

test("what is started meanwhile from a buffer, as other loaders do, is started as ever", async () => {
  const start = startCompiled<WebAssembly.Instance>();
  const load = async (source: Uint8Array<ArrayBuffer> | ArrayBuffer) =>
    (await WebAssembly.instantiate(source as Uint8Array<ArrayBuffer>, {})).instance;
  await start(() => load(buildModule("a")));
  const other = await start(() => load(buildModule("b").buffer));
  expect(Object.keys(other.exports)).toEqual(["b"]);
});
