import { Glob } from "bun";
import { openTexts } from "../../../core/lib/data-file.ts";
import { identifyLanguage } from "../../../core/lib/language/identify.ts";
import { findInPackage, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

type Identify = (text: string) => string | undefined | Promise<string | undefined>;

/** The languages that all detectors know and the package has translations for. */
const languages =
  "ar bg cs da de el en es fa fi fr he hi hr hu id it ja ko nl pl pt ro ru sk sr sv th tr uk vi zh".split(
    " ",
  );

export default {
  engine: "core/lib/language",
  ours: ["core/lib/language/{alphabets,codes,detectors,identify,quick,script,siblings}.ts"],
  theirs: ["eld", "tinyld", "lande", "cld3-asm"],
  async measure() {
    const texts = await readTexts();
    const shortTexts = texts.map(({ text, language }) => ({
      text: text.split(/\s+/).slice(0, 2).join(" "),
      language,
    }));
    const identify: Record<string, Identify> = {
      ours: async (text) => (await identifyLanguage(text)).guesses[0]?.code,
      ...(await loadTheirs()),
    };
    const measure = async (set: string, inputs: typeof texts) => {
      const counts: Record<string, number> = {};
      for (const [name, find] of Object.entries(identify)) {
        counts[name] = 0;
        for (const { text, language } of inputs)
          if (normalize(await find(text)) === language) counts[name]++;
      }
      const { ours = 0, ...theirs } = counts;
      return { set, inputs: inputs.length, figure: "right languages", ours, theirs };
    };
    return [
      await measure("sentences in Uppy's translations into 32 languages", texts),
      await measure("the first two words of each", shortTexts),
    ];
  },
} satisfies Row;

/** Returns sentences of at least four words, or of as many letters in scripts without spaces. */
async function readTexts(): Promise<{ text: string; language: string }[]> {
  const texts = new Map<string, string>();
  for (const file of new Glob("*.js").scanSync(findInPackage("@uppy/locales", "lib"))) {
    const language = normalize(file.slice(0, 2));
    if (!languages.includes(language)) continue;
    const { default: locale } = await importPackage<{
      default: { strings: Record<string, unknown> };
    }>(`@uppy/locales/lib/${file}`);
    for (const value of Object.values(locale.strings)) {
      if (typeof value !== "string" || /[<%{:]/.test(value)) continue;
      const length = /zh|ja|th/.test(language) ? [...value].length / 3 : value.split(/\s+/).length;
      if (length >= 4) texts.set(value, texts.has(value) ? "" : language);
    }
  }
  // A text that two locales share may be one without a translation.
  return Array.from(texts, ([text, language]) => ({ text, language })).filter(
    ({ language }) => language !== "",
  );
}

async function loadTheirs(): Promise<Record<string, Identify>> {
  type Eld = { eld: { detect(text: string): { language: string } } };
  type Lande = { default(text: string): [code: string, share: number][] };
  type Cld3 = {
    loadModule(): Promise<{
      create(min: number, max: number): { findLanguage(text: string): { language: string } };
    }>;
  };
  const { eld } = await importPackage<Eld>("eld/large");
  const { detect } = await importPackage<{ detect(text: string): string }>("tinyld");
  const { default: lande } = await importPackage<Lande>("lande");
  const cld3 = (await (await importPackage<Cld3>("cld3-asm")).loadModule()).create(0, 1000);
  return {
    eld: (text) => eld.detect(text).language,
    tinyld: (text) => detect(text),
    lande: (text) => lande(text)[0]?.[0],
    "cld3-asm": (text) => cld3.findLanguage(text).language,
  };
}

const { codes } = openTexts(new URL("./language-codes.txt", import.meta.url), ["codes"])();

function normalize(code: string | undefined): string {
  const [base = ""] = (code ?? "").split("-");
  return codes[base] ?? base;
}
