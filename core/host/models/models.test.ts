import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quietLog } from "../../platform/log/log.ts";
import { isMissing } from "../../testing/missing.ts";
import { json, testHub } from "../../testing/mod.ts";
import { writeTinyEncoder, writeTinyTokenizer } from "../../testing/onnx.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { listLoadedModels, runModelWork } from "./model-work.ts";
import { runtimeDataset, runtimeId } from "./runtime.ts";

/** The path of ONNX Runtime's npm package, which `.ci/run` downloads. */
const packagePath = process.env.UTILHUB_TEST_ONNX ?? "";
const lacksRuntime = isMissing("ONNX Runtime", {
  from: "",
  isThere: packagePath !== "" && (await Bun.file(packagePath).exists()),
});
afterAll(removePluginFolders);

const files = {
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Reader", summary: "Reads.", permissions: { models: true } });`,
  "datasets/encoder.ts": `import { checkModel } from "hub/models";
import reader from "../plugin.ts";
export default reader.dataset({
  title: "Encoder", licence: "MIT", attribution: "Nobody", homepage: "https://a.example",
  models: true,
  isDue: () => false,
  embedded: () => ({ build_date: "2026-01-01", paths: {} }),
  download: async () => undefined,
  async unpack({ name, bytes }, { kept }) {
    const files = {};
    for (const file of Object.keys(kept?.paths ?? {})) files[file] = await kept.bytes(file);
    return { ...files, [name]: bytes };
  },
  async check(files, { load }) {
    const models = [];
    for (const [file, bytes] of Object.entries(files))
      if (file.endsWith(".onnx"))
        models.push({
          ...(await checkModel(file, { bytes, inputs: ["input_ids"], load })),
          licence: "MIT",
          quality: "none",
        });
    return { build_date: "2026-01-02", entries: models.length, models };
  },
});`,
  "routes/greet.get.ts": "",
  "routes/read.post.ts": `import { t } from "hub";
import reader from "../plugin.ts";
export default reader.route({
  summary: "Read",
  body: t.Object({ texts: t.Array(t.String()), file: t.Optional(t.String()) }),
  response: t.Object({ missing: t.Any(), vectors: t.Any(), tokens: t.Any() }),
  example: { body: { texts: [] } },
  heavy: ({ body }) => body.texts.length !== 1,
  async handler({ body: { texts, file = "a.onnx" }, models }) {
    const model = { dataset: "encoder", file, tokenizer: "a.json" };
    const { vectors, tokens } = await models.embed(model, texts);
    return { missing: (await models.missing()) ?? null, vectors: vectors.map((one) => [...one]), tokens };
  },
});`,
};

async function openReader(options: Parameters<typeof testHub>[1] = {}) {
  const hub = await testHub(pluginFolder(files, "reader"), options);
  const add = (name: string, bytes: Uint8Array) =>
    hub.datasets.import("reader/encoder", { name, bytes });
  const install = async () => {
    const bytes = await Bun.file(packagePath).bytes();
    await hub.datasets.import(runtimeId, { name: "runtime.tgz", bytes });
  };
  await add("a.onnx", writeTinyEncoder());
  await add("a.json", writeTinyTokenizer("good", "day"));
  return { ...hub, add, install };
}

test("without the runtime, models are listed, and can't run", async () => {
  const hub = await openReader({ log: quietLog });
  expect(hub.datasets.models()).toEqual([
    {
      dataset: "reader/encoder",
      file: "a.onnx",
      bytes: writeTinyEncoder().length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      licence: "MIT",
      quality: "none",
      state: "no_runtime",
    },
  ]);
  const answer = await hub.post("/api/reader/read", { texts: ["good"] });
  expect(answer.status).toBe(501);
  expect((await json(answer)).detail).toContain("bun run data import hub/model-runtime");
});

test("a plugin without the permission runs no model", async () => {
  const manifest = files["plugin.ts"].replace("models: true", "kv: true");
  const hub = await testHub(pluginFolder({ ...files, "plugin.ts": manifest }, "reader"), {
    log: quietLog,
  });
  expect((await hub.post("/api/reader/read", { texts: ["good"] })).status).toBe(500);
  expect(hub.datasets.ids).toEqual(["reader/encoder"]);
});

