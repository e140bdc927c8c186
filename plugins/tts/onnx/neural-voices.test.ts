import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addOutput, listInputs } from "hub/models";
import { isMissing, json, testHub } from "hub/testing";
import { readWav } from "../audio/wav.ts";
import { writePhonemes } from "../engines/phonemes.ts";
import { parseVoiceConfig } from "../voices/voice-config.ts";
import { describeKokoroVoice, kokoroPackage, writeKokoroPhonemes } from "./kokoro.ts";
import {
  describeTinyVoice,
  framesPerId,
  framesPerSymbol,
  writeTinyKokoro,
  writeTinyModel,
  writeTinyStyles,
} from "./tiny-model.fixture.ts";

const id = "tts/voices";
const voice = "en_US-tiny-low";
const here = `${import.meta.dir}/..`;
/** The path of ONNX Runtime's npm package, which `.ci/run` downloads. */
const packagePath = process.env.UTILHUB_TEST_ONNX ?? "";
const lacksRuntime = isMissing("ONNX Runtime", {
  from: "",
  isThere: packagePath !== "" && (await Bun.file(packagePath).exists()),
});
const importVoice = async (hub: Awaited<ReturnType<typeof testHub>>, name = voice) => {
  await hub.datasets.import(id, { name: `${name}.onnx`, bytes: writeTinyModel() });
  await hub.datasets.import(id, { name: `${name}.onnx.json`, bytes: describeTinyVoice() });
};

describe("an installed voice without ONNX Runtime", async () => {
  const hub = await testHub(here);
  await importVoice(hub);

  test("is listed with what it needs, after the voices that can speak", async () => {
    const { voices } = await json(await hub.get("/api/tts/voices?language=en&limit=500"));
    const own = voices.find((one: { id: string }) => one.id === voice);
    expect(own).toMatchObject({
      locale: "en-US",
      neural: true,
      offline: true,
      quality: "low",
      licence: null,
      needs: expect.stringContaining("bun run data refresh hub/model-runtime"),
    });
    const needs = voices.map((one: { needs: string | null }) => one.needs !== null);
    expect(needs).toEqual(needs.toSorted());
    expect(voices[0]).toMatchObject({ id: "flite-slt", neural: false, needs: null });
  });

  test("is refused by name, as what it needs", async () => {
    const answer = await hub.post("/api/tts/speak", { text: "Hello", voice });
    expect(answer.status).toBe(503);
    expect((await json(answer)).detail).toContain("ONNX Runtime is not installed");
  });

  test("doesn't replace the default voice", async () => {
    const answer = await hub.post("/api/tts/speak", { text: "Hello" });
    expect(answer.headers.get("x-voice")).toBe("flite-slt");
  });

  test("keeps its network voices apart: each says which setting it needs", async () => {
    const { voices } = await json(await hub.get("/api/tts/voices?provider=azure&limit=1"));
    expect(voices[0]).toMatchObject({ neural: true, needs: "AZURE_SPEECH_KEY is not set" });
  });
});

test.each([
  ["voice.bin", new Uint8Array(), "it must be a voice such as"],
  ["../x.onnx", new Uint8Array(), "it must be a voice such as"],
  ["a.onnx", Uint8Array.of(1, 2, 3), "it is damaged or not a model in ONNX's format"],
  ["a.onnx.json", new TextEncoder().encode("{"), "it must be JSON"],
  ["a.onnx.json", describeTinyVoice({ phoneme_type: "magic" }), 'phoneme_type must be "espeak"'],
  ["a.onnx.json", describeTinyVoice({ audio: { sample_rate: 1 } }), "audio.sample_rate must be"],
  ["a.onnx.json", describeTinyVoice({ phoneme_id_map: {} }), 'phoneme_id_map must have "_"'],
  ["a.onnx.json", describeTinyVoice({ num_speakers: 1e9 }), "num_speakers must be an integer"],
  ["1.onnx.json", describeTinyVoice({ language: {} }), "language.code must be a language tag"],
  ["onnxruntime-web-1.30.0.tgz", Uint8Array.of(0x1f, 0x8b), "it must be a voice such as"],
  [kokoroPackage.file, Uint8Array.of(0x1f, 0x8b), `differs from that of "${kokoroPackage.file}"`],
  ["af_heart.bin", new Uint8Array(1024), "it must have 522240 bytes, and has 1024"],
  ["af_heart.bin", new Uint8Array(522_240).fill(0xff), "it must have finite numbers only"],
  ["zf_xiaoxiao.bin", writeTinyStyles(), "it must be a voice such as"],
])("the import of %s is refused with a reason: %#", async (name, bytes, reason) => {
  const hub = await testHub(here);
  await expect(hub.datasets.import(id, { name, bytes })).rejects.toThrow(reason);
});

