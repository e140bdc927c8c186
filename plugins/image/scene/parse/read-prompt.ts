import type { Rgb } from "../rgb.ts";
import { colorModifiers, colorWords } from "./color-words.ts";
import { lexicon, type Meaning, phraseMax } from "./lexicon.ts";
import type { NamedColor, Reading, Thing } from "./reading.ts";
import { type Word, wordsOf } from "./words.ts";

/** What has been said and waits for the noun that it belongs to. */
interface Pending {
  colors: NamedColor[];
  modifiers: string[];
  count: number | undefined;
  size: number;
  isNegated: boolean;
}

const nothing = (): Pending => ({
  ...{ colors: [], modifiers: [], count: undefined, size: 1, isNegated: false },
});
const negations = new Set(["no", "without", "not", "never", "minus"]);
/** What may be many without an ending that says so. */
const sameInPlural = new Set(["fish", "sheep", "goldfish"]);
/** One of these is many. */
const groups = new Set(["village"]);
const countMax = 12;
const ignoredMax = 50;

/** Reads what a prompt asks for; what the negative prompt names is left out. */
export function readPrompt(prompt: string, negative = ""): Reading {
  const reading = readWords(wordsOf(prompt));
  return negative.trim() === "" ? reading : without(reading, readWords(wordsOf(negative)));
}

function readWords(words: readonly Word[]): Reading {
  const reading: Reading = {
    ...{ things: [], colors: [], ignored: [], time: undefined, weather: undefined },
    ...{ season: undefined, mood: undefined, composition: undefined },
  };
  let pending = nothing();
  for (let at = 0; at < words.length; ) {
    const word = words[at]!;
    if (word.isApart) pending = setDown(pending, reading);
    const { length, meanings } = meaningAt(words, at);
    const phrase = words.slice(at, at + length);
    at += length;
    if (negations.has(word.plain)) pending = { ...nothing(), isNegated: true };
    else if (readColor(phrase, pending)) continue;
    else if (meanings) pending = takeAll(meanings, { phrase, pending, reading });
    else if (reading.ignored.length < ignoredMax && !reading.ignored.includes(word.text))
      reading.ignored.push(word.text.slice(0, 60));
  }
  setDown(pending, reading);
  return reading;
}

/** The longest phrase from here that means something. */
function meaningAt(words: readonly Word[], at: number) {
  for (let length = Math.min(phraseMax, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.slice(1).some(({ isApart }) => isApart)) continue;
    const start = phrase.slice(0, -1).map(({ plain }) => plain);
    const last = phrase.at(-1)!;
    const meanings =
      lexicon.get([...start, last.plain].join(" ")) ??
      lexicon.get([...start, last.lemma].join(" "));
    if (meanings) return { length, meanings };
  }
  return { length: 1, meanings: number(words[at]!.plain) };
}

function number(text: string): Meaning[] | undefined {
  if (!/^\d{1,6}$/.test(text)) return undefined;
  return [{ kind: "count", count: Math.min(countMax, Math.max(1, Number(text))) }];
}

/** Takes a colour, or what changes the next one. */
function readColor(phrase: readonly Word[], pending: Pending): boolean {
  if (phrase.length > 1) return false;
  const { plain } = phrase[0]!;
  if (colorModifiers.has(plain)) {
    pending.modifiers.push(plain);
    // They mean something without a colour, too: "dark", "bright" and "neon" are moods.
    return !lexicon.has(plain);
  }
  const color = colorWords.get(plain);
  if (color === undefined) return false;
  const rgb = pending.modifiers.reduce<Rgb>((one, name) => colorModifiers.get(name)!(one), color);
  pending.colors.push({ name: [...pending.modifiers, plain].join(" "), rgb });
  pending.modifiers = [];
  // An orange or a rose may be a thing as well.
  return !lexicon.has(plain);
}

function takeAll(
  meanings: readonly Meaning[],
  { phrase, pending, reading }: { phrase: readonly Word[]; pending: Pending; reading: Reading },
): Pending {
  let left = pending;
  for (const meaning of meanings) left = take(meaning, { phrase, pending: left, reading });
  return left;
}

function take(
  meaning: Meaning,
  { phrase, pending, reading }: { phrase: readonly Word[]; pending: Pending; reading: Reading },
): Pending {
  switch (meaning.kind) {
    case "thing":
      if (!pending.isNegated) addThing(meaning.name, { phrase, pending, reading });
      return nothing();
    case "count":
      return { ...pending, count: meaning.count };
    case "size":
      return { ...pending, size: meaning.size };
    case "side": {
      const last = reading.things.at(-1);
      if (last) last.side = meaning.name;
      return pending;
    }
    case "grammar":
      return pending;
    default:
      if (!pending.isNegated) Object.assign(reading, { [meaning.kind]: meaning.name });
      return { ...pending, isNegated: false };
  }
}

function addThing(
  name: string,
  { phrase, pending, reading }: { phrase: readonly Word[]; pending: Pending; reading: Reading },
): void {
  const { colors, size } = pending;
  const { plain, lemma } = phrase.at(-1)!;
  const isGroup = groups.has(plain);
  const count = isGroup && pending.count === 1 ? undefined : pending.count;
  const isPlural =
    count === undefined ? isGroup || plain !== lemma || sameInPlural.has(plain) : count > 1;
  const same = reading.things.find((thing) => thing.name === name);
  if (!same) {
    reading.things.push({ name, count, isPlural, colors, size, side: undefined });
    return;
  }
  const more: Thing = {
    ...same,
    count: count ?? same.count,
    isPlural: same.isPlural || isPlural,
    colors: [...same.colors, ...colors],
  };
  Object.assign(same, more);
}

/** Colours without a thing are those of the picture. */
function setDown({ colors }: Pending, reading: Reading): Pending {
  reading.colors.push(...colors);
  return nothing();
}

function without(reading: Reading, unwanted: Reading): Reading {
  const names = new Set(unwanted.things.map(({ name }) => name));
  const colors = new Set(unwanted.colors.map(({ name }) => name));
  const kept = <Value>(wanted: Value, other: Value) => (wanted === other ? undefined : wanted);
  return {
    ...reading,
    things: reading.things.filter(({ name }) => !names.has(name)),
    colors: reading.colors.filter(({ name }) => !colors.has(name)),
    time: kept(reading.time, unwanted.time),
    weather: kept(reading.weather, unwanted.weather),
    season: kept(reading.season, unwanted.season),
    mood: kept(reading.mood, unwanted.mood),
    composition: kept(reading.composition, unwanted.composition),
  };
}
