import type { Rgb } from "../rgb.ts";
import { subjects } from "../subjects.ts";
import { colorWords, objectColors } from "./color-words.ts";
import { type Meaning, media, requests, tintWords } from "./lexicon.ts";
import type { Ask, Circumstances, NamedColor, Reading, Said, Thing } from "./reading.ts";
import { impliedColors } from "./thing-words.ts";
import { denialEnd, means, type Unit, unitsOf } from "./units.ts";
import { wordsOf } from "./words.ts";

/** Of one kind of thing there are no more. */
export const countMax = 12;

/**
 * Reads what a prompt asks for; what the negative prompt names is left out. Each word that says
 * something is told in `said`, with what it asks for or with nothing where it is not understood.
 */
export function readPrompt(prompt: string, negative = ""): Reading {
  const reader = new Reader();
  reader.read(unitsOf(wordsOf(prompt)));
  return reader.finish(unitsOf(wordsOf(negative)));
}

/** Something said of a thing, which waits for the noun that it belongs to. */
interface Attribute {
  kind: "color" | "count" | "size" | "pose" | "side";
  said: readonly Said[];
  meaning: Exclude<Meaning, { kind: "function" }> | undefined;
  color?: NamedColor;
}

/** A phrase about one noun, as far as it is read. */
interface Phrase {
  attributes: Attribute[];
  modifiers: { said: Said; unit: Unit }[];
  /** "a", which is one of them and not one of those named before. */
  hasArticle: boolean;
  /** "the", which is the one named before. */
  isDefinite: boolean;
  unknowns: number;
}

const emptyPhrase = (): Phrase => ({
  attributes: [],
  modifiers: [],
  hasArticle: false,
  isDefinite: false,
  unknowns: 0,
});
/** What may be many without an ending that says so. */
const sameInPlural = new Set(["fish", "sheep", "goldfish", "tropical fish", "falls"]);
/** One of these is many. */
const groups = new Set(["village", "town", "school of fish", "flock", "flock of bird"]);
const articles = new Set(["a", "an", "another"]);
const definite = new Set([
  "the",
  "this",
  "that",
  "these",
  "those",
  "his",
  "her",
  "its",
  "their",
  "my",
  "your",
  "our",
]);
const copulas = new Set([
  "is",
  "are",
  "was",
  "were",
  "be",
  "been",
  "being",
  "painted",
  "colored",
  "coloured",
]);
/** What stands within a phrase without ending it. */
const loose = new Set([
  "and",
  "or",
  "nor",
  "plus",
  "yet",
  "so",
  "very",
  "too",
  "quite",
  "really",
  "rather",
  "just",
  "only",
  "also",
  "even",
  "more",
  "most",
  "all",
]);
const joining = new Set(["and", "or", "nor", "plus"]);
/** Numbers that do not go with "a": "a three storey house" is one house. */
const numerals = new Set([
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
]);
/** Counts that are no more than articles where they belong to nothing. */
const slight = new Set(["one", "some", "few", "both"]);

class Reader {
  readonly #things: Thing[] = [];
  readonly #colors: NamedColor[] = [];
  readonly #circumstances: Partial<Circumstances> = {};
  readonly #said = new Map<string, Said>();
  readonly #deniedColors = new Set<string>();
  #phrase = emptyPhrase();
  /** The noun that was read last. */
  #last: Thing | "unknown" | undefined;
  /** What the words after "is" are said of. */
  #predicate: Thing | undefined;
  /** Words such as "tones", which wait for the colour that they go with. */
  #tints: Said[] = [];
  /** "on the left", which waits for what is there. */
  #side: Attribute | undefined;

