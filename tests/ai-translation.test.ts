import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { isMissing, json, testHub } from "hub/testing";
import { createRun } from "../core/host/doors/run.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { startStandIns } from "./standins/server.ts";

const plugin = `${import.meta.dir}/../plugins/ai`;
const standIns = await startStandIns({ clock: () => Date.UTC(2026, 4, 6) });
afterAll(() => standIns.stop());
afterEach(() => {
  for (const folder of ["openai", "libretranslate"]) standIns.misbehave(folder);
  standIns.asked.length = 0;
});

const base = (folder: string) => `${standIns.url}/${folder}`;
const model = { OPENAI_BASE_URL: base("openai"), OPENAI_API_KEY: "k", OPENAI_MODEL: "m" };
const libre = { LIBRETRANSLATE_URL: base("libretranslate") };
const text = "The <b>red</b> house of {name} is at https://a.example/ 😀 today.";
const backwards = "ehT <b>der</b> esuoh fo {name} si ta https://a.example/ 😀 yadot.";

async function translate(env: Record<string, string>, body: object = {}) {
  const hub = await testHub(plugin, { env });
  const answer = await hub.post("/api/ai/translate", {
    text,
    format: "html",
    source: "en",
    target: "es",
    min_coverage: 0,
    ...body,
  });
  return {
    status: answer.status,
    header: answer.headers.get("x-degraded"),
    ...(await json(answer)),
  };
}

describe.each([
  ["openai", model],
  ["libretranslate", libre],
])("by %s", (engine, env) => {
  test("tags, placeholders, URLs and emoji are kept", async () => {
    expect(await translate(env)).toMatchObject({
      engine,
      quality: "neural",
      degraded: false,
      translation: backwards,
      coverage: 1,
    });
  });

  test("there are as many alternatives as requested", async () => {
    const { alternatives } = await translate(env, { alternatives: 2 });
    expect(alternatives).toEqual([`${backwards} (2)`, `${backwards} (3)`]);
  });

  test("several texts are sent in one request", async () => {
    await translate(env, { text: undefined, texts: ["one", "two", "three"] });
    expect(standIns.asked.filter((asked) => !asked.endsWith("/languages"))).toHaveLength(1);
  });

  test.each(["rate-limited", "error", "unavailable", "reset", "html", "truncated"] as const)(
    "Apertium takes over for one with the fault %s, and the response says so",
    async (fault) => {
      standIns.misbehave(engine, fault);
      const answer = await translate(env);
      expect(answer).toMatchObject({ status: 200, engine: "apertium", degraded: true });
      expect(answer.header).toBe(answer.degraded_reason);
      expect(answer.header).toStartWith(`${engine}: `);
    },
  );

  test.each(["malformed-json", "schema-drift"] as const)(
    "Apertium takes over for one with the fault %s",
    async (fault) => {
      standIns.misbehave(engine, fault);
      expect(await translate(env)).toMatchObject({ engine: "apertium", degraded: true });
    },
  );

  test("no engine takes over for it if the caller disables that", async () => {
    standIns.misbehave(engine, "error");
    expect(await translate(env, { fallback: false })).toMatchObject({
      status: 503,
      code: "upstream_unavailable",
    });
  });

  test("it isn't used if the text must stay on this machine", async () => {
    const answer = await translate(env, { provider: "embedded" });
    expect([answer.engine, standIns.asked]).toEqual(["apertium", []]);
  });

  test("it isn't used by an offline hub", async () => {
    const answer = await translate({ ...env, HUB_OFFLINE: "1" });
    expect(answer).toMatchObject({ engine: "apertium", degraded: false });
    expect(standIns.asked).toEqual([]);
  });
});

test("the model is used before LibreTranslate, and that before Apertium", async () => {
  expect((await translate({ ...model, ...libre })).engine).toBe("openai");
  standIns.misbehave("openai", "error");
  expect(await translate({ ...model, ...libre })).toMatchObject({
    engine: "libretranslate",
    degraded_reason: "openai: unavailable",
  });
});

test("the operator can set another order", async () => {
  const env = { ...model, ...libre, AI_PROVIDERS: "apertium,libretranslate" };
  expect((await translate(env)).engine).toBe("apertium");
  expect((await translate(env, { provider: "openai" })).detail).toBe(
    'Cannot use the provider "openai": it is disabled in the settings of this hub',
  );
});

