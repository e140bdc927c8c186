import type { Rgb } from "../../color/rgb.ts";
import { colorWords, type Meaning, media, objectColors, requests, tintWords } from "./lexicon.ts";
import data from "./nouns.json" with { type: "json" };
import { type Figure, nounWords, parseNames } from "./nouns.ts";
import type {
  Ask,
  Circumstances,
  NamedColor,
  PromptReading,
  Relation,
  Term,
  Thing,
} from "./reading.ts";
import {
  isPlace,
  type Pending,
  resolveRelation,
  seat,
  selectPose,
  wade,
  waters,
} from "./relations.ts";
import { means, readUnits, splitWords, type Unit } from "./units.ts";
import words from "./words.json" with { type: "json" };

/** The maximum number of things of one kind. */
export const countMax = 20;

/**
 * Parses a prompt. Each meaningful word is a term, with what it asks for; a term without asks isn't
 * understood. The things in the negative prompt are excluded.
 */
export function readPrompt(prompt: string, negative = ""): PromptReading {
  const parser = new Parser(readUnits(splitWords(prompt)));
  parser.read();
  return parser.finish(readUnits(splitWords(negative)));
}

/** A property that a word gives to the noun after it. */
interface Attribute {
  terms: readonly Term[];
  meaning: Meaning | { kind: "color"; color: NamedColor };
}

/** The words of a noun phrase before its noun. */
type Phrase = ReturnType<typeof emptyPhrase>;

const emptyPhrase = () => ({
  attributes: [] as Attribute[],
  modifiers: [] as { term: Term; modify: (color: Rgb) => Rgb }[],
  hasArticle: false,
  isDefinite: false,
  /** The last unknown word: the noun, if no other noun follows. */
  unknown: undefined as Term | undefined,
  /** An animal that describes the noun: "cat astronaut". */
  animal: undefined as Term | undefined,
});

const negations = parseNames(words.negations);
const sameInPlural = new Set(["fish", "sheep", "goldfish", "tropical fish", "deer", "moose"]);
const groups = new Set(["village", "town", "flock"]);
const articles = new Set(["a", "an", "another"]);
const definite = parseNames(words.definite);
const copulas = parseNames(words.copulas);
const joining = new Set(["and", "or", "nor", "plus"]);
/** Numbers that don't follow "a": "a three storey house" is one house. */
const numerals = parseNames(words.numerals);
/** Counts that may be articles. */
const slight = new Set(["one", "some", "few", "both"]);
/** Figures that hold others: "a basket of apples". */
const containers = parseNames(words.containers);
/** Verbs whose relation is drawn, but not their action. */
const unseen = /^(?:sleep|l(?:ie|y)|rest|driv)/;
const sitting = /^sit/;
/** Parts of illustrations, which have no colour of their own. */
const parts = parseNames(data.parts);
const adverb = /(?:ly|ing|ed)$/;
/** The colours that some words imply. */
const impliedColors = new Map(Object.entries(words.impliedColors));

class Parser {
  readonly #units: readonly Unit[];
  readonly #things: Thing[] = [];
  readonly #colors: NamedColor[] = [];
  readonly #circumstances: Partial<Circumstances> = {};
  readonly #terms = new Map<string, Term>();
  readonly #missing: Term[] = [];
  #phrase = emptyPhrase();
  /** The nouns that the next preposition or verb is about. */
  #subjects: Thing[] = [];
  /** The relation of the next noun, which a noun after "and" may share. */
  #pending: Pending | undefined;
  /** Whether the words are before the first preposition or verb of a sentence. */
  #isMain = true;
  #isAfterComma = false;
  /** Whether an article or preposition of another language has been read. */
  #isForeign = false;
  /** The noun before "is". */
  #predicate: Thing | undefined;

  constructor(units: readonly Unit[]) {
    this.#units = units;
  }

