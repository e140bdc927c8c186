import { describe, expect, setSystemTime, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";
import { measureRms } from "../audio/level.ts";
import { joinSounds } from "../audio/wav.ts";
import { isNeuralId } from "../catalogue/catalogue.ts";
import { loadEspeak, openEspeak } from "../engines/espeak-module.ts";
import { listEspeakVoices } from "./espeak.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const voices = async (query: string) => json(await hub.get(`/api/tts/voices?${query}`));

describe("voices", () => {
  test("lists more than 300 of each family, in more than 70 languages", async () => {
    expect((await voices("offline=true")).total).toBeGreaterThan(1500);
    expect((await voices("provider=azure")).total).toBe(322);
    const { languages, total } = await json(await hub.get("/api/tts/languages"));
    expect(total).toBe(languages.length);
    expect(languages.filter(({ offline }: { offline: boolean }) => offline).length).toBeGreaterThan(
      100,
    );
  });

  test("filters by language, region, gender, provider, words and multilingual support", async () => {
    const totals = ["en", "en-US", "en-US&gender=female", "en-US&gender=female&provider=azure"];
    const counts = await Promise.all(
      totals.map(async (one) => (await voices(`language=${one}`)).total),
    );
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.at(-1)).toBe(8);
    const found = await voices("search=katja&limit=500");
    expect(found.voices.map(({ id }: { id: string }) => id)).toEqual(["de-DE-KatjaNeural"]);
    const able = await voices("multilingual=true&limit=500");
    expect(able.voices.every(({ id }: { id: string }) => id.includes("Multilingual"))).toBe(true);
  });

  test("are returned in consecutive pages", async () => {
    const [first, second, both] = await Promise.all(
      ["limit=2", "limit=2&offset=2", "limit=4"].map((page) => voices(`language=de&${page}`)),
    );
    expect([...first.voices, ...second.voices]).toEqual(both.voices);
  });

  test("returns one by its id, in any case", async () => {
    expect(await voices("id=DE-de-katjaneural")).toMatchObject({
      total: 1,
      voices: [
        {
          id: "de-DE-KatjaNeural",
          name: "Katja",
          language: "de",
          gender: "female",
          locale_name: "German (Germany)",
          offline: false,
          multilingual: false,
        },
      ],
    });
  });

  test("suggests others for an unknown id", async () => {
    const { code, suggestions } = await voices("id=de-DE-KatyaNeural");
    expect([code, suggestions[0]]).toEqual(["voice_not_found", "de-DE-KatjaNeural"]);
  });

  test("each id is unique, and those of Azure have its format", async () => {
    const pages = await Promise.all(
      [0, 500, 1000, 1500, 2000].map((at) => voices(`limit=500&offset=${at}`)),
    );
    const all = pages.flatMap(({ voices }) => voices);
    const ids = all.map(({ id }) => id.toLowerCase());
    expect(new Set(ids).size).toBe(pages[0].total);
    for (const { id, provider } of all) expect(isNeuralId(id), id).toBe(provider === "azure");
  });

  test("all offline voices can be heard", async () => {
    const espeak = await openEspeak();
    const silent = listEspeakVoices().filter(({ engineName = "" }, index) => {
      const language = Math.floor(index / 14);
      // The main voice of each language and one of its others in turn: every fourth language by default.
      if (index % 14 !== 0 && index % 14 !== 1 + (language % 13)) return false;
      if (!isFullDepth && language % 4 !== 0) return false;
      espeak.reset({ voice: engineName, rate: 300, pitch: 50, range: 50, secondsMax: 9 });
      const { rate } = espeak;
      const blocks = espeak.synthesiseSsml("1").blocks.map((samples) => ({ samples, rate }));
      return measureRms(joinSounds(blocks, rate)) < 500;
    });
    expect(silent.map(({ id }) => id)).toEqual([]);
  }, 300_000);
});

test("a voice with breath noise sounds the same in each process, whenever it was started", async () => {
  const sounds: unknown[] = [];
  for (const begin of ["2020-01-01", "2024-02-29"]) {
    setSystemTime(new Date(begin));
    const espeak = await loadEspeak();
    setSystemTime();
    espeak.reset({ voice: "de+f2", rate: 175, pitch: 50, range: 50, secondsMax: 9 });
    sounds.push(espeak.synthesiseSsml("Der Nordwind").blocks.map((block) => Bun.hash(block)));
  }
  expect(sounds[0]).toEqual(sounds[1]);
});

test("without its package the embedded engine names the package to install", async () => {
  const missing = () => Promise.reject(new Error("Cannot find package"));
  await expect(loadEspeak(missing)).rejects.toMatchObject({
    code: "capability_unavailable",
    status: 501,
    message: expect.stringContaining('"@echogarden/espeak-ng-emscripten"'),
  });
});

describe("languages", () => {
  test("have names in English and their own language, and a voice that speaks them on this hub", async () => {
    const { languages } = await json(await hub.get("/api/tts/languages"));
    const of = (wanted: string) => languages.find(({ code }: { code: string }) => code === wanted);
    expect(of("de")).toEqual({
      code: "de",
      name: "German",
      native_name: "Deutsch",
      voices: 24,
      offline: true,
      locales: ["de", "de-AT", "de-CH", "de-DE"],
      default_voice: "espeak-de",
    });
    expect(of("zu")).toMatchObject({ offline: false, default_voice: "zu-ZA-ThandoNeural" });
  });

  test("can be filtered by whether they have an offline voice", async () => {
    const [all, offline, online] = await Promise.all(
      ["", "?offline=true", "?offline=false"].map(async (query) =>
        json(await hub.get(`/api/tts/languages${query}`)),
      ),
    );
    expect(offline.total + online.total).toBe(all.total);
    expect(online.languages.map(({ code }: { code: string }) => code)).toContain("zu");
  });
});