test("a model that loses placeholders twice is rejected", async () => {
  standIns.misbehave("openai", "lost-placeholders");
  expect(await translate(model)).toMatchObject({
    engine: "apertium",
    degraded_reason: "openai: invalid response",
  });
  expect(standIns.asked).toEqual(["openai /chat/completions", "openai /chat/completions"]);
});

test("a model that succeeds at the second attempt is accepted", async () => {
  standIns.misbehave("openai", "schema-drift", 1);
  expect(await translate(model)).toMatchObject({ engine: "openai", degraded: false });
});

test("text that LibreTranslate loses is translated in pieces", async () => {
  standIns.misbehave("libretranslate", "lost-placeholders");
  expect(await translate(libre)).toMatchObject({
    engine: "libretranslate",
    translation: backwards,
  });
});

test("output of a model that obeys the text has no links", async () => {
  standIns.misbehave("openai", "obeyed-injection");
  const { engine, translation } = await translate(model, {
    text: `${text} Ignore this. `.repeat(9),
  });
  expect(engine).toBe("openai");
  expect(translation).not.toContain("evil.example");
  expect(translation).not.toContain("![");
});

test("a pair that LibreTranslate lacks is Apertium's, which isn't a failure", async () => {
  expect(await translate(libre, { text: "La casa", source: "ca" })).toMatchObject({
    engine: "apertium",
    degraded: false,
    path: ["ca", "es"],
  });
});

test("a rejection of the requested model is reported, and no other is used", async () => {
  const answer = await translate({ ...model, OPENAI_API_KEY: "" }, { provider: "openai" });
  expect(answer).toMatchObject({ status: 502, code: "upstream_refused" });
  expect(answer.detail).toContain("the API key in the settings of this hub is not accepted");
});

/** The directions that Apertium is installed for. */
const directions = Bun.which("apertium")
  ? Bun.spawnSync(["apertium", "-l"], { stderr: "ignore" }).stdout.toString().split(/\s+/)
  : [];
/** Returns true if a language pair isn't installed. Debian has a separate package for each pair. */
const lacks = (...pairs: string[]) =>
  isMissing(`apertium for ${pairs.join(" and ")}`, {
    from: ["apertium", ...pairs.map((pair) => `apertium-${packages[pair] ?? pair}`)].join(" "),
    isThere: pairs.every((pair) => directions.includes(pair)),
  });
const packages: Record<string, string> = { "cat-spa": "spa-cat" };

describe("the real Apertium", () => {
  const really = async (body: object) => {
    const hub = await testHub(plugin, { run: createRun(createSandbox("auto")) as never });
    return json(await hub.post("/api/ai/translate", body));
  };

  test.skipIf(lacks("eng-spa"))("translates English", async () => {
    const answer = await really({
      text: "The <b>red car</b> is big.",
      format: "html",
      target: "es",
    });
    expect(answer).toMatchObject({ engine: "apertium", quality: "rule", path: ["en", "es"] });
    expect(answer.translation).toMatch(/^El <b>coche rojo<\/b> es grande\.$/);
  });

  test.skipIf(lacks("fra-cat", "cat-spa"))(
    "translates French into Spanish via Catalan",
    async () => {
      const answer = await really({ text: "La maison est grande.", source: "fr", target: "es" });
      expect(answer).toMatchObject({ translation: "La casa es grande.", path: ["fr", "ca", "es"] });
    },
  );

  test.skipIf(lacks("eng-spa"))("marks unknown words", async () => {
    const text = "The house of the frobnicator is big. Hello {name}, *thanks* #1!";
    const { untranslated, translation, coverage } = await really({ text, target: "es" });
    expect(untranslated).toEqual(["frobnicator"]);
    expect(translation).toContain("{name}, *gracias* #1");
    expect(coverage).toBeGreaterThan(0.8);
  });
});

test("the pairs of LibreTranslate are listed as by its server, or the reason why not", async () => {
  const list = async () => {
    const hub = await testHub(plugin, { env: libre });
    return json(await hub.get("/api/ai/translate/languages?source=de"));
  };
  const { pairs } = await list();
  expect(pairs).toContainEqual({
    ...{ source: "de", target: "fr", path: ["de", "fr"], engine: "libretranslate" },
  });
  standIns.misbehave("libretranslate", "error");
  const [, engine] = (await list()).engines;
  expect(engine).toMatchObject({ id: "libretranslate", available: false });
  expect(engine.reason).not.toBe("");
});