  read(): void {
    for (let at = 0, unit = this.#units[0]; unit; unit = this.#units[++at]) {
      if (unit.isApart && !this.#continuesList(at)) this.#endClause(unit.isSentence);
      if (negations.has(unit.plain) && !unit.isQuoted) at = this.#readNegation(at);
      else this.#readUnit(unit, at);
    }
    this.#endPhrase(true);
  }

  /** Returns the result, without the excluded things. */
  finish(negative: readonly Unit[]): PromptReading {
    const denied = new Map<string, Term>();
    this.#deny(negative, denied);
    const terms = [...this.#terms.values()];
    const asks = [...terms, ...denied.values()].flatMap((term) => term.asks);
    const absent = new Set(asks.flatMap(({ part, value }) => (part === "absent" ? [value] : [])));
    const keep = <Value extends string>(value: Value | undefined) =>
      value !== undefined && absent.has(value) ? undefined : value;
    const { time, weather, season, mood, composition } = this.#circumstances;
    const things = this.#things.filter(({ name }) => !absent.has(name));
    // Lightning isn't visible in a bright sky.
    const isStormy = things.some(({ name }) => name === "lightning") && weather === undefined;
    for (const thing of things)
      if (thing.relation && !things.includes(thing.relation.to)) thing.relation = undefined;
    return {
      things,
      colors: this.#colors,
      time: keep(time),
      weather: keep(weather) ?? (isStormy ? "storm" : undefined),
      season: keep(season),
      mood: keep(mood),
      composition: keep(composition),
      absent,
      terms,
      denied: [...denied.values()],
      missing: this.#missing,
    };
  }

  /** "red, blue and yellow cars": the comma doesn't end the phrase. */
  #continuesList(at: number): boolean {
    const { attributes, unknown } = this.#phrase;
    if (unknown || attributes.every(isCount)) return false;
    const noun = this.#units.findIndex((unit, index) => index >= at && !isDescribing(unit));
    return noun > at && means(this.#units[noun], "noun");
  }

  #endClause(isSentence: boolean): void {
    this.#endPhrase(true);
    this.#pending = undefined;
    this.#isAfterComma = true;
    if (!isSentence) return;
    this.#subjects = [];
    this.#isMain = true;
  }

  #readUnit(unit: Unit, at: number): void {
    const next = this.#getNext(at);
    const before = unit.isApart ? undefined : this.#units[at - 1];
    // "das Boot" isn't a boot.
    const isForeignNoun = means(unit, "noun") && means(before, "foreign");
    // "a man watches", "a light shines": a noun that is a verb after another noun.
    const isVerb = means(unit, "verb") && means(before, "noun");
    if (unit.isQuoted) this.#addTerm(unit);
    else if (articles.has(unit.plain)) this.#startPhrase();
    else if (this.#isRequest(unit, at)) this.#phrase = emptyPhrase();
    else if (this.#readColor(unit, at)) return;
    else if (means(unit, "misleading") || unit.meanings.length === 0 || isForeignNoun)
      this.#readUnknown(unit, next);
    else if (means(unit, "function")) this.#readFunction(unit);
    else if (means(unit, "foreign")) {
      // "un gato en la playa": the nouns are missing, not the articles.
      this.#startPhrase();
      this.#isForeign = true;
    } else if (means(unit, "preposition")) this.#readPreposition(unit);
    else if (means(unit, "noun") && !isVerb) this.#readNoun(unit, next);
    else if (means(unit, "verb")) this.#readVerb(unit);
    else this.#readAttributes(unit, at);
  }

  #startPhrase(): void {
    this.#endPhrase();
    this.#phrase.hasArticle = true;
  }

  /** "Draw a picture of", "a winter scene": words for the picture itself. */
  #isRequest({ plain, isApart }: Unit, at: number): boolean {
    const isFirst = this.#terms.size === 0;
    if (plain === "please" || (isFirst && requests.has(plain))) return true;
    if (!media.has(plain)) return false;
    const isCompound = at > 0 && !isApart && this.#phrase.unknown === undefined;
    return isFirst || isCompound || this.#units[at + 1]?.plain === "of";
  }