test.each([["another package", Uint8Array.of(0x1f, 0x8b), "its SHA-512 differs"]])(
  "the runtime isn't imported from %s",
  async (_, bytes, reason) => {
    expect(() => runtimeDataset.unpack?.({ name: "x.tgz", bytes }, { kept: undefined })).toThrow(
      reason,
    );
  },
);

test("no other file than those of the runtime is taken as one", () => {
  const files = { "ort.wasm.min.mjs": new TextEncoder().encode("process.exit()") };
  const options = { now: 0, kept: undefined, load: undefined };
  expect(() => runtimeDataset.check(files, options)).toThrow("it differs from the file of");
});

test.each([
  ["half of a model", writeTinyEncoder().subarray(0, 200)],
  ["a text", new TextEncoder().encode("This is no model")],
])("%s is refused with its hash", async (_, bytes) => {
  const hub = await openReader();
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  await expect(hub.add("b.onnx", bytes)).rejects.toThrow(`Cannot use "b.onnx" (SHA-256 ${sha256})`);
  expect(hub.datasets.models().map(({ file }) => file)).toEqual(["a.onnx"]);
});

describe.skipIf(lacksRuntime)("with the runtime", async () => {
  const hub = await openReader({ jobs: true });
  if (!lacksRuntime) await hub.install();
  afterAll(() => hub.close(0));
  const read = async (body: object) => json(await hub.post("/api/reader/read", body));

  test("a light handler and a job get vectors from one process of models", async () => {
    // Numbers of the tokens: [CLS] 1, good 3, day 4, [SEP] 2. Their mean, and 1.
    const mean = (...ids: number[]) => {
      const own = ids.reduce((sum, id) => sum + id, 0) / ids.length;
      return [own / Math.hypot(own, 1), 1 / Math.hypot(own, 1)];
    };
    const light = await read({ texts: ["Good day"] });
    expect(light).toMatchObject({ missing: null, tokens: 4 });
    for (const [at, value] of mean(1, 3, 4, 2).entries())
      expect(light.vectors[0][at]).toBeCloseTo(value, 5);
    const job = await read({ texts: ["good", "day"] });
    expect(job.vectors[1][0]).toBeCloseTo(mean(1, 4, 2)[0] ?? 0, 5);
    const groups = hub.jobs().map(({ plugin, processes }) => [plugin, processes]);
    expect(groups).toContainEqual(["hub", 1]);
  });

  test("a long text is cut, and keeps its end mark", async () => {
    const { tokens } = await read({ texts: ["good ".repeat(5000)] });
    expect(tokens).toBe(256);
  });

  test("a file outside the plugin's datasets isn't run", async () => {
    const answer = await hub.post("/api/reader/read", { texts: ["good"], file: "../x.onnx" });
    expect(answer.status).toBe(500);
  });

  test("is ready to run the models that it lists", () => {
    expect(hub.datasets.models()).toMatchObject([{ file: "a.onnx", state: "ready" }]);
  });

  test("the least recently used models leave memory", async () => {
    const folder = mkdtempSync(join(tmpdir(), "utilhub-models-"));
    const bytes = writeTinyEncoder();
    const [a = "", b = "", c = ""] = ["a", "b", "c"].map((name) => join(folder, name));
    for (const path of [a, b, c]) await Bun.write(path, bytes);
    const runtime = hub.datasets.current(runtimeId)?.paths ?? {};
    const inputs = Object.fromEntries(
      ["input_ids", "attention_mask", "token_type_ids"].map((name) => [
        name,
        { type: "int64" as const, data: BigInt64Array.of(1n), dims: [1, 1] },
      ]),
    );
    for (const model of [a, b, a, c]) {
      const result = await runModelWork({ runtime, model, inputs }, 2 * bytes.length);
      expect(result).toHaveProperty("outputs.last_hidden_state.dims", [1, 1, 2]);
    }
    expect(listLoadedModels()).toEqual([a, c]);
    rmSync(folder, { recursive: true, force: true });
  });
});
