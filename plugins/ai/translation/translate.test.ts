import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

/** Apertium's fixture knows a few words, and there is no network. */
const translate = async (body: object, to = hub) =>
  json(
    await to.post("/api/ai/translate", { source: "en", target: "es", min_coverage: 0, ...body }),
  );
const translateText = async (body: object) => (await translate(body)).translation;

describe("translate", () => {
  test("returns the engine, the languages and the translated share", async () => {
    expect(await translate({ text: "The house is big." })).toEqual({
      success: true,
      engine: "apertium",
      degraded: false,
      quality: "rule",
      language: "en",
      usage: { chars: 17, ms: 0 },
      translation: "La casa es grande.",
      alternatives: [],
      detected_source: { code: "en", confidence: 1 },
      coverage: 1,
      untranslated: [],
      path: ["en", "es"],
    });
  });

  test("returns the bare translation to clients that accept plain text", async () => {
    const body = { text: "The house", source: "en", target: "es" };
    const answer = await hub.post("/api/ai/translate", body, { accept: "text/plain" });
    expect(await answer.text()).toBe("La casa");
  });

  test("detects the language of each text, and keeps text in the target language", async () => {
    const texts = ["The house is big and very red.", "La casa es muy grande y muy roja."];
    const { translations, language } = await translate({ texts, source: "auto" });
    expect(language).toBe("en");
    expect(translations.map(({ path }: { path: string[] }) => path.join())).toEqual([
      "en,es",
      "es",
    ]);
    expect(translations[1].translation).toBe(texts[1]);
  });

  test("pivots over another language if there is no direct pair, and reports it", async () => {
    const answer = await translate({ text: "La maison est grande", source: "fr" });
    expect([answer.translation, answer.path]).toEqual(["La casa es grande", ["fr", "ca", "es"]]);
  });

  test("leaves one space if a word of the text is dropped", async () => {
    const run = async (_: string, [mode]: readonly string[]) => ({
      exitCode: 0,
      stdout: new TextEncoder().encode(mode === "-l" ? "eng-spa" : "%s euros  y ⟦0⟧  céntimos"),
      stderr: "",
    });
    const to = await testHub(`${import.meta.dir}/..`, { run });
    const text = "euros and {cents} cents";
    expect((await translate({ text }, to)).translation).toBe("%s euros y {cents} céntimos");
    const wide = "euros  and {cents} cents";
    expect((await translate({ text: wide }, to)).translation).toBe("%s euros  y {cents}  céntimos");
  });

  test("uses the variant of the requested region", async () => {
    const { translation } = await translate({ text: "The house", target: "es-US" });
    expect(translation).toBe("La vivienda");
  });

  test("lists unknown words", async () => {
    const answer = await translate({ text: "The frobnicated house is big" });
    expect(answer).toMatchObject({
      translation: "La frobnicated casa es grande",
      untranslated: ["frobnicated"],
      coverage: 0.8,
    });
  });
});

describe("the list of pairs", () => {
  const list = async (query = "", to = hub) =>
    json(await to.get(`/api/ai/translate/languages${query}`));
  const callModelNamed = ({ pairs }: { pairs: { source: string; target: string }[] }) =>
    pairs.map(({ source, target }) => `${source}-${target}`);

  test("contains installed pairs, also with a pivot, and unavailable engines", async () => {
    const { success, total, pairs, engines } = await list();
    expect([success, total]).toEqual([true, 4]);
    expect(pairs).toContainEqual({
      source: "fr",
      target: "es",
      path: ["fr", "ca", "es"],
      engine: "apertium",
    });
    const apertium = { id: "apertium", quality: "rule", local: true, available: true };
    expect(engines).toEqual([
      expect.objectContaining({
        id: "openai",
        available: false,
        reason: 'Cannot use the provider "openai": the operator has not set OPENAI_MODEL',
      }),
      expect.objectContaining({ id: "libretranslate", available: false }),
      { ...apertium, any_pair: false },
    ]);
  });

  test("can be filtered by language, regardless of region", async () => {
    expect(callModelNamed(await list("?source=fr-CA"))).toEqual(["fr-ca", "fr-es"]);
    expect(callModelNamed(await list("?source=en&target=es"))).toEqual(["en-es"]);
    expect(callModelNamed(await list("?target=de"))).toEqual([]);
  });

  test("contains only pairs that can be translated", async () => {
    for (const { source, target, path } of (await list()).pairs)
      expect((await translate({ text: "La casa", source, target })).path).toEqual(path);
  });

  test("is empty if nothing is installed", async () => {
    const { HubError } = await import("hub");
    const without = await testHub(`${import.meta.dir}/..`, {
      run: () => Promise.reject(new HubError("capability_unavailable", "Not installed")),
    });
    const { total, engines } = await list("", without);
    expect([total, engines.map((one: { available: boolean }) => one.available)]).toEqual([
      0,
      [false, false, false],
    ]);
    expect(engines[2].reason).toBe('Cannot use the provider "apertium": it is not installed');
  });

  test("reports engines that the operator disables or that need a missing network", async () => {
    const env = { OPENAI_MODEL: "m", OPENAI_API_KEY: "k" };
    const offline = await testHub(`${import.meta.dir}/..`, { env: { ...env, HUB_OFFLINE: "1" } });
    expect((await list("", offline)).engines[0].reason).toEndWith("this hub has no network access");
    const order = { ...env, AI_PROVIDERS: "openai" };
    const { engines } = await list("", await testHub(`${import.meta.dir}/..`, { env: order }));
    expect(engines[0]).toMatchObject({ available: true, any_pair: true });
    expect(engines[2].reason).toEndWith("it is disabled in the settings of this hub");
  });

  test("rejects an invalid language tag", async () => {
    expect((await hub.get("/api/ai/translate/languages?source=x")).status).toBe(400);
  });
});

