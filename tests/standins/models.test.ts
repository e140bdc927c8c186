import { afterAll, describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import sharp from "sharp";
import { MODEL_FAULTS } from "./faults.ts";
import { startStandIns } from "./server.ts";

const standIns = await startStandIns({ clock: () => Date.UTC(2026, 3, 6, 12) });
afterAll(() => standIns.stop());

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(standIns.url + path, { method: "POST", headers, body: text });
}
const key = { authorization: "Bearer x" };

describe("the OpenAI-compatible stand-in", () => {
  const chat = (fault = "") =>
    post(
      "/openai/chat/completions",
      {
        model: "m",
        messages: [
          { role: "system", content: "Translate" },
          {
            role: "user",
            content: '<<a1>>\n{"texts":["Hello ⟦0⟧!"],"target":"es","alternatives":0}\n<</a1>>',
          },
        ],
        response_format: { type: "json_schema", json_schema: { name: "translate", schema: {} } },
      },
      { ...key, "x-stand-in-fault": fault },
    ).then(json);
  const content = async (fault?: string) => (await chat(fault)).choices[0].message.content;

  test("performs the task that the schema is named after", async () => {
    expect(JSON.parse(await content())).toEqual({
      translations: [{ text: "olleH ⟦0⟧!", alternatives: [] }],
    });
  });

  test.each([
    ["schema-drift", '{"result":{"translations"'],
    ["obeyed-injection", "https://evil.example/"],
    ["lost-placeholders", '"olleH !"'],
  ])("with the fault %s returns %s", async (fault, words) => {
    expect(await content(fault)).toContain(words);
  });

  test("with the fault malformed-json returns invalid JSON", async () => {
    const said = await content("malformed-json");
    expect(() => JSON.parse(said)).toThrow();
  });

  test("draws images of the requested size", async () => {
    const body = { prompt: "a cat", n: 2, size: "256x256", response_format: "b64_json" };
    const { data } = await json(await post("/openai/images/generations", body, key));
    const sizes = data.map(async ({ b64_json }: { b64_json: string }) => {
      const { format, width, height } = await sharp(Buffer.from(b64_json, "base64")).metadata();
      return `${format} ${width}x${height}`;
    });
    expect(await Promise.all(sizes)).toEqual(["png 256x256", "png 256x256"]);
  });

  test.each([
    ["wav", "audio/wav", "RIFF"],
    ["mp3", "audio/mpeg", "\xff\xf3"],
  ])("speaks %s", async (format, type, magic) => {
    const body = { model: "m", input: "Hello", voice: "alloy", response_format: format };
    const answer = await post("/openai/audio/speech", body, key);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(Buffer.from(await answer.bytes()).toString("latin1")).toStartWith(magic);
  });

  test.each([
    ["/chat/completions", {}, {}, 401],
    ["/images/generations", { prompt: "x", size: "3x3" }, key, 400],
    ["/images/generations", { prompt: "something forbidden" }, key, 400],
    ["/audio/speech", {}, key, 400],
  ])("rejects %s %p", async (path, body, headers, status) => {
    expect((await post(`/openai${path}`, body, headers)).status).toBe(status);
  });
});

test("LibreTranslate's stand-in translates one text or several", async () => {
  const requestTranslation = async (q: unknown) =>
    json(await post("/libretranslate/translate", { q, source: "auto", target: "es" }));
  expect(await requestTranslation("one")).toMatchObject({ translatedText: "eno" });
  expect(await requestTranslation(["one", "two"])).toMatchObject({
    translatedText: ["eno", "owt"],
    detectedLanguage: { language: "en" },
  });
});

test("LanguageTool's stand-in finds a misspelling at its position", async () => {
  const form = new URLSearchParams({ text: "Der Fehlr", language: "de" });
  const { matches } = await json(await post("/languagetool/v2/check", form.toString()));
  expect(matches).toMatchObject([{ offset: 4, length: 5, replacements: [{ value: "Fehler" }] }]);
});

describe("Azure Speech's stand-in", () => {
  const requestSpeech = (ssml: string, headers: Record<string, string> = {}) =>
    post("/azure-speech/cognitiveservices/v1", ssml, {
      "ocp-apim-subscription-key": "x",
      "content-type": "application/ssml+xml",
      "x-microsoft-outputformat": "riff-24khz-16bit-mono-pcm",
      ...headers,
    });
  const ssml = '<speak><voice name="en-US-AriaNeural">Hello</voice></speak>';

  test("speaks the text of the SSML", async () => {
    const answer = await requestSpeech(ssml);
    expect([answer.status, (await answer.bytes()).length]).toEqual([200, 44 + 5 * 60 * 48]);
  });

  test.each([
    ["an unknown voice", ssml.replace("Aria", "Nobody"), {}, 400],
    ["another body", ssml, { "content-type": "text/plain" }, 415],
    ["no key", ssml, { "ocp-apim-subscription-key": "" }, 401],
  ])("rejects %s", async (_, body, headers, status) => {
    expect((await requestSpeech(body, headers)).status).toBe(status);
  });
});

test("its faults can be planned over HTTP too", async () => {
  for (const fault of MODEL_FAULTS)
    expect((await fetch(`${standIns.url}/faults/openai?fault=${fault}&times=1`)).status).toBe(200);
});