  #readFunction({ plain }: Unit): void {
    const { unknown, attributes } = this.#phrase;
    if (joining.has(plain) ? unknown || attributes.length === 0 : definite.has(plain))
      this.#endPhrase();
    if (definite.has(plain)) this.#phrase.isDefinite = true;
    if (!copulas.has(plain)) return;
    this.#endPhrase();
    this.#predicate = this.#things.at(-1);
  }

  #readPreposition({ plain, meanings: [meaning] }: Unit): void {
    const isOf = plain === "of";
    if (isOf && this.#phrase.attributes.some(isCount)) return;
    this.#endPhrase();
    const subjects = isOf ? this.#things.slice(-1) : this.#subjects;
    if (isOf && !containers.has(subjects[0]?.figure?.name ?? "")) return;
    const relation = meaning?.kind === "preposition" ? meaning.relation : undefined;
    this.#expectObject({ kind: isOf || plain === "with" ? plain : relation, subjects });
  }

  #readVerb(unit: Unit): void {
    const meaning = unit.meanings.find(({ kind }) => kind === "verb");
    const kind = meaning?.kind === "verb" ? meaning.relation : undefined;
    const isForm = unit.plain.endsWith("ing") && kind === undefined;
    // "a sleeping cat".
    const isParticiple = this.#phrase.hasArticle && (isForm || !this.#phrase.unknown);
    const term = this.#addTerm(unit);
    if (isParticiple) return;
    this.#endPhrase();
    // "a chef in a kitchen holding a pizza".
    const being = this.#things.findLast(({ figure }) => figure?.isPerson || figure?.isAnimal);
    const isPlaced = this.#subjects.length > 0 && this.#subjects.every(({ figure }) => !figure);
    const subjects = kind && isPlaced && being ? [being] : this.#subjects;
    this.#expectObject({ kind, subjects, term });
  }

  #expectObject(pending: Pending): void {
    this.#pending = pending;
    this.#isMain = false;
  }

  /** Reads a colour, or a word that changes the next one. */
  #readColor(unit: Unit, at: number): boolean {
    const next = this.#getNext(at);
    const { modifiers, attributes, hasArticle } = this.#phrase;
    if (unit.modify) {
      const changed = this.#units.slice(at + 1).find(({ modify }) => !modify);
      // "dark" and "bright" have another meaning without a colour.
      if (!changed?.rgb || changed.isApart) return false;
      modifiers.push({ term: this.#addTerm(unit), modify: unit.modify });
      return true;
    }
    if (!unit.rgb) return false;
    const follows = joining.has(next?.plain ?? "") ? this.#getNext(at + 1) : next;
    const isColorPhrase = follows?.rgb !== undefined || tintWords.has(follows?.plain ?? "");
    const isBeforeNoun =
      next !== undefined &&
      (means(next, "noun", "size", "time", "weather", "season") || next.meanings.length === 0);
    // "a lemon" and "two oranges" are things.
    const isHeld = objectColors.has(unit.plain) && (hasArticle || attributes.some(isCount));
    if ((unit.meanings.length > 0 || isHeld) && !isColorPhrase && !isBeforeNoun) return false;
    const terms = [...modifiers.map(({ term }) => term), this.#addTerm(unit)];
    const name = [...modifiers.map(({ term }) => term.key), unit.plain].join(" ");
    const rgb = modifiers.reduce<Rgb>((color, { modify }) => modify(color), unit.rgb);
    attributes.push({ terms, meaning: { kind: "color", color: { name, rgb } } });
    this.#phrase.modifiers = [];
    return true;
  }

  #readUnknown(unit: Unit, next: Unit | undefined): void {
    const term = this.#addTerm(unit);
    // "a house on fire".
    if (unit.plain.startsWith("on ")) return;
    if (adverb.test(unit.plain)) {
      // "a cat dreaming of": a verb that isn't in the lexicon ends the phrase.
      this.#isMain &&= !means(next, "preposition");
      if (unit.plain.endsWith("ing") && this.#subjects.length > 0 && !this.#phrase.hasArticle)
        this.#expectObject({ kind: undefined, subjects: this.#subjects });
      return;
    }
    // "un chat noir": adjectives follow nouns in other languages.
    const noun = this.#isForeign ? this.#phrase.unknown : undefined;
    this.#phrase.unknown = noun ? { ...term, text: `${noun.text} ${term.text}` } : term;
  }

  #readNoun(unit: Unit, next: Unit | undefined): void {
    const meaning = unit.meanings.find(({ kind }) => kind === "noun");
    const word = meaning?.kind === "noun" ? meaning.name : unit.key;
    const entry = nounWords.get(word);
    if (!entry) return;
    const { kind, subjects: [subject] = [] } = this.#pending ?? {};
    if (parts.has(unit.key) && (kind === "with" || kind === "of") && subject?.figure) {
      // "a house with a red door": the illustrations have doors of their own.
      this.#readUnknown(unit, next);
      return;
    }
    const isLanding = entry.figure?.name === "planet" && (kind === "on" || kind === "in");
    const { figure, scenery } = isLanding ? { scenery: "planet-surface" } : entry;
    // "a mermaid under the sea": the phrase begins with a preposition.
    if (/^(?:under|bottom of) /.test(unit.plain)) this.#endPhrase();
    const term = this.#addTerm(unit);
    if (!unit.isPlural && isHeadAfter(next)) {
      // "apple pie", "a mountain cabin": the noun describes the next one.
      if (figure?.isAnimal) this.#phrase.animal = term;
      // "a baby elephant" is small.
      const size = unit.meanings.find((one) => one.kind === "size");
      if (size) this.#phrase.attributes.push({ terms: [term], meaning: size });
      if (scenery !== undefined && means(next, "noun"))
        this.#createThing(unit, term, { name: scenery, figure: undefined, phrase: emptyPhrase() });
      this.#readCircumstances(unit, term);
      return;
    }
    const phrase = this.#phrase;
    this.#phrase = emptyPhrase();
    if (phrase.animal && figure?.isPerson) {
      // Neither a cat nor an astronaut.
      this.#missing.push({ ...term, text: `${phrase.animal.text} ${term.text}` });
      return;
    }
    const name = scenery ?? figure?.name ?? word;
    const thing = this.#createThing(unit, term, { name, figure, phrase });
    this.#readCircumstances(unit, term);
    this.#link(thing);
    this.#predicate = undefined;
  }

  /** Connects a noun to the nouns before the last preposition or verb. */
  #link(thing: Thing): void {
    const pending = this.#pending;
    if (!pending) {
      this.#subjects = [...this.#subjects, thing];
      return;
    }
    const { kind, subjects, term } = pending;
    if (!isShared(kind)) this.#pending = undefined;
    const [first] = subjects;
    // "a basket of apples on a table": the basket is on the table.
    this.#subjects = [kind === "of" && first ? first : thing];
    if (kind === "of" && first) {
      const isPlate = first.name === "fork-and-knife-with-plate";
      this.#relate(thing, { kind: isPlate ? "on" : "in", to: first }, term);
      return;
    }
    for (const subject of subjects) {
      if (kind === "riding" || sitting.test(term?.key ?? "")) seat(subject);
      // "birds over a lake", "a witch flying over a lake".
      if (kind === "above" && !thing.figure && subject.figure && (term || subject.figure.isAnimal))
        subject.figure = { ...subject.figure, habitat: "air" };
      if (kind === "in" && waters.has(thing.name) && subject.figure) wade(subject);
      const relation = resolveRelation(kind, subject, thing);
      if (!relation || subject === thing) continue;
      const isCarried = relation === "holding" || relation === "wearing";
      // "a frog wearing a crown on a rock": the frog is on the rock.
      if (isCarried) this.#subjects = [...subjects];
      // "a house with bats": the house is on the ground.
      const isAround = relation === "next to" && isAirborne(thing) && !isAirborne(subject);
      const [own, to] = isCarried || isAround ? [thing, subject] : [subject, thing];
      this.#relate(own, { kind: relation, to }, term);
    }
  }

  #relate(thing: Thing, relation: Relation, term: Term | undefined): void {
    for (let { to } = relation; to.relation; to = to.relation.to)
      if (to === thing || to.relation.to === thing) return;
    if (!relation.to.figure && !relation.to.relation && !isPlace(relation)) return;
    thing.relation ??= relation;
    if (!term) return;
    // "next to" doesn't show that a dog chases a cat, nor "on" that it sleeps.
    const isShown = sitting.test(term.key) ? thing.isSeated : !unseen.test(term.key);
    if (isShown && relation.kind !== "next to")
      term.asks.push({ part: "relation", thing, value: relation.kind });
  }

  #readAttributes(unit: Unit, at: number): void {
    const term = this.#addTerm(unit);
    this.#readCircumstances(unit, term);
    for (const meaning of unit.meanings) {
      const attribute = { terms: [term], meaning };
      if (meaning.kind === "pose") this.#readPose(attribute, at);
      else if (meaning.kind === "count" || meaning.kind === "size")
        this.#phrase.attributes.push(attribute);
    }
  }

  #readCircumstances({ meanings, key }: Unit, term: Term): void {
    if (key === "snow") this.#phrase.unknown = undefined;
    for (const meaning of meanings) {
      if (!isCircumstance(meaning)) continue;
      const { kind, name } = meaning;
      term.asks.push({ part: kind, value: name });
      if (kind !== "mood") this.#phrase.unknown = undefined;
      // "sunny" doesn't change the time if there is one.
      const isSure = meanings.length === 1 || this.#circumstances[kind] === undefined;
      if (isSure) Object.assign(this.#circumstances, { [kind]: name });
    }
  }

  #createThing(
    unit: Unit,
    term: Term,
    { name, figure, phrase }: { name: string; figure: Figure | undefined; phrase: Phrase },
  ): Thing {
    const { hasArticle, isDefinite } = phrase;
    const fits = (one: Attribute) => !isCount(one) || fitsCount(one, unit, hasArticle);
    const fitting = phrase.attributes.filter(fits);
    const isCounted = fitting.some(isCount);
    const isColored = fitting.some(({ meaning }) => meaning.kind === "color");
    const isNew = !isDefinite && figure && (hasArticle || isCounted || isColored);
    const known = this.#things.findLast((thing) => thing.name === name);
    const blank = { count: undefined, isPlural: false, relation: undefined, isSeated: false };
    const own = { id: this.#things.length, name, word: unit.key, figure, colors: [], size: 1 };
    const thing: Thing = (!isNew && known) || { ...own, ...blank };
    if (thing !== known) this.#things.push(thing);
    if (unit.key.endsWith("couple")) thing.count = 2;
    if (!isCounted && hasArticle && !groups.has(unit.key)) thing.count ??= 1;
    const isMany = unit.isPlural || (sameInPlural.has(unit.key) && !hasArticle);
    thing.isPlural ||= isMany && thing.count === undefined;
    for (const attribute of fitting) this.#apply(thing, attribute);
    if (thing.count !== undefined) thing.isPlural = thing.count > 1;
    term.asks.push({ part: "thing", thing, value: thing.name });
    const implied = impliedColors.get(unit.key) ?? impliedColors.get(unit.plain) ?? "";
    const rgb = colorWords.get(implied);
    if (rgb && thing.colors.length === 0) thing.colors.push({ name: implied, rgb });
    return thing;
  }

  #apply(thing: Thing, { terms, meaning }: Attribute): void {
    const ask = applyMeaning(thing, meaning);
    if (ask) for (const term of terms) term.asks.push(ask);
  }

  /** "a man running", "a running man". */
  #readPose(attribute: Attribute, at: number): void {
    const { hasArticle, attributes } = this.#phrase;
    if (hasArticle || attributes.length > 0 || means(this.#getNext(at), "noun")) {
      attributes.push(attribute);
      return;
    }
    this.#endPhrase();
    for (const thing of this.#subjects) this.#apply(thing, attribute);
    // "a girl riding a bicycle": the pose includes the object.
    this.#expectObject({ kind: undefined, subjects: this.#subjects });
  }

  /** Ends a phrase without a known noun. */
  #endPhrase(isApart = false): void {
    const { attributes, unknown, hasArticle } = this.#phrase;
    if (unknown) {
      const isTag = isApart && !hasArticle && !attributes.some(isCount);
      const isOther = this.#things.length > 0 || this.#isAfterComma;
      if (this.#isMain && !this.#predicate && !(isTag && isOther)) this.#missing.push(unknown);
      const { kind, subjects = [] } = this.#pending ?? {};
      // "a man with a zorblax and a hat".
      if (!isShared(kind)) this.#pending = undefined;
      if (!this.#isMain) this.#subjects = isShared(kind) ? [...subjects] : [];
    } else
      for (const attribute of attributes) {
        const { meaning, terms } = attribute;
        if (this.#predicate && !isCount(attribute)) this.#apply(this.#predicate, attribute);
        else if (meaning.kind === "color") {
          this.#colors.push(meaning.color);
          for (const term of terms) term.asks.push({ part: "color", value: meaning.color.name });
        }
      }
    this.#phrase = emptyPhrase();
    if (isApart || hasArticle) this.#predicate = undefined;
  }

  /** Reads the nouns after a negation. Returns the index of the last of their units. */
  #readNegation(at: number): number {
    this.#endPhrase();
    let end = at + 1;
    while (end < this.#units.length && !endsNegation(this.#units, { at, end })) end++;
    const asks = this.#deny(this.#units.slice(at + 1, end), this.#terms);
    const unit = this.#units[at];
    if (unit && /^\d+$|^zero$/.test(unit.plain)) this.#addTerm(unit).asks.push(...asks);
    this.#isMain = false;
    return end - 1;
  }

  /** Excludes the nouns of a list. */
  #deny(units: readonly Unit[], terms: Map<string, Term>): Ask[] {
    const all: Ask[] = [];
    let isSome = false;
    for (const unit of units) {
      const { plain } = unit;
      if (unit.isApart) isSome = false;
      if (negations.has(plain) || articles.has(plain) || requests.has(plain)) continue;
      if (means(unit, "function", "preposition")) continue;
      const names = isSome ? [] : listNames(unit);
      const asks = names.map((value): Ask => ({ part: "absent", value }));
      addTermTo(terms, unit).asks.push(...asks);
      all.push(...asks);
      // "no red cars" doesn't exclude all cars.
      isSome = Boolean(unit.rgb) || means(unit, "size") || unit.meanings.length === 0;
    }
    return all;
  }

  #getNext(at: number): Unit | undefined {
    const unit = this.#units[at + 1];
    return unit?.isApart ? undefined : unit;
  }

  #addTerm(unit: Unit): Term {
    return addTermTo(this.#terms, unit);
  }
}