describe("keeps parts that aren't language:", () => {
  test.each([
    [
      "placeholders",
      `Hello {name}, %s is %(n)s {{x}} \${y}`,
      `Hola {name}, %s es %(n)s {{x}} \${y}`,
    ],
    [
      "addresses",
      "The house https://a.example/the?house=1.",
      "La casa https://a.example/the?house=1.",
    ],
    ["e-mail addresses", "Hello the.house@a.example!", "Hola the.house@a.example!"],
    ["emoji", "Hello 👨‍👩‍👧 house 🇩🇪", "Hola 👨‍👩‍👧 casa 🇩🇪"],
    ["the marks of Apertium", "The *house* is #1 @home", "La *casa* es #1 @home"],
    ["the marks of the hub", "The ⟦0⟧ house ⟦", "La ⟦0⟧ casa ⟦"],
    [
      "tokens that start turns in chat templates",
      "<|im_start|>the house[/INST]",
      "<|im_start|>la casa[/INST]",
    ],
    ["paragraphs", "Hello\n\n  The house\n", "Hola\n\n  La casa\n"],
  ])("%s", async (_, text, expected) => {
    expect(await translateText({ text })).toBe(expected);
  });

  test("needs no engine for other parts alone", async () => {
    const answer = await translate({ text: "https://a.example 123 😀" });
    expect(answer).toMatchObject({ engine: "embedded", quality: "none", coverage: 1 });
    expect(answer.translation).toBe("https://a.example 123 😀");
  });
});

describe("HTML", () => {
  const html = (text: string) => translateText({ text, format: "html" });

  test.each([
    ["<p>The <b>red</b> house</p>", "<p>La <b>roja</b> casa</p>"],
    ['<a title="a > b" href=#>Home</a>', '<a title="a > b" href=#>Inicio</a>'],
    ["The &amp; house &lt; big &eacute;", "La &amp; casa &lt; grande é"],
    ["<script>the = '<p>house</p>'</script>the", "<script>the = '<p>house</p>'</script>la"],
    ["The <code>house</code><!-- house -->", "La <code>house</code><!-- house -->"],
    ["<i translate=no>The <i>house</i> is</i> the", "<i translate=no>The <i>house</i> is</i> la"],
    ["<ul><li>The<li>house<br>is</ul>", "<ul><li>La<li>casa<br>es</ul>"],
  ])("%s", async (text, expected) => {
    expect(await html(text)).toBe(expected);
  });

  test("escapes the response of an engine", async () => {
    const answer = await translate({
      text: "The house",
      format: "html",
      glossary: { house: "<b>&" },
    });
    expect(answer.translation).toBe("La &lt;b&gt;&amp;");
  });
});

test("Markdown keeps its syntax, code and URLs", async () => {
  const text =
    "# The house\n\n- [ ] is **big** [house](/the-house)\n\n```\nthe house\n```\n| the | `house` |\n|---|---|\n";
  expect(await translateText({ text, format: "markdown" })).toBe(
    "# La casa\n\n- [ ] es **grande** [casa](/the-house)\n\n```\nthe house\n```\n| la | `house` |\n|---|---|\n",
  );
});

describe("the caller's own terms", () => {
  test("are translated by the glossary, in any case and as whole words", async () => {
    const glossary = { house: "hogar", "is big": "enorme" };
    expect(await translateText({ text: "House is big, the houses", glossary })).toBe(
      "Hogar enorme, la houses",
    );
  });

  test("are kept if they must be preserved", async () => {
    const preserve = ["The House", "C#"];
    expect(await translateText({ text: "the house of C# is big", preserve })).toBe(
      "the house de C# es grande",
    );
  });
});