test("a download takes the voice of Piper's collection, and refuses other names", async () => {
  const requested: string[] = [];
  const hub = await testHub(here, {
    net: {
      "huggingface.co": ({ url }: Request) => {
        requested.push(url);
        return new Response(url.endsWith(".json") ? describeTinyVoice() : writeTinyModel());
      },
      "registry.npmjs.org": () => new Response("not a package"),
    },
  });
  const download = (name: string) => hub.datasets.refresh(id, { chosen: [name] });
  await expect(download("../../etc/passwd")).rejects.toThrow("its name must be a language");
  await expect(download("en_US-amy-medium")).rejects.toThrow("its SHA-512 differs");
  await expect(download("af_heart")).rejects.toThrow("its SHA-512 differs");
  await expect(download("zf_xiaoxiao")).rejects.toThrow("its name must be a language");
  expect(requested).toEqual([
    expect.stringContaining("en_US-amy-medium.onnx.json"),
    expect.stringContaining("en_US-amy-medium.onnx"),
  ]);
});

test("the speakers of a model are voices", () => {
  const config = parseVoiceConfig(
    "a",
    describeTinyVoice({ num_speakers: 3, speaker_id_map: { anna: 0, "<b>": 1, carl: 2, dora: 9 } }),
  );
  expect(config.speakers).toEqual(["anna", "1", "carl"]);
});

test("durations are added to a model's outputs once, and only if one node computes them", () => {
  const model = writeTinyModel();
  const patched = addOutput(model, "Ceil");
  expect(patched.length).toBeGreaterThan(model.length);
  expect(addOutput(patched, "Ceil")).toEqual(patched);
  const without = writeTinyModel({ hasCeil: false });
  expect(addOutput(without, "Ceil")).toEqual(without);
});

describe("phonemes", () => {
  const reader = {
    locale: "en-US",
    ownScript: "Latn",
    reads: () => true,
    sounds: () => true,
  };
  const write = (text: string, toPhonemes?: (clause: string) => string, symbolsMax?: number) => {
    const part = { kind: "say", start: 0, end: text.length, rate: 1, pitch: 1, volume: 1 } as const;
    const { sentences } = writePhonemes([part], {
      text,
      phonemizer: { reader, toPhonemes, ...(symbolsMax !== undefined && { symbolsMax }) },
    });
    return sentences.map((sentence) => ({
      symbols: sentence.map(({ symbol }) => symbol).join(""),
      places: sentence.flatMap(({ place }) => (place === undefined ? [] : [place])),
    }));
  };

  test("keep the punctuation, and the place of each word", () => {
    expect(write("One, two. It's 1.5!")).toEqual([
      { symbols: "One, two.", places: [0, 5] },
      { symbols: "It's 1.5!", places: [10, 15] },
    ]);
  });

  test("lose the language codes, and share out the places of joined words", () => {
    const joined = () => "(en)_ʌ_v_ð_ə_(de) v_ˈɔ_ɾ_l_t";
    expect(write("of the world", joined)).toEqual([{ symbols: "ʌvðə vˈɔɾlt", places: [0, 3] }]);
  });

  test("of a long text without a full stop are spoken in parts", () => {
    const sentences = write("word, ".repeat(400));
    expect(sentences.length).toBeGreaterThan(4);
    for (const { symbols } of sentences) expect(symbols.length).toBeLessThan(500);
  });

  test("of a long text without any punctuation are split after a space", () => {
    const text = "banana ".repeat(300);
    const longWord = () => "b".repeat(1100);
    const pieces = write(text, (clause) => clause, 120).map(({ symbols }) => symbols);
    expect(pieces.length).toBeGreaterThan(16);
    for (const piece of pieces) expect(piece).toMatch(/^(?:banana,? ?){1,17}$/);
    expect(write("b", longWord, 510).map(({ symbols }) => symbols.length)).toEqual([510, 510, 80]);
  });
});

