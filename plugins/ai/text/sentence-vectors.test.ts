import { describe, expect, test } from "bun:test";
import { isMissing, json, onnx, testHub } from "hub/testing";
import { compareVectors } from "./sentence-vectors.ts";

/** The path of ONNX Runtime's npm package, which `.ci/run` downloads. */
const packagePath = process.env.UTILHUB_TEST_ONNX ?? "";
const lacksRuntime = isMissing("ONNX Runtime", {
  from: "",
  isThere: packagePath !== "" && (await Bun.file(packagePath).exists()),
});
const id = "ai/models";
const folder = new URL("..", import.meta.url).pathname;
const text = "The door is open.";
const ask = { text, candidates: ["The door is not open.", "Bananas are cheap."], language: "en" };

test.each([
  ["a.onnx", Uint8Array.of(1, 2), /Cannot use "a.onnx" \(SHA-256 [0-9a-f]{64}\): it is damaged/],
  ["a.txt", Uint8Array.of(1, 2), /it must be a model of sentences such as/],
  ["tokenizer.json", new TextEncoder().encode("{}"), /a tokenizer in Hugging Face's format/],
  ["tokenizer.json", new TextEncoder().encode("{"), /a tokenizer in Hugging Face's format/],
])("the import of %s is refused with a reason: %#", async (name, bytes, reason) => {
  const hub = await testHub(folder);
  await expect(hub.datasets.import(id, { name, bytes })).rejects.toThrow(reason);
});

test("a download refuses an unknown name, and a file with another hash", async () => {
  const hub = await testHub(folder, {
    net: { "huggingface.co": () => new Response("not a model") },
  });
  const download = (name: string) => hub.datasets.refresh(id, { chosen: [name] });
  await expect(download("gpt")).rejects.toThrow("it must be all-minilm-l6-v2");
  await expect(download("all-minilm-l6-v2")).rejects.toThrow("its SHA-256 is");
});

test("a model replaces the previous one, and keeps its tokenizer", async () => {
  const hub = await testHub(folder);
  const add = (name: string, bytes: Uint8Array) => hub.datasets.import(id, { name, bytes });
  await add("one.onnx", onnx.writeTinyEncoder());
  await add("tokenizer.json", onnx.writeTinyTokenizer("good"));
  const { paths } = await add("two.onnx", onnx.writeTinyEncoder());
  expect(Object.keys(paths).sort()).toEqual(["tokenizer.json", "two.onnx"]);
});

test("without a model, answers say so", async () => {
  const hub = await testHub(folder);
  const context = { question: "Is the door open?", context: text };
  for (const [path, body] of Object.entries({
    similarity: ask,
    keywords: { text },
    answer: context,
  }))
    expect(await json(await hub.post(`/api/ai/${path}`, body))).toMatchObject({
      sentence_model: null,
    });
});

test("the likeness of vectors is from 0 to 1", () => {
  const [a, b] = [Float32Array.of(1, 0), Float32Array.of(-1, 0)];
  expect([compareVectors(a, a), compareVectors(a, b)]).toEqual([1, 0]);
});

describe.skipIf(lacksRuntime)("with a model", async () => {
  const hub = await testHub(folder);
  if (!lacksRuntime) {
    const bytes = await Bun.file(packagePath).bytes();
    await hub.datasets.import("hub/model-runtime", { name: "runtime.tgz", bytes });
    await hub.datasets.import(id, { name: "tiny.onnx", bytes: onnx.writeTinyEncoder() });
    const words = ["the", "door", "is", "open"];
    const tokenizer = onnx.writeTinyTokenizer(...words, ".", "not", "bananas", "are", "cheap");
    await hub.datasets.import(id, { name: "tokenizer.json", bytes: tokenizer });
  }
  const post = async (path: string, body: object) => json(await hub.post(`/api/ai/${path}`, body));

  test("similarity names it, and a negation still decides", async () => {
    const { sentence_model: model, results, duplicates } = await post("similarity", ask);
    expect(model).toBe("tiny");
    const { score, conflicts } = results.find(({ index }: { index: number }) => index === 0);
    expect([score < 0.6, conflicts]).toEqual([true, ["negation"]]);
    expect(duplicates).toEqual([]);
  });

  test("the same text has the score 1 in a matrix", async () => {
    const { matrix } = await post("similarity", {
      texts: [text, text, "Bananas are cheap."],
      matrix: true,
      language: "en",
    });
    expect([matrix[0][1], matrix[0][2] < 1]).toEqual([1, true]);
  });

  test.each([
    [["open door", "cheap bananas"]],
    [
      [
        { name: "a", examples: ["The door is open"] },
        { name: "b", examples: ["Bananas are cheap"] },
      ],
    ],
  ])("classify names it, and finds the label: %#", async (labels) => {
    const { sentence_model: model, best } = await post("classify", {
      text,
      labels,
      language: "en",
    });
    expect([model, best]).toEqual(["tiny", typeof labels[0] === "string" ? "open door" : "a"]);
  });

  test("keywords and answer name it", async () => {
    const { sentence_model: model, keywords } = await post("keywords", { text, language: "en" });
    expect([model, keywords.length > 0]).toEqual(["tiny", true]);
    const context = "Bananas are cheap. The door is open.";
    const found = await post("answer", { question: "Is the door open?", context, language: "en" });
    expect([found.sentence_model, found.answers[0].sentence]).toEqual(["tiny", text]);
  });

  test("classify uses no model for a taxonomy", async () => {
    const { sentence_model: model } = await post("classify", {
      text,
      taxonomy: "intent",
      language: "en",
    });
    expect(model).toBeNull();
  });

  test.each([
    { ...ask, language: "de" },
    { ...ask, method: "tfidf" },
    { ...ask, text: "The door is open. ".repeat(100) },
  ])("it isn't used for other languages, methods of form and long texts: %#", async (body) => {
    expect((await post("similarity", body)).sentence_model).toBeNull();
  });
});
