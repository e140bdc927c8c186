/**
 * Characters whose Mandarin syllable eSpeak NG lacks, by syllable and tone, and simplified as well as traditional. Facts
 * of the Unihan database (kMandarin).
 */
const table: readonly (readonly [initial: string, tone: number, characters: string])[] = [
  ["S;", 1, "兄胸凶匈汹芎兇洶胷"],
  ["S;", 2, "雄熊"],
  ["S;", 4, "夐诇詗"],
  ["tS;h", 2, "穷琼穹邛茕筇蛩銎跫窮瓊煢"],
  ["tS;", 1, "扃坰"],
  ["tS;", 3, "窘炯迥炅冏囧泂煚"],
];

/** The course of each tone, from 1 (low) to 5 (high). */
const contours = ["", "55", "35", "214", "51"];

/** The phonemes of these characters in eSpeak NG's notation: its Mandarin has all sounds of `-iong`. */
export const missingSyllables: ReadonlyMap<string, string> = new Map(
  table.flatMap(([initial, tone, characters]) =>
    Array.from(characters, (character): [string, string] => [
      character,
      `${initial}j'ong${contours[tone]}`,
    ]),
  ),
);