describe("Kokoro", () => {
  test("a voice is listed with what it needs, its grade and its licence", async () => {
    const hub = await testHub(here);
    const list = async () =>
      (await json(await hub.get("/api/tts/voices?neural=true&offline=true"))).voices;
    for (const name of ["am_adam", "bf_emma", "ff_siwis", "af_heart"])
      await hub.datasets.import(id, { name: `${name}.bin`, bytes: writeTinyStyles() });
    expect(await list()).toMatchObject([
      { id: "af_heart", locale: "en-US", gender: "female", quality: "A", licence: "Apache-2.0" },
      { id: "bf_emma", locale: "en-GB", gender: "female", quality: "B-" },
      { id: "am_adam", locale: "en-US", gender: "male", quality: "F+" },
      { id: "ff_siwis", locale: "fr-FR", gender: "female", quality: null },
    ]);
    expect((await list())[0].needs).toContain("The model of Kokoro is not installed");
    await hub.datasets.import(id, { name: "model_quantized.onnx", bytes: writeTinyKokoro() });
    expect((await list())[0].needs).toContain("ONNX Runtime is not installed");
    const answer = await hub.post("/api/tts/speak", { text: "Hello", voice: "af_heart" });
    expect(answer.status).toBe(503);
  });

  test.each([
    [
      "en-US",
      "b_ˈʌ_ɾ_ɚ b_ˈɜː_d f_ˈɑː_k_s ɡ_ˌoʊ l_ˈɪ_ɾ_əl",
      "b_ˈʌ_T_əɹ b_ˈɜɹ_d f_ˈɑ_k_s ɡ_ˌO l_ˈɪ_T_ᵊl",
    ],
    ["en-GB", "h_ˈəʊ_m ˈeə f_ˈɑː_ð_ə", "h_ˈQ_m ˈɛː f_ˈɑː_ð_ə"],
    ["en-US", "dʒ_ˈɔɪ (fr)_ʁ_ɛ_n (en) d_ˈeɪ", "ʤ_ˈY (fr)_ʁ_ɛ_n (en) d_ˈA"],
    ["es-ES", "tʃ_ˈu_r_o_s", "ʧ_ˈu_r_o_s"],
    ["it-IT", "p_ˈi_tsː_a", "p_ˈi_ʦː_a"],
  ])("phonemes in %s are written in the model's symbols: %s", (locale, phonemes, symbols) => {
    expect(writeKokoroPhonemes(phonemes, locale)).toBe(symbols);
  });

  test("symbols have the numbers that the publisher lists", () => {
    const { ids } = describeKokoroVoice("af_heart");
    const listed = { ";": 1, " ": 16, A: 24, I: 25, f: 48, h: 50, z: 68, ɹ: 123, ʧ: 133, ː: 158 };
    for (const [symbol, number] of Object.entries(listed))
      expect(ids.get(symbol)).toEqual([number]);
    expect(Math.max(...[...ids.values()].flat())).toBe(177);
  });

  test("its model is recognised by its inputs", () => {
    expect(listInputs(writeTinyKokoro())).toEqual(["input_ids", "style", "speed"]);
    expect(listInputs(new Uint8Array())).toEqual([]);
  });
});

