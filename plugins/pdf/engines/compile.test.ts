import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { EngineCode } from "./compile.ts";

/** A module of one memory, which it gives out by this name. */
function moduleOf(name: "a" | "b"): Uint8Array<ArrayBuffer> {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([...head, 5, 3, 1, 0, 1, 7, 5, 1, 1, name.charCodeAt(0), 2, 0]);
}

async function codeOf(name: "a" | "b"): Promise<EngineCode> {
  const folder = mkdtempSync(`${tmpdir()}/utilhub-engine-`);
  const file = `${folder}/${name}.wasm`;
  await Bun.write(file, moduleOf(name));
  const code = new EngineCode(file);
  // Read at the first use, and never again.
  await code.instantiation();
  rmSync(folder, { recursive: true });
  return code;
}

/** As a loader does that takes no instance. */
async function load(name: "a" | "b"): Promise<WebAssembly.Instance> {
  return (await WebAssembly.instantiate(moduleOf(name), {})).instance;
}

test("each start has an instance of its own, of code that was compiled once", async () => {
  const code = await codeOf("a");
  const [first, second] = await Promise.all([
    code.start(() => load("a")),
    code.start(() => load("a")),
  ]);
  expect(first.exports.a).toBeInstanceOf(WebAssembly.Memory);
  expect(first.exports.a).not.toBe(second.exports.a);
});

test("what else is started meanwhile is not taken for the engine", async () => {
  const [one, other] = [await codeOf("a"), await codeOf("b")];
  const started = [one.start(() => load("b")), other.start(() => load("b")), load("b")];
  for (const instance of await Promise.all(started))
    expect(Object.keys(instance.exports)).toEqual(["b"]);
});

test("a start that fails fails alone, and leaves the loader of others as it was", async () => {
  const { instantiate } = WebAssembly;
  const code = await codeOf("a");
  const failed = code.start(() => Promise.reject(new Error("No file")));
  const started = code.start(() => load("a"));
  await expect(failed).rejects.toThrow("No file");
  expect(Object.keys((await started).exports)).toEqual(["a"]);
  expect(WebAssembly.instantiate).toBe(instantiate);
});
