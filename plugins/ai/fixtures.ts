/** A hub without a language model or a translation server. */
export default {};

/** A fake Apertium with three pairs and a few words. It marks unknown words. */
export async function run(
  _program: string,
  [mode = ""]: readonly string[],
  { stdin = "" }: { stdin?: string | Uint8Array } = {},
) {
  const words = dictionaries[mode];
  const text =
    mode === "-l"
      ? Object.keys(dictionaries).join("\n  ")
      : String(stdin).replaceAll(/\p{L}+/gu, (word) => words?.[word] ?? `*${word}`);
  return {
    exitCode: mode === "-l" || words ? 0 : 1,
    stdout: new TextEncoder().encode(text),
    stderr: words ? "" : `Error: Mode ${mode} does not exist.`,
  };
}

const dictionaries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "eng-spa": {
    The: "La",
    the: "la",
    house: "casa",
    of: "de",
    is: "es",
    big: "grande",
    Hello: "Hola",
    red: "roja",
    Home: "Inicio",
    world: "mundo",
  },
  "fra-cat": { La: "La", maison: "casa", est: "és", grande: "gran" },
  "cat-spa": { La: "La", casa: "casa", és: "es", gran: "grande" },
  "eng-spa_US": { The: "La", house: "vivienda" },
};