describe.skipIf(lacksRuntime)("an installed voice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "utilhub-voices-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const hub = await testHub(here);
  if (!lacksRuntime) {
    const bytes = await Bun.file(packagePath).bytes();
    await hub.datasets.import("hub/model-runtime", { name: "runtime.tgz", bytes });
    await importVoice(hub);
  }
  const speak = (body: Record<string, unknown>) =>
    hub.post("/api/tts/speak", { format: "wav", ...body });
  /** Returns the numbers of the input that a sound shows: the periods of each number's samples. */
  const listNumbers = (samples: Int16Array, frames = framesPerId) =>
    Array.from({ length: Math.floor(samples.length / frames) }, (_, index) => {
      const own = samples.subarray(index * frames, (index + 1) * frames);
      const rises = own.filter((one, at) => at > 0 && (own[at - 1] ?? 0) < 0 && one >= 0).length;
      return own.some((one) => one !== 0) ? rises + 1 : 0;
    });

  test("speaks the symbols of the text, and is the default of its language", async () => {
    const answer = await speak({ text: "Abc" });
    expect(answer.headers.get("x-voice")).toBe(voice);
    const { samples, rate } = readWav(await answer.bytes());
    expect(rate).toBe(16_000);
    const spoken = listNumbers(samples).filter((number) => number > 0);
    // "^", then a, b and c, then "$".
    expect(spoken.slice(0, 4)).toEqual([1, 8, 9, 10]);
  });

  test("says when each word is spoken, from the durations of its model", async () => {
    const answer = await json(await speak({ text: "Aa bb cc", response: "json" }));
    expect(answer.timing).toBe("engine");
    const starts = answer.words.map((word: { start_ms: number }) => word.start_ms);
    // Each symbol and each pad is 16 ms long, and so is a space. "^" and its pad come first.
    expect(starts).toEqual([32, 128, 224]);
  });

  test("estimates the times of words if its model has no durations", async () => {
    const name = "en_US-untimed-low";
    const bytes = writeTinyModel({ hasCeil: false });
    await hub.datasets.import(id, { name: `${name}.onnx`, bytes });
    await hub.datasets.import(id, { name: `${name}.onnx.json`, bytes: describeTinyVoice() });
    const answer = await json(await speak({ text: "Aa bb cc", voice: name, response: "json" }));
    expect([answer.timing, answer.words.length]).toEqual(["estimated", 3]);
  });

  test.each([
    ["a faster rate", { speed: 2 }],
    ["a higher pitch", { pitch: 20 }],
    [
      "SSML",
      { text: undefined, ssml: "<speak>Aa <break time='100ms'/> <emphasis>bb</emphasis></speak>" },
    ],
    ["a stream", { stream: true }],
  ])("speaks with %s", async (_, options) => {
    const answer = await speak({ text: "Aa bb. Cc dd.", ...options });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-voice")).toBe(voice);
    expect((await answer.bytes()).length).toBeGreaterThan(2000);
  });

  test("can speak now, as its list says", async () => {
    const { voices } = await json(await hub.get(`/api/tts/voices?id=${voice}`));
    expect(voices[0].needs).toBeNull();
  });

  describe("of Kokoro", async () => {
    if (!lacksRuntime) {
      await hub.datasets.import(id, { name: "bf_emma.bin", bytes: writeTinyStyles() });
      await hub.datasets.import(id, { name: "model_quantized.onnx", bytes: writeTinyKokoro() });
    }
    const speakEmma = async (body: Record<string, unknown>) => {
      const answer = await speak({ voice: "bf_emma", ...body });
      expect(answer.status).toBe(200);
      const { samples, rate } = readWav(await answer.bytes());
      expect(rate).toBe(24_000);
      return listNumbers(samples, framesPerSymbol).filter((number) => number > 0);
    };

    test("speaks the symbols of the text with the style of their number", async () => {
      // 0 at both ends, and the symbols "h", "ˈ" and "I", each plus 3.
      expect(await speakEmma({ text: "Hi" })).toEqual([3, 53, 159, 28, 3]);
    });

    test("passes the speed to the model, up to twice the usual one", async () => {
      expect(await speakEmma({ text: "Hi", speed: 2 })).toEqual([2, 27, 80, 14, 2]);
    });

    test("a model that can't speak is refused at its import", async () => {
      const bytes = writeTinyKokoro({ styleSize: 128 });
      const imported = hub.datasets.import(id, { name: "kokoro.onnx", bytes });
      await expect(imported).rejects.toThrow("The model cannot speak");
    });

    test("estimates the times of words, and streams", async () => {
      const options = { text: "One two. Three four.", voice: "bf_emma" };
      const answer = await json(await speak({ ...options, response: "json" }));
      expect([answer.timing, answer.words.length]).toEqual(["estimated", 4]);
      const streamed = await speak({ ...options, stream: true });
      expect((await streamed.bytes()).length).toBeGreaterThan(20_000);
    });
  });

  test("a file that isn't a model is refused at its import", async () => {
    const bytes = writeTinyModel();
    // An operator that doesn't exist.
    bytes.set(new TextEncoder().encode("Sxn"), Buffer.from(bytes).indexOf("Sin"));
    const imported = hub.datasets.import(id, { name: "other.onnx", bytes });
    const sha256 = new Bun.CryptoHasher("sha256").update(addOutput(bytes, "Ceil")).digest("hex");
    await expect(imported).rejects.toThrow(`(SHA-256 ${sha256}): ONNX Runtime cannot load it`);
  });
});
