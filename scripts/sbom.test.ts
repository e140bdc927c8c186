import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";

const root = `${import.meta.dir}/..`;

const print = () => Bun.$`${process.execPath} ${import.meta.dir}/sbom.ts`.quiet().text();

test("every installed package is listed with its version, URL and hash, deterministically", async () => {
  const text = await print();
  expect(await print()).toBe(text);
  const { bomFormat, specVersion, components } = JSON.parse(text);
  expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.6"]);
  const installed = readdirSync(`${root}/node_modules/.bun`).filter((name) =>
    name.includes("@", 1),
  );
  expect(components).toHaveLength(installed.length);
  const lock = readFileSync(`${root}/bun.lock`, "utf8");
  for (const { name, version, purl, hashes } of components) {
    // A checkout may contain packages of an older lock file.
    if (!lock.includes(`"${name}@${version}"`)) continue;
    expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
    expect(hashes).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[\da-f]{128}$/) }]);
  }
  const elysia = components.find(({ name }: { name: string }) => name === "elysia");
  expect(elysia.licenses).toEqual([{ expression: "MIT" }]);
});
