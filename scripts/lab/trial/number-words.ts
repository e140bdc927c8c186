import { loadNormalizer } from "../../../plugins/tts/normalize/load.ts";
import { askPython, requireProgram } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

/** Debian's spelling dictionaries of the languages that num2words writes and that separate the words of a number. */
const dictionaries = {
  en: "en_US",
  es: "es_ES",
  fr: "fr_FR",
  pl: "pl_PL",
  pt: "pt_BR",
  ru: "ru_RU",
  uk: "uk_UA",
} as const;
export default {
  engine: "tts/normalize/languages",
  ours: ["plugins/tts/normalize/languages/*.ts"],
  theirs: [{ name: "num2words 0.5.14", licence: "LGPL-2.1", megabytes: 0.5, released: "2024-12" }],
  async measure() {
    requireProgram(
      "hunspell",
      "apt install hunspell hunspell-en-us hunspell-{es,fr,pl,pt-br,ru,uk}",
    );
    const values = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const theirs = askPython<Record<string, string[]>>(
      `from num2words import num2words
asked = json.load(sys.stdin)
print(json.dumps({language: [num2words(value, lang=language, to="ordinal") for value in asked["values"]] for language in asked["languages"]}))`,
      { languages: Object.keys(dictionaries), values },
      ["num2words"],
    );
    const unknown = { ours: 0, theirs: 0 };
    for (const [code, dictionary] of Object.entries(dictionaries)) {
      const normalizer = await loadNormalizer(code, "");
      if (!normalizer) continue;
      const ours = values.map((value) => normalizer.speller.ordinal(value) ?? "");
      unknown.ours += countUnknown(ours, dictionary);
      unknown.theirs += countUnknown(theirs[code] ?? [], dictionary);
    }
    const languages = Object.keys(dictionaries).length;
    return [
      {
        set: `ordinals from 1 to 10,000 in ${languages} languages`,
        inputs: languages * values.length,
        figure: "different words that Debian's Hunspell dictionaries lack",
        ours: unknown.ours,
        theirs: { "num2words 0.5.14": unknown.theirs },
        fewerIsBetter: true,
      },
    ];
  },
} satisfies Row;

function countUnknown(texts: readonly string[], dictionary: string): number {
  const words = [...new Set(texts.flatMap((text) => text.replaceAll("’", "'").split(/\s+/)))];
  const { stdout } = Bun.spawnSync(["hunspell", "-l", "-d", dictionary, "-i", "utf-8"], {
    stdin: Buffer.from(words.join("\n")),
  });
  return new Set(stdout.toString().split("\n").filter(Boolean)).size;
}
