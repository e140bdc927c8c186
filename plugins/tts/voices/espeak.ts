import { getLanguage, type Voice } from "./voice.ts";

/**
 * What eSpeak NG speaks: its name for it, the BCP 47 tag if that is another, and what sets it apart in the
 * tag. Facts of https://github.com/espeak-ng/espeak-ng/blob/master/docs/languages.md; left out are
 * those whose phonemes the WebAssembly build lacks, tests and private languages, and those that spell
 * the script of their own language: "kok" and "shn".
 */
const table = `
af
am
an
ar
as
az
ba
be
bg
bn
bpy
bs
ca
ca-ba ca-ES Balearic
ca-nw ca-ES North-western
ca-va ca-ES Valencian
cmn zh-CN
cmn-Latn-pinyin zh-CN from Pinyin
cs
cy
da
de
el
en-029
en en-GB
en-GB-scotland en-GB Scotland
en-GB-x-gbclan en-GB Lancaster
en-GB-x-gbcwmd en-GB West Midlands
en-GB-x-rp en-GB Received Pronunciation
en-US
en-US-nyc en-US New York City
eo
es es-ES
es-419
et
eu
fa
fa-Latn fa from Latin letters
fi
fo
fr-BE
fr-CH
fr fr-FR
ga
gd
gn
grc
gu
hak hak from Latin letters
haw
he
hi
hr
ht
hu
hy
hyw
ia
id
io
is
it
ja
jbo
ka
kaa
kk
kl
kn
ko
ku
ky
la
lb
lfn
lt
ltg
lv
mi
mk
ml
mr
ms
mt
mto
my
nb
nci
ne
nl
nog
om
or
pa
pap
piqd tlh
pl
pt pt-PT
pt-BR
qu
quc
qya
ro
ru
ru-cl ru Classic
ru-LV
sd
si
sk
sl
smj
sq
sr
sv
sw
ta
te
th
ti
tk
tn
tr
tt
ug
uk
ur
uz
vi vi-VN Northern
vi-VN-x-central vi-VN Central
vi-VN-x-south vi-VN Southern
yue zh-HK Cantonese
yue-Latn-jyutping zh-HK Cantonese, from Jyutping
`;

/** Ways to speak that every language has: the first is the language's own. */
const variants = ["", "f1", "f2", "f3", "f4", "f5", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];

/**
 * Scripts by their ISO 15924 codes that every voice reads as words, in its own language or, as the engine
 * changes to that by itself, in the script's.
 */
const readByAll = [
  "Latn",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Taml",
  "Knda",
  "Mlym",
  "Sinh",
  "Geor",
  "Hang",
  "Zyyy",
  "Zinh",
];
/** The languages in which Greek letters have names, so that words of them are spelled. */
const spellsGreek = new Set(["af", "bs", "en", "hr", "lt", "mk", "sr", "vi"]);
/** What is read beside, or in place of, the script that CLDR has for a language. */
const otherScripts: Readonly<Record<string, readonly string[]>> = {
  bs: ["Cyrl"],
  hr: ["Cyrl"],
  lfn: ["Cyrl"],
  uz: ["Cyrl"],
  ka: ["Cyrl"],
  ltg: ["Cyrl"],
  lv: ["Cyrl"],
  hak: [],
};
/** CLDR's codes for several scripts together, as far as eSpeak NG reads them: no Han in Japanese. */
const combinedScripts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Hira", "Kana"],
  Kore: ["Hang"],
  Hans: ["Hani"],
  Hant: ["Hani"],
};

/** The scripts that eSpeak NG reads as words in a language, by their ISO 15924 codes. */
export function scriptsReadIn(locale: string): ReadonlySet<string> {
  const language = getLanguage(locale);
  const own = new Intl.Locale(locale).maximize().script ?? "Latn";
  const others = otherScripts[language];
  return new Set([
    ...readByAll,
    ...(spellsGreek.has(language) ? [] : ["Grek"]),
    ...(others?.length === 0 ? [] : (combinedScripts[own] ?? [own])),
    ...(others ?? []),
  ]);
}

/** The languages that are written in a script, of those that eSpeak NG reads in it. */
export function languagesIn(script: string): string[] {
  const locales = [...new Set(espeakVoices().map(({ locale }) => locale))];
  const own = locales.filter((locale) => {
    const usual = new Intl.Locale(locale).maximize().script ?? "";
    return (
      (combinedScripts[usual] ?? [usual]).includes(script) && scriptsReadIn(locale).has(script)
    );
  });
  return [...new Set(own.map(getLanguage))].sort();
}

/** eSpeak NG's voices: each language in the ways that it can be spoken. */
export function espeakVoices(): Voice[] {
  return table.trim().split("\n").flatMap(parseVoices);
}

function parseVoices(line: string): Voice[] {
  const [code = "", tag = code, ...words] = line.split(" ");
  const accent = words.length > 0 ? ` (${words.join(" ")})` : "";
  return variants.map((variant) => ({
    // A "+", as the engine writes it, is a space in a query; and "en" would not tell what it is.
    id: `espeak-${code === "en" ? "en-gb" : code.toLowerCase()}${variant && `-${variant}`}`,
    name: `eSpeak${variant && ` ${variant.toUpperCase()}`}${accent}`,
    locale: tag,
    gender: variant.startsWith("f") ? "female" : "male",
    provider: "embedded",
    multilingual: false,
    offline: true,
    engineName: `${code}${variant && `+${variant}`}`,
  }));
}
