import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { testHub } from "../core/testing/mod.ts";

const plugins = join(import.meta.dir, "../plugins");
const secretNames = /(^|_)(password|passphrase|secret|key)s?$/;

/** Fields that are named like secrets and aren't any: options, and keys that everyone may know. */
const publicFields = ["sort_keys", "public_key"];

test.each(readdirSync(plugins))("no job of %s stores a secret", async (name) => {
  const hub = await testHub(join(plugins, name));
  const stored = hub.routes.flatMap(({ path, route }) => {
    if (!route.heavy || route.background === false) return [];
    return Object.entries(route.body?.properties ?? {})
      .filter(([field, { format, items }]) => {
        if (publicFields.includes(field) || !secretNames.test(field)) return false;
        return format !== "password" && items?.format !== "password";
      })
      .map(([field]) => `${path}: ${field}`);
  });
  expect(stored).toEqual([]);
});