/** Returns whether a noun after "and" has the same relation: "with a hat and a stick". */
function isShared(kind: Pending["kind"]): boolean {
  return kind !== undefined && ["with", "of", "holding", "wearing"].includes(kind);
}

function addTermTo(terms: Map<string, Term>, { key, text }: Unit): Term {
  const term = terms.get(key) ?? { text, key, isSlight: slight.has(key), asks: [] };
  terms.set(key, term);
  return term;
}

function isAirborne({ figure }: Thing): boolean {
  return figure?.habitat === "air";
}

function isCount({ meaning }: Attribute): boolean {
  return meaning.kind === "count";
}

function isCircumstance(
  meaning: Meaning,
): meaning is Extract<Meaning, { kind: keyof Circumstances }> {
  return ["time", "weather", "season", "mood", "composition"].includes(meaning.kind);
}

function fitsCount({ meaning, terms }: Attribute, unit: Unit, hasArticle: boolean): boolean {
  if (meaning.kind !== "count") return false;
  const [{ key } = { key: "" }] = terms;
  // "a pair of glasses" is one thing.
  if (key.startsWith("pair") && !unit.isPlural && unit.plain.endsWith("s")) return false;
  if (hasArticle && (numerals.has(key) || /^\d/.test(key))) return false;
  return meaning.count <= countMax || unit.isPlural || sameInPlural.has(unit.key);
}

