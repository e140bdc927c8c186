import { expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import { readPackageFile } from "./package-file.ts";

test("a file of a package is read", async () => {
  const bytes = await readPackageFile(import.meta.resolve("elysia/package.json"));
  expect(JSON.parse(new TextDecoder().decode(bytes)).name).toBe("elysia");
});

test.each([
  import.meta.path,
  "/etc/hostname",
  `${import.meta.dir}/../../node_modules/../README.md`,
])("another file is not: %s", async (path) => {
  expect(async () => readPackageFile(pathToFileURL(path).href)).toThrow("Cannot read");
});
