import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { createRandom, generateFit, type Schema } from "../../../tests/from-schema.ts";
import { isFile } from "../../contract/schema.ts";
import { publishSchema } from "../../site/examples/published.ts";
import { loadAll } from "../load/load-all.ts";
import { isStructured } from "./input.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../plugins`], {
  strict: true,
  aliases: "all",
});

/** Every field of a request body that is an object or a list of objects, by endpoint. */
const fields = (
  await Promise.all(
    plugins.map(async (plugin) => {
      const hub = await testHub(plugin);
      return plugin.routes.flatMap((loaded) =>
        Object.entries(loaded.route.body?.properties ?? {})
          .filter(([, schema]) => isStructured(schema.type === "array" ? schema.items : schema))
          .map(([name, schema]) => ({ plugin, hub, loaded, name, schema })),
      );
    }),
  )
).flat();

/** The encodings of a form part that contains JSON. */
const parts = {
  "a text": (value: unknown) => JSON.stringify(value),
  "a text over several lines": (value: unknown) => `\n${JSON.stringify(value, null, 2)}`,
  "a file of JSON": (value: unknown) =>
    new Blob([JSON.stringify(value)], { type: "application/json" }),
};

test("services of many kinds have such fields", () => {
  expect(new Set(fields.map(({ plugin }) => plugin.name)).size).toBeGreaterThanOrEqual(9);
  expect(fields.filter(({ schema }) => schema.type === "array").length).toBeGreaterThanOrEqual(13);
});

describe.each(
  sampleCases(fields, 12).map(
    (field) => [`${field.loaded.method} ${field.loaded.path} ${field.name}`, field] as const,
  ),
)("%s", (_, { hub, loaded, name, schema }) => {
  const example = (loaded.route.example.body ?? {}) as Record<string, unknown>;
  const value =
    example[name] ?? generateFit(publishSchema(schema, { sent: true }) as Schema, createRandom(7));
  const body = { ...example, [name]: value };
  const hasFile = Object.values(loaded.route.body?.properties ?? {}).some(
    (field) => isFile(field) || (field.items && isFile(field.items)),
  );

  function form(write: (value: unknown) => string | Blob, { together }: { together: boolean }) {
    const sent = new FormData();
    for (const [key, given] of Object.entries(body)) {
      const isApart = Array.isArray(given) && !(key === name && together);
      for (const one of isApart ? given : [given]) {
        const isPlain = typeof one !== "object" || one === null;
        sent.append(key, one instanceof Blob ? one : isPlain ? String(one) : write(one));
      }
    }
    return sent;
  }

  async function send(sent: FormData | Record<string, unknown>) {
    const answer = await hub.fetch(
      new Request(`http://localhost${loaded.path.replace(/:\w+/, "x")}`, {
        method: loaded.method,
        ...(sent instanceof FormData
          ? { body: sent, headers: { "x-api-key": "test" } }
          : {
              body: JSON.stringify(sent),
              headers: { "x-api-key": "test", "content-type": "application/json" },
            }),
      }),
    );
    const { status, headers } = answer;
    const isJson = headers.get("content-type")?.includes("json");
    const { errors, detail, code } = isJson ? await json(answer) : ({} as Record<string, never>);
    return { status, type: headers.get("content-type"), code, detail, errors };
  }

  test.each(Object.entries(parts))("is parsed if each part is %s", async (_, write) => {
    const apart = await send(form(write, { together: false }));
    if (Array.isArray(value) && value.length > 0)
      expect(await send(form(write, { together: true }))).toEqual(apart);
    // Of the right type, a value may still not suit the file.
    if (hasFile) expect(JSON.stringify(apart.errors ?? [])).not.toContain(`body.${name} must be`);
    else expect(apart).toEqual(await send(body));
    if (example[name] !== undefined) expect(apart.status).toBe(200);
  });
});