/** Returns whether a word is part of a description: "big, red". */
function isDescribing(unit: Unit): boolean {
  if (means(unit, "noun") && !unit.rgb) return false;
  return Boolean(unit.rgb ?? unit.modify) || means(unit, "size") || joining.has(unit.plain);
}

/** Returns whether the next word is the noun that a noun describes. */
function isHeadAfter(next: Unit | undefined): boolean {
  if (!next || next.isQuoted || negations.has(next.plain)) return false;
  if (next.rgb && !means(next, "noun")) return false;
  if (/^(?:under|bottom of) |^(?:underwater|undersea|indoors)$/.test(next.plain)) return false;
  if (means(next, "noun")) return !means(next, "verb");
  if (means(next, "misleading")) return !next.plain.startsWith("on ");
  const isUnknown = next.meanings.length === 0 && !next.modify;
  return isUnknown && !adverb.test(next.plain) && !media.has(next.plain);
}

function isNounLike(unit: Unit): boolean {
  if (unit.meanings.length === 0) return !unit.rgb && !unit.modify;
  return means(unit, "noun", "time", "weather", "season", "mood", "composition", "misleading");
}

/** Returns whether a unit ends the list of nouns after a negation. */
function endsNegation(units: readonly Unit[], { at, end }: { at: number; end: number }): boolean {
  const [before, unit, next] = units.slice(end - 1, end + 2);
  if (!before || !unit || unit.isQuoted || negations.has(unit.plain)) return true;
  if (unit.plain === "and") return !next || articles.has(next.plain) || next.isApart;
  if (joining.has(unit.plain)) return false;
  if (means(unit, "preposition") && unit.plain !== "of") return true;
  if (end === at + 1) return false;
  return unit.isApart ? !isNegatedList(units, end) : isNounLike(before);
}

