import { describe, expect, test } from "bun:test";
import { isMissing, json, onnx, testHub } from "hub/testing";

const plugin = new URL("..", import.meta.url).pathname;
const unset = await testHub(plugin);
const headers = { authorization: "Bearer hub_x", "content-type": "application/json" };
const get = (path: string) => new Request(`http://localhost${path}`, { headers });
const embed = (body: object) =>
  new Request("http://localhost/v1/embeddings", {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "text-embedding-3-small", ...body }),
  });

/** Creates a hub with a stand-in for a server of embeddings, which receives the requests. */
async function equip(answer: (sent: Record<string, unknown>) => Response) {
  return testHub(plugin, {
    env: { OPENAI_EMBEDDING_MODEL: "bge-m3", OPENAI_API_KEY: "k" },
    net: { "api.openai.com": async (request) => answer(JSON.parse(await request.text())) },
  });
}

test("lists its models, with those of the operator first", async () => {
  const names = (answer: { data: { id: string }[] }) => answer.data.map(({ id }) => id);
  expect(names(await json(await unset.fetch(get("/v1/models"))))).toEqual([
    "tts-1",
    "tts-1-hd",
    "gpt-4o-mini-tts",
  ]);
  const hub = await equip(() => new Response());
  expect(names(await json(await hub.fetch(get("/v1/models"))))[0]).toBe("bge-m3");
  expect(await json(await hub.fetch(get("/v1/models/bge-m3")))).toEqual({
    id: "bge-m3",
    object: "model",
    created: 0,
    owned_by: "operator",
  });
});

test.each([
  [get("/v1/models/gpt-9"), "model"],
  [embed({ input: "Hi" }), "model"],
])("a model that it doesn't have is a 404 in OpenAI's format", async (request, param) => {
  const answer = await unset.fetch(request);
  expect(answer.status).toBe(404);
  expect((await json(answer)).error).toMatchObject({
    type: "invalid_request_error",
    code: "model_not_found",
    param,
  });
});

test("passes texts to the configured model, and its vectors back", async () => {
  const sent: Record<string, unknown>[] = [];
  const hub = await equip((request) => {
    sent.push(request);
    const data = [{ embedding: [0.5, -1] }, { embedding: "AAAAPwAAgL8=" }];
    return Response.json({ object: "list", data, usage: { prompt_tokens: 3, total_tokens: 3 } });
  });
  const answer = await hub.fetch(embed({ input: ["a", "b"], dimensions: 2, user: "x" }));
  expect(await json(answer)).toEqual({
    object: "list",
    model: "bge-m3",
    data: [
      { object: "embedding", index: 0, embedding: [0.5, -1] },
      { object: "embedding", index: 1, embedding: "AAAAPwAAgL8=" },
    ],
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });
  expect(sent).toEqual([{ model: "bge-m3", input: ["a", "b"], dimensions: 2 }]);
});

test.each(["<html>", "[]", '{"data":[{"embedding":["x"]}]}', "{}"])(
  "fails if the server responds with %s",
  async (text) => {
    const hub = await equip(() => new Response(text));
    const answer = await hub.fetch(embed({ input: "a" }));
    expect([answer.status, (await json(answer)).error.code]).toEqual([502, "upstream_failed"]);
  },
);

test("names the field of an invalid request", async () => {
  const answer = await unset.fetch(embed({ input: [] }));
  expect([answer.status, (await json(answer)).error.param]).toEqual([400, "input"]);
});

/** The path of ONNX Runtime's npm package, which `.ci/run` downloads. */
const packagePath = process.env.UTILHUB_TEST_ONNX ?? "";
const lacksRuntime = isMissing("ONNX Runtime", {
  from: "",
  isThere: packagePath !== "" && (await Bun.file(packagePath).exists()),
});

describe.skipIf(lacksRuntime)("the model of sentences on the hub's own machine", async () => {
  const hub = await testHub(plugin);
  if (!lacksRuntime) {
    const bytes = await Bun.file(packagePath).bytes();
    await hub.datasets.import("hub/model-runtime", { name: "runtime.tgz", bytes });
    hub.datasets.add({
      id: "ai/models",
      doors: () => ({}) as never,
      dataset: {
        ...{ title: "Models", licence: "MIT", attribution: "", homepage: "https://a.example" },
        isDue: () => false,
        download: async () => undefined,
        unpack: () => ({
          "tiny.onnx": onnx.writeTinyEncoder(),
          "tokenizer.json": onnx.writeTinyTokenizer("good", "day"),
        }),
        check: () => ({ build_date: "2026-01-02", entries: 1 }),
      },
    });
    await hub.datasets.import("ai/models", { name: "", bytes: new Uint8Array() });
  }

  test("returns vectors, as numbers and in Base64", async () => {
    const answer = await json(await hub.fetch(embed({ input: ["good day", "good"] })));
    expect(answer).toMatchObject({ object: "list", model: "tiny", usage: { prompt_tokens: 7 } });
    const [{ embedding }] = answer.data;
    expect(Math.hypot(...embedding)).toBeCloseTo(1, 5);
    const coded = await json(
      await hub.fetch(embed({ input: "good day", encoding_format: "base64" })),
    );
    const floats = new Float32Array(Uint8Array.fromBase64(coded.data[0].embedding).buffer);
    expect([...floats]).toEqual(embedding);
  });

  test.each([
    [{ input: [1, 2] }, "input"],
    [{ input: "good", dimensions: 5 }, "dimensions"],
  ])("refuses what the model can't do: %j", async (body, param) => {
    const answer = await hub.fetch(embed(body));
    expect([answer.status, (await json(answer)).error.param]).toEqual([400, param]);
  });

  test("is listed", async () => {
    const { data } = await json(await hub.fetch(get("/v1/models")));
    expect(data[0]).toMatchObject({ id: "tiny", owned_by: "hub" });
  });
});