  read(units: readonly Unit[]): void {
    for (let at = 0, unit = units[0]; unit; unit = units[++at]) {
      if (unit.isApart && !this.#isListed(units, at)) this.#close(true);
      if (!unit.isNegation) {
        this.#readUnit(unit, { before: units[at - 1], after: adjacent(units, at + 1), units, at });
        continue;
      }
      this.#close();
      const end = denialEnd(units, at);
      const asks = this.#deny(units.slice(at + 1, end), this.#said);
      if (/^\d+$|^zero$/.test(unit.plain)) this.#say(unit).asks.push(...asks);
      at = end - 1;
    }
    this.#close(true);
    if (this.#side && typeof this.#last === "object" && !this.#last.side)
      this.#give(this.#last, this.#side);
  }

  /** The reading, without what the negative prompt and the prompt itself deny. */
  finish(negative: readonly Unit[]): Reading {
    const denied = new Map<string, Said>();
    this.#deny(negative, denied);
    const asks = [...this.#said.values(), ...denied.values()].flatMap((said) => said.asks);
    const absent = new Set<string>();
    for (const ask of asks)
      if (ask.part === "absent" && !(ask.isKind && this.#things.some(isNamed(ask.name))))
        absent.add(ask.name);
    const keep = <Value extends string>(value: Value | undefined) =>
      value !== undefined && absent.has(value) ? undefined : value;
    const { time, weather, season, mood, composition } = this.#circumstances;
    return {
      things: this.#things.filter(({ name }) => !absent.has(name)),
      colors: this.#colors.filter(({ name }) => !this.#deniedColors.has(name)),
      time: keep(time),
      weather: keep(weather),
      season: keep(season),
      mood: keep(mood),
      composition: keep(composition),
      absent,
      said: [...this.#said.values()],
      denied: [...denied.values()],
    };
  }

  /** "red, blue and yellow cars", "a big, red car": a comma that ends no phrase. */
  #isListed(units: readonly Unit[], at: number): boolean {
    const isDescribed = this.#phrase.attributes.some(({ kind }) => kind !== "count");
    if (!isDescribed || this.#phrase.unknowns > 0) return false;
    let next = at;
    for (let unit = units[at]; unit && isDescribing(unit); unit = units[next]) next++;
    return next > at && means(adjacent(units, next), "thing");
  }

  #readUnit(unit: Unit, place: Place): void {
    const { before, after } = place;
    if (articles.has(unit.plain)) {
      this.#close();
      this.#phrase.hasArticle = true;
    } else if (this.#isRequest(unit, place)) return;
    else if (this.#readColor(unit, place)) return;
    else if (tintWords.has(unit.plain)) {
      this.#tints.push(this.#say(unit));
      if (copulas.has(unit.plain) && means(before, "thing")) this.#predicateOfLast();
    } else if (!unit.meanings || means(unit, "misleading")) this.#readUnknown(unit, place);
    else if (means(unit, "function")) this.#readFunction(unit);
    else this.#take(unit, { before, after });
  }

  /** "Draw a picture of", "a winter scene": words for the picture itself. */
  #isRequest({ plain, isApart }: Unit, { before, units, at }: Place): boolean {
    if (!requests.has(plain)) return false;
    if (this.#said.size === 0) return true;
    const isOf = units[at + 1]?.plain === "of";
    const isCompound = before?.meanings !== undefined && !means(before, "function");
    return media.has(plain) && !isApart && (isOf || isCompound);
  }

  #readFunction({ plain }: Unit): void {
    const goesOn =
      plain === "of"
        ? this.#phrase.attributes.every(isCount)
        : loose.has(plain) && !(joining.has(plain) && this.#phrase.unknowns > 0);
    if (goesOn) return;
    if (copulas.has(plain)) this.#predicateOfLast();
    else this.#close();
    this.#phrase.isDefinite = definite.has(plain);
  }

  #predicateOfLast(): void {
    this.#close();
    this.#predicate = typeof this.#last === "object" ? this.#last : undefined;
  }

  /** Takes a colour, or what changes the next one. */
  #readColor(unit: Unit, { after, units, at }: Place): boolean {
    if (unit.modify) {
      let next = at + 1;
      while (adjacent(units, next)?.modify) next++;
      // "dark" and "bright" mean something without a colour, too.
      if (!adjacent(units, next)?.rgb) return false;
      this.#phrase.modifiers.push({ said: this.#say(unit), unit });
      return true;
    }
    if (!unit.rgb) return false;
    const isJoined = after?.plain === "and" || after?.plain === "or";
    const follows = isJoined ? adjacent(units, at + 2) : after;
    const goesOn = follows?.rgb !== undefined || tintWords.has(follows?.plain ?? "");
    const isBeforeNoun = after !== undefined && !means(after, "function");
    if (unit.meanings && !goesOn && !means(after, "thing")) return false;
    const isHeld = this.#phrase.hasArticle || this.#phrase.attributes.some(isCount);
    if (objectColors.has(unit.plain) && isHeld && !goesOn && !isBeforeNoun) return false;
    const { modifiers, attributes } = this.#phrase;
    const rgb = modifiers.reduce<Rgb>(
      (one, { unit: { modify } }) => modify?.(one) ?? one,
      unit.rgb,
    );
    const name = [...modifiers.map(({ unit: { plain } }) => plain), unit.plain].join(" ");
    const said = [...modifiers.map((one) => one.said), this.#say(unit)];
    attributes.push({ kind: "color", said, meaning: undefined, color: { name, rgb } });
    this.#phrase.modifiers = [];
    return true;
  }

  /** What was said before an unknown noun was said of it. */
  #readUnknown(unit: Unit, { before }: Place): void {
    this.#say(unit);
    const isAfterThing = !unit.isApart && means(before, "thing");
    const isVerb = /(?:ing|ed|ly)$/.test(unit.plain);
    if (isAfterThing) return;
    if (!isVerb) {
      this.#last = "unknown";
      this.#side = undefined;
    }
    const isClause = this.#phrase.unknowns > 0 && (isVerb || unit.isPlural);
    if (isClause || unit.isPlural) this.#phrase = emptyPhrase();
    if (this.#phrase.attributes.length > 0) this.#phrase.unknowns++;
  }

  #take(unit: Unit, { before, after }: Pick<Place, "before" | "after">): void {
    const meanings = unit.meanings ?? [];
    const said = this.#say(unit);
    for (const meaning of meanings)
      switch (meaning.kind) {
        case "thing":
          if (meanings.length > 1)
            this.#addThing(unit, { name: meaning.name, phrase: emptyPhrase() });
          else this.#readThing(unit, { name: meaning.name, after });
          break;
        case "count":
        case "size":
          this.#phrase.attributes.push({ kind: meaning.kind, said: [said], meaning });
          break;
        case "pose":
          this.#readPose({ kind: "pose", said: [said], meaning }, { unit, before, after });
          break;
        case "side":
          this.#readSide({ kind: "side", said: [said], meaning }, { unit, before });
          break;
        case "function":
        case "misleading":
          break;
        default:
          this.#setCircumstance(meaning, { said, unit, isImplied: meanings.length > 1 });
      }
  }

  #setCircumstance(
    { kind, name }: Extract<Meaning, { kind: keyof Circumstances }>,
    { said, unit, isImplied }: { said: Said; unit: Unit; isImplied: boolean },
  ): void {
    said.asks.push({ part: kind, name, word: unit.key });
    // "sunny" does not make a day of the sunset that was named.
    if (isImplied && this.#circumstances[kind] !== undefined) return;
    Object.assign(this.#circumstances, { [kind]: name });
  }

  #readThing(unit: Unit, { name, after }: { name: string; after: Unit | undefined }): void {
    const isCompound =
      !unit.isPlural &&
      after?.plain !== "underwater" &&
      means(after, "thing") &&
      after?.meanings?.length === 1 &&
      !after.rgb;
    if (isCompound) {
      // "two mountain cabins": what was said is said of the cabins.
      this.#addThing(unit, { name, phrase: emptyPhrase() });
      return;
    }
    const phrase = this.#phrase;
    const isOfNext = !unit.isPlural && after?.meanings === undefined && after?.isPlural;
    if (isOfNext) phrase.attributes = phrase.attributes.filter((one) => !isCount(one));
    this.#phrase = emptyPhrase();
    this.#last = this.#addThing(unit, { name, phrase });
    this.#predicate = undefined;
  }

  #addThing(unit: Unit, { name, phrase }: { name: string; phrase: Phrase }): Thing {
    const { attributes, hasArticle, isDefinite } = phrase;
    const fits = (one: Attribute) => !isCount(one) || countFits(one, { unit, hasArticle });
    const counted = attributes.filter(isCount).filter(fits);
    const isExplicit = hasArticle || counted.length > 0;
    const colors = attributes.flatMap(({ color }) => (color ? [color] : []));
    const thing = this.#sameAs(name, { isExplicit, isDefinite, colors }) ?? {
      name,
      word: unit.key,
      count: undefined,
      isPlural: false,
      colors: [],
      side: undefined,
      size: 1,
    };
    const isGroup = groups.has(unit.key);
    if (!this.#things.includes(thing)) this.#things.push(thing);
    if (counted.length === 0 && hasArticle && !isGroup) thing.count ??= 1;
    const isMany = isGroup || unit.isPlural || (sameInPlural.has(unit.key) && !hasArticle);
    thing.isPlural ||= isMany && thing.count === undefined;
    for (const attribute of attributes) if (fits(attribute)) this.#give(thing, attribute);
    if (isGroup) thing.count = undefined;
    if (this.#side) this.#give(thing, this.#side);
    this.#side = undefined;
    if (thing.count !== undefined) thing.isPlural = thing.count > 1;
    const implied = impliedColors.get(unit.key);
    const rgb = implied && colorWords.get(implied);
    if (rgb && thing.colors.length === 0) thing.colors.push({ name: implied, rgb });
    this.#say(unit).asks.push({ part: "thing", thing });
    return thing;
  }

  /** The thing named before that this is, if it is one of those. */
  #sameAs(
    name: string,
    {
      isExplicit,
      isDefinite,
      colors,
    }: { isExplicit: boolean; isDefinite: boolean; colors: readonly NamedColor[] },
  ): Thing | undefined {
    const known = this.#things.filter(isNamed(name));
    const hasColor = (thing: Thing) =>
      colors.some((color) => thing.colors.some((own) => own.name === color.name));
    const last = known.findLast(hasColor) ?? known.at(-1);
    if (!last || isDefinite || !subjects[name]) return last;
    const sum = known.reduce((all, { count, isPlural }) => all + (count ?? (isPlural ? 3 : 1)), 0);
    if (sum >= countMax) return last;
    const isOther = colors.length > 0 && last.colors.length > 0 && !hasColor(last);
    const isScattered = subjects[name].isScattered && last.isPlural && last.count === undefined;
    return (isExplicit || isOther) && !isScattered ? undefined : last;
  }

  /** Says something of a thing. */
  #give(thing: Thing, { said, meaning, color }: Attribute): void {
    const ask = color ? this.#giveColor(thing, color) : askOf(thing, meaning);
    if (ask) for (const one of said) one.asks.push(ask);
  }

  #giveColor(thing: Thing, color: NamedColor): Ask {
    const own = thing.colors.find(({ name }) => name === color.name);
    if (!own) thing.colors.push(color);
    return this.#answerTints({ part: "color", thing, color: own ?? color });
  }

  #answerTints(ask: Ask): Ask {
    for (const said of this.#tints) said.asks.push(ask);
    this.#tints = [];
    return ask;
  }

  /** "a cat sitting", "a sitting cat": said of what stands before it, or else behind it. */
  #readPose(
    attribute: Attribute,
    { unit, before, after }: { unit: Unit } & Pick<Place, "before" | "after">,
  ): void {
    const isAfterThing = !unit.isApart && means(before, "thing");
    const { attributes, hasArticle } = this.#phrase;
    if (!isAfterThing && (hasArticle || attributes.length > 0 || means(after, "thing")))
      attributes.push(attribute);
    else if (typeof this.#last === "object") this.#give(this.#last, attribute);
  }

  #readSide(
    attribute: Attribute,
    { unit, before }: { unit: Unit; before: Unit | undefined },
  ): void {
    const isFirst = unit.isApart || before === undefined || joining.has(before.plain);
    if (!isFirst && this.#last === "unknown") return;
    if (!isFirst && this.#last && this.#last !== "unknown" && !this.#last.side)
      this.#give(this.#last, attribute);
    else this.#side = attribute;
  }

  /** Ends a phrase without a noun: its colours are those of what it is said of, or of the picture. */
  #close(isApart = false): void {
    const { attributes, unknowns } = this.#phrase;
    const target = this.#predicate;
    for (const attribute of unknowns > 0 ? [] : attributes) {
      const { kind, color, said } = attribute;
      if (target && kind !== "count") this.#give(target, attribute);
      else if (color) {
        this.#colors.push(color);
        const ask = this.#answerTints({ part: "color", thing: undefined, color });
        for (const one of said) one.asks.push(ask);
      }
    }
    if (isApart) this.#tints = [];
    this.#phrase = emptyPhrase();
    this.#predicate = undefined;
  }

  /** Reads what is not to be seen, and answers what was asked by it. */
  #deny(units: readonly Unit[], said: Map<string, Said>): Ask[] {
    const all: Ask[] = [];
    let waiting: Said[] = [];
    let isKind = false;
    for (const unit of units) {
      if (unit.isApart) [waiting, isKind] = [[], false];
      const isSlight = unit.isNegation || articles.has(unit.plain) || requests.has(unit.plain);
      if (isSlight || (means(unit, "function") && unit.meanings?.length === 1)) continue;
      const own = sayIn(said, unit);
      const names = listDenied(unit);
      if (names.length > 0) {
        const asks = names.map((name): Ask => ({ part: "absent", name, isKind }));
        for (const one of [...waiting, own]) one.asks.push(...asks);
        all.push(...asks);
        [waiting, isKind] = [[], false];
      } else if (unit.rgb || unit.modify || means(unit, "count", "size", "pose", "side")) {
        if (unit.rgb) this.#deniedColors.add(unit.plain);
        waiting.push(own);
        isKind ||= unit.key !== "single" && unit.key !== "one";
      } else [waiting, isKind] = [[], false];
    }
    return all;
  }

  #say(unit: Unit): Said {
    return sayIn(this.#said, unit);
  }
}

/** Where a unit stands. */
interface Place {
  before: Unit | undefined;
  /** The next one, where nothing parts them. */
  after: Unit | undefined;
  units: readonly Unit[];
  at: number;
}

function adjacent(units: readonly Unit[], at: number): Unit | undefined {
  const unit = units[at];
  return unit?.isApart ? undefined : unit;
}

function isDescribing(unit: Unit): boolean {
  if (means(unit, "thing") && !unit.rgb) return false;
  return Boolean(unit.rgb ?? unit.modify) || means(unit, "size") || joining.has(unit.plain);
}

function sayIn(all: Map<string, Said>, unit: Unit): Said {
  const isSlight = slight.has(unit.key);
  const said = all.get(unit.key) ?? { text: unit.text, key: unit.key, isSlight, asks: [] };
  all.set(unit.key, said);
  return said;
}

/** The names of what is denied: of "moonlit" the moon, and not the night. */
function listDenied({ meanings = [] }: Unit): string[] {
  const isThing = meanings.some(({ kind }) => kind === "thing");
  return meanings.flatMap((meaning) => {
    if (meaning.kind === "thing" || meaning.kind === "weather") return [meaning.name];
    const isWhole = ["time", "season", "mood", "composition"].includes(meaning.kind);
    return isWhole && !isThing && "name" in meaning ? [meaning.name] : [];
  });
}

function isCount({ kind }: Attribute): boolean {
  return kind === "count";
}

function countFits(
  { meaning, said }: Attribute,
  { unit, hasArticle }: { unit: Unit; hasArticle: boolean },
) {
  if (meaning?.kind !== "count") return false;
  const [{ key } = { key: "" }] = said;
  if (hasArticle && (numerals.has(key) || /^\d/.test(key))) return false;
  return meaning.count <= countMax || unit.isPlural || sameInPlural.has(unit.key);
}

/** Gives a thing what a word says of it, and answers what that asks for. */
function askOf(thing: Thing, meaning: Attribute["meaning"]): Ask | undefined {
  switch (meaning?.kind) {
    case "count":
      thing.count = meaning.count;
      return meaning.isVague
        ? { part: "many", thing }
        : { part: "count", thing, count: meaning.count };
    case "size":
      thing.size = meaning.size;
      return { part: "size", thing, size: meaning.size };
    case "side":
      thing.side = meaning.name;
      return { part: "side", thing, side: meaning.name };
    case "pose":
      return meaning.names.has(thing.name) ? { part: "pose", thing } : undefined;
    default:
      return undefined;
  }
}

function isNamed(name: string) {
  return (thing: Thing) => thing.name === name;
}