/** Returns whether the commas from an index on separate a list that ends in "or". */
function isNegatedList(units: readonly Unit[], at: number): boolean {
  for (const unit of units.slice(at, at + 12)) {
    if (unit.plain === "or" || unit.plain === "nor") return true;
    if (negations.has(unit.plain) || means(unit, "preposition", "verb")) return false;
  }
  return false;
}

/** Returns the names that a noun excludes: of "moonlit" the moon, and not the night. */
function listNames({ meanings }: Unit): string[] {
  const isNoun = meanings.some(({ kind }) => kind === "noun");
  return meanings.flatMap((meaning) => {
    if (meaning.kind === "noun") {
      const entry = nounWords.get(meaning.name);
      return [entry?.scenery ?? entry?.figure?.name ?? meaning.name];
    }
    const isWhole = isCircumstance(meaning) && (!isNoun || meaning.kind === "weather");
    return isWhole ? [meaning.name] : [];
  });
}

/** Gives a thing a property. Returns what the word asks for. */
function applyMeaning(thing: Thing, meaning: Attribute["meaning"]): Ask | undefined {
  if (meaning.kind === "color") {
    if (!thing.colors.some(({ name }) => name === meaning.color.name))
      thing.colors.push(meaning.color);
    return { part: "color", thing, value: meaning.color.name };
  }
  if (meaning.kind === "count") {
    thing.count = meaning.count;
    return { part: meaning.isVague ? "many" : "count", thing, value: String(meaning.count) };
  }
  if (meaning.kind === "size") {
    thing.size = meaning.size;
    return { part: "size", thing, value: String(meaning.size) };
  }
  // Only some poses have an illustration.
  const posed = meaning.kind === "pose" && thing.figure && selectPose(thing.figure, meaning.name);
  if (!posed) return undefined;
  thing.figure = posed;
  return { part: "pose", thing, value: meaning.name };
}