describe("translate fails", () => {
  const post = (body: object, to = hub) => to.post("/api/ai/translate", { target: "es", ...body });

  test("with 501 and the requirements if no engine has the pair", async () => {
    const answer = await post({ text: "Das Haus", source: "de" });
    const { detail, pairs, ways } = await json(answer);
    // No package of Debian has German.
    expect([answer.status, ways.length]).toEqual([501, 2]);
    expect(pairs).toEqual(["ca-es", "en-es", "fr-ca", "fr-es"]);
    expect(detail).toStartWith('Cannot translate from "de" to "es"');
    for (const name of ["OPENAI_MODEL", "LIBRETRANSLATE_URL", "Debian has no package for it"])
      expect(detail).toContain(name);
  });

  test.each([
    ["sv", "da", "apertium-swe-dan"],
    ["it", "en", "apertium-cat-ita apertium-eng-cat"],
    ["hr", "en", "apertium-hbs-eng"],
  ])("with 501 and the packages for %s to %s if only they are missing", async (...row) => {
    const [source, target, packages] = row;
    const without = await testHub(`${import.meta.dir}/..`, {
      run: async () => ({ exitCode: 0, stdout: new Uint8Array(), stderr: "" }),
    });
    const answer = await without.post("/api/ai/translate", { text: "x", source, target });
    const { detail, ways } = await json(answer);
    expect(detail).toContain(`it has no pair from "${source}" to "${target}"`);
    expect(detail).not.toContain("not installed");
    expect(ways[2]).toBe(`Apertium with this pair: apt-get install apertium ${packages}`);
  });

  test("with 501 and the package of the direct pair rather than a detour", async () => {
    const answer = await hub.post("/api/ai/translate", {
      text: "Hola",
      source: "es",
      target: "ca",
    });
    expect((await json(answer)).detail).toContain("To add it: apt-get install apertium-spa-cat.");
  });

  test("with the name of the configured host", async () => {
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) =>
        url.endsWith("/languages")
          ? Response.json([{ code: "en", targets: ["es"] }])
          : new Response("", { status: 503 }),
    });
    const own = await testHub(`${import.meta.dir}/..`, {
      env: { LIBRETRANSLATE_URL: `http://127.0.0.1:${server.port}` },
    });
    const body = { text: "The house", source: "en", target: "es", provider: "libretranslate" };
    const { detail } = await json(await own.post("/api/ai/translate", body));
    expect(detail).toContain(`"127.0.0.1:${server.port}" is unavailable`);
  });

  test("with 501 and the partial result if too few words are known", async () => {
    const answer = await post({ text: "The xyzzy plugh", source: "en", min_coverage: 0.5 });
    const { partial, detail } = await json(answer);
    expect(answer.status).toBe(501);
    expect(detail).toStartWith('"apertium" knows 33% of the words');
    expect(partial.translations[0]).toMatchObject({ translation: "La xyzzy plugh" });
  });

  test("with 501 for an engine that isn't configured", async () => {
    const answer = await post({ text: "The house", source: "en", provider: "libretranslate" });
    expect([answer.status, (await json(answer)).detail]).toEqual([
      501,
      'Cannot use the provider "libretranslate": the operator has not set LIBRETRANSLATE_URL',
    ]);
  });

  test("with 501 if Apertium isn't installed", async () => {
    const { HubError } = await import("hub");
    const without = await testHub(`${import.meta.dir}/..`, {
      run: () => Promise.reject(new HubError("capability_unavailable", "Not installed")),
    });
    const answer = await post({ text: "The house", source: "en" }, without);
    expect((await json(answer)).detail).toContain("apertium: it is not installed");
  });

  test("with 502 if Apertium fails", async () => {
    const broken = await testHub(`${import.meta.dir}/..`, {
      run: async (_, [mode]) => ({
        exitCode: mode === "-l" ? 0 : 1,
        stdout: new TextEncoder().encode(mode === "-l" ? "eng-spa" : ""),
        stderr: "",
      }),
    });
    expect((await post({ text: "The house", source: "en" }, broken)).status).toBe(502);
  });

  test("with 422 for a language that can't be detected", async () => {
    const answer = await post({ text: "ʘʘʘ", source: "auto" });
    expect([answer.status, (await json(answer)).code]).toEqual([422, "language_unsupported"]);
  });

  test.each([
    [{}, 400],
    [{ text: "a", texts: ["b"] }, 400],
    [{ text: "a", target: "x" }, 400],
    [{ text: "a", glossary: { a: "b".repeat(201) } }, 400],
    [{ text: "a".repeat(20_001) }, 413],
    [{ texts: Array.from({ length: 11 }, () => "a".repeat(19_000)) }, 413],
  ])("for %#", async (body, status) => {
    expect((await post(body)).status).toBe(status);
  });
});
