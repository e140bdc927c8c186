import data from "../nouns.json" with { type: "json" };
import { type Figure, figures, nounWords, parseNames } from "../nouns.ts";
import type { Rgb } from "../rgb.ts";
import { colorWords, objectColors } from "./color-words.ts";
import { type Meaning, media, requests, tintWords } from "./lexicon.ts";
import type {
  Ask,
  Circumstances,
  NamedColor,
  Reading,
  Relation,
  RelationKind,
  Term,
  Thing,
} from "./reading.ts";
import { means, readUnits, type Unit } from "./units.ts";
import words from "./words.json" with { type: "json" };
import { splitWords } from "./words.ts";

/** The maximum number of things of one kind. */
export const countMax = 20;

/**
 * Parses a prompt. Each meaningful word is a term, with what it asks for; a term without asks isn't
 * understood. The things in the negative prompt are excluded.
 */
export function readPrompt(prompt: string, negative = ""): Reading {
  const parser = new Parser();
  parser.read(readUnits(splitWords(prompt)));
  return parser.finish(readUnits(splitWords(negative)));
}

/** A property that a word gives to the noun after it. */
interface Attribute {
  terms: readonly Term[];
  meaning: Meaning | undefined;
  color?: NamedColor;
}

/** The words of a noun phrase before its noun. */
interface Phrase {
  attributes: Attribute[];
  modifiers: { term: Term; modify: (color: Rgb) => Rgb }[];
  hasArticle: boolean;
  isDefinite: boolean;
  /** The last unknown word: the noun, if no other noun follows. */
  unknown: Term | undefined;
  /** An animal that describes the noun: "cat astronaut". */
  animal: Term | undefined;
}

/** A relation that waits for its object. */
interface Pending {
  kind: RelationKind | "with" | "of" | undefined;
  subjects: readonly Thing[];
  term: Term | undefined;
}

const emptyPhrase = (): Phrase => ({
  attributes: [],
  modifiers: [],
  hasArticle: false,
  isDefinite: false,
  unknown: undefined,
  animal: undefined,
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
const instruments = parseNames(words.instruments);
/** The figures that a person or an animal can wear. */
const wearables = parseNames(words.wearables);
/** Verbs whose relation is drawn, but not their action. */
const unseen = /^(?:sleep|l(?:ie|y)|rest|driv)/;
const sitting = /^sit/;
/** Animals whose bodies are drawn seated. */
const seatedAnimals = parseNames(data.headAnimals);
/** Parts of illustrations, which have no colour of their own. */
const parts = parseNames(data.parts);
/** Beings that hold and wear things like people and animals. */
const beings = parseNames(words.beings);
const adverb = /(?:ly|ing|ed)$/;

class Parser {
  readonly #things: Thing[] = [];
  readonly #colors: NamedColor[] = [];
  readonly #circumstances: Partial<Circumstances> = {};
  readonly #terms = new Map<string, Term>();
  readonly #deniedColors = new Set<string>();
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
  #side: Attribute | undefined;
  #units: readonly Unit[] = [];

  read(units: readonly Unit[]): void {
    this.#units = units;
    for (let at = 0, unit = units[0]; unit; unit = units[++at]) {
      if (unit.isApart && !this.#continuesList(at)) this.#endClause(unit.isSentence);
      if (negations.has(unit.plain) && !unit.isSpoken) at = this.#readNegation(at);
      else this.#readUnit(unit, at);
    }
    this.#endPhrase(true);
    const last = this.#things.at(-1);
    if (this.#side && last && !last.side) this.#apply(last, this.#side);
  }

  /** Returns the result, without the excluded things. */
  finish(negative: readonly Unit[]): Reading {
    const denied = new Map<string, Term>();
    this.#deny(negative, denied);
    const asks = [...this.#terms.values(), ...denied.values()].flatMap((term) => term.asks);
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
      colors: this.#colors.filter(({ name }) => !this.#deniedColors.has(name)),
      time: keep(time),
      weather: keep(weather) ?? (isStormy ? "storm" : undefined),
      season: keep(season),
      mood: keep(mood),
      composition: keep(composition),
      absent,
      terms: [...this.#terms.values()],
      denied: [...denied.values()],
      missing: this.#missing,
    };
  }

  /** "red, blue and yellow cars": the comma doesn't end the phrase. */
  #continuesList(at: number): boolean {
    const { attributes, unknown } = this.#phrase;
    if (unknown || attributes.every(isCount)) return false;
    let next = at;
    for (let unit = this.#units[at]; unit && isDescribing(unit); unit = this.#units[next]) next++;
    return next > at && means(this.#units[next], "noun");
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
    if (unit.isSpoken) this.#addTerm(unit);
    else if (articles.has(unit.plain)) {
      this.#endPhrase();
      this.#phrase.hasArticle = true;
    } else if (this.#isRequest(unit, at)) return;
    else if (this.#readColor(unit, at)) return;
    else if (
      means(unit, "misleading") ||
      unit.meanings.length === 0 ||
      // "das Boot" isn't a boot.
      (means(unit, "noun") && !unit.isApart && means(this.#units[at - 1], "foreign"))
    )
      this.#readUnknown(unit, next);
    else if (means(unit, "function")) this.#readFunction(unit);
    else if (means(unit, "foreign")) {
      // "un gato en la playa": the nouns are missing, not the articles.
      this.#endPhrase();
      this.#phrase.hasArticle = true;
      this.#isForeign = true;
    } else if (means(unit, "preposition")) this.#readPreposition(unit);
    else if (means(unit, "noun") && !this.#isVerbHere(unit, at)) this.#readNoun(unit, next);
    else if (means(unit, "verb")) this.#readVerb(unit);
    else this.#readAttributes(unit, at);
  }

  /** "Draw a picture of", "a winter scene": words for the picture itself. */
  #isRequest(unit: Unit, at: number): boolean {
    const { plain } = unit;
    if (plain === "please") return true;
    if (requests.has(plain) && this.#things.length === 0 && this.#terms.size === 0) return true;
    if (!media.has(plain)) return false;
    const isOf = this.#units[at + 1]?.plain === "of";
    const isFirst = this.#terms.size === 0;
    const isCompound = at > 0 && !unit.isApart && this.#phrase.unknown === undefined;
    if (!isOf && !isFirst && !isCompound) return false;
    this.#phrase = emptyPhrase();
    return true;
  }

  #readFunction({ plain }: Unit): void {
    if (joining.has(plain)) {
      if (this.#phrase.unknown || this.#phrase.attributes.length === 0) this.#endPhrase();
      return;
    }
    if (copulas.has(plain)) {
      this.#startPredicate();
      return;
    }
    if (definite.has(plain)) {
      this.#endPhrase();
      this.#phrase.isDefinite = true;
    }
  }

  #startPredicate(): void {
    this.#endPhrase();
    this.#predicate = this.#things.at(-1);
  }

  #readPreposition({ plain, meanings }: Unit): void {
    if (plain === "of" && this.#phrase.attributes.some(isCount)) return;
    this.#endPhrase();
    const [first] = meanings;
    const relation = first?.kind === "preposition" ? first.relation : undefined;
    const subjects = plain === "of" ? this.#things.slice(-1) : this.#subjects;
    const [subject] = subjects;
    if (plain === "of" && !(subject?.figure && containers.has(subject.figure.name))) return;
    const kind = plain === "with" || plain === "of" ? plain : relation;
    this.#expectObject({ kind, subjects, term: undefined });
  }

  #readVerb(unit: Unit): void {
    const meaning = unit.meanings.find(({ kind }) => kind === "verb");
    const kind = meaning?.kind === "verb" ? meaning.relation : undefined;
    const isForm = unit.plain.endsWith("ing") && kind === undefined;
    const isParticiple = this.#phrase.hasArticle && (isForm || !this.#phrase.unknown);
    const term = this.#addTerm(unit);
    // "a sleeping cat".
    if (isParticiple) return;
    this.#endPhrase();
    this.#expectObject({ kind, subjects: this.#subjects, term });
  }

  #expectObject(pending: Pending): void {
    this.#pending = pending;
    this.#isMain = false;
  }

  /** "a man watches", "a light shines": a noun that is a verb after another noun. */
  #isVerbHere(unit: Unit, at: number): boolean {
    const before = this.#units[at - 1];
    return means(unit, "verb") && !unit.isApart && means(before, "noun");
  }

  /** Reads a colour, or a word that changes the next one. */
  #readColor(unit: Unit, at: number): boolean {
    const next = this.#getNext(at);
    if (unit.modify) {
      let end = at + 1;
      while (this.#getNext(end - 1)?.modify) end++;
      // "dark" and "bright" have another meaning without a colour.
      if (!this.#getNext(end - 1)?.rgb) return false;
      this.#phrase.modifiers.push({ term: this.#addTerm(unit), modify: unit.modify });
      return true;
    }
    if (!unit.rgb) return false;
    const isJoined = next?.plain === "and" || next?.plain === "or";
    const follows = isJoined ? this.#getNext(at + 1) : next;
    const isColorPhrase = follows?.rgb !== undefined || tintWords.has(follows?.plain ?? "");
    const isBeforeNoun =
      next !== undefined &&
      (means(next, "noun", "size", "time", "weather", "season") || next.meanings.length === 0);
    if (unit.meanings.length > 0 && !isColorPhrase && !isBeforeNoun) return false;
    const isHeld = this.#phrase.hasArticle || this.#phrase.attributes.some(isCount);
    if (objectColors.has(unit.plain) && isHeld && !isColorPhrase && !isBeforeNoun) return false;
    const { modifiers, attributes } = this.#phrase;
    const rgb = modifiers.reduce<Rgb>((color, { modify }) => modify(color), unit.rgb);
    const terms = [...modifiers.map(({ term }) => term), this.#addTerm(unit)];
    const name = [...modifiers.map(({ term }) => term.key), unit.plain].join(" ");
    attributes.push({ terms, meaning: undefined, color: { name, rgb } });
    this.#phrase.modifiers = [];
    return true;
  }

  #readUnknown(unit: Unit, next: Unit | undefined): void {
    const term = this.#addTerm(unit);
    // "a house on fire".
    if (unit.plain.startsWith("on ")) return;
    if (adverb.test(unit.plain)) {
      // "a cat dreaming of": a verb that isn't in the lexicon ends the phrase.
      if (!next || means(next, "preposition", "function") || this.#phrase.unknown)
        this.#isMain &&= !means(next, "preposition");
      if (/ing$/.test(unit.plain) && this.#subjects.length > 0 && !this.#phrase.hasArticle)
        this.#expectObject({ kind: undefined, subjects: this.#subjects, term: undefined });
      return;
    }
    const { unknown } = this.#phrase;
    // "un chat noir": adjectives follow nouns in other languages.
    const isLonger = this.#isForeign && unknown !== undefined;
    this.#phrase.unknown = isLonger ? { ...term, text: `${unknown.text} ${term.text}` } : term;
  }

  #readNoun(unit: Unit, next: Unit | undefined): void {
    const meaning = unit.meanings.find(({ kind }) => kind === "noun");
    const word = meaning?.kind === "noun" ? meaning.name : unit.key;
    const entry = nounWords.get(word);
    if (!entry) return;
    if (parts.has(unit.key) && this.#isOfFigure()) {
      // "a house with a red door": the illustrations have doors of their own.
      this.#readUnknown(unit, next);
      return;
    }
    const isLanding =
      entry.figure?.name === "planet" && ["on", "in"].includes(this.#pending?.kind ?? "");
    const { figure, scenery } = isLanding
      ? { figure: undefined, scenery: "planet-surface" }
      : entry;
    // "a mermaid under the sea": the phrase begins with a preposition.
    if (/^(?:under|bottom of) /.test(unit.plain)) this.#endPhrase();
    if (!unit.isPlural && isHeadAfter(next)) {
      // "apple pie", "a mountain cabin": the noun describes the next one.
      const term = this.#addTerm(unit);
      if (figure?.isAnimal) this.#phrase.animal = term;
      // "a baby elephant" is small.
      const meaning = unit.meanings.find(({ kind }) => kind === "size");
      if (meaning) this.#phrase.attributes.push({ terms: [term], meaning });
      if (scenery !== undefined && means(next, "noun"))
        this.#createThing(unit, term, { name: scenery, figure: undefined, phrase: emptyPhrase() });
      this.#readCircumstances(unit, term);
      return;
    }
    const term = this.#addTerm(unit);
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

  /** Returns whether the next noun is a part of a figure. */
  #isOfFigure(): boolean {
    const { kind, subjects } = this.#pending ?? {};
    return (kind === "with" || kind === "of") && subjects?.[0]?.figure !== undefined;
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
    this.#subjects = [thing];
    const [first] = subjects;
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
      const relation = resolveRelation(kind, subject, thing);
      if (!relation || subject === thing) continue;
      const isReversed = relation === "holding" || relation === "wearing";
      // "a frog wearing a crown on a rock": the frog is on the rock.
      if (isReversed) this.#subjects = [...subjects];
      if (isReversed) this.#relate(thing, { kind: relation, to: subject }, term);
      else this.#relate(subject, { kind: relation, to: thing }, term);
    }
  }

  #relate(thing: Thing, relation: Relation, term: Term | undefined): void {
    let { to } = relation;
    while (to.relation) {
      if (to === thing || to.relation.to === thing) return;
      to = to.relation.to;
    }
    if (!relation.to.figure && !relation.to.relation && !isPlace(relation)) return;
    thing.relation ??= relation;
    // "next to" doesn't show that a dog chases a cat, nor "on" that it sleeps.
    const key = term?.key ?? "";
    const isShown =
      relation.kind !== "next to" && !unseen.test(key) && (!sitting.test(key) || thing.isSeated);
    if (term && isShown) term.asks.push({ part: "relation", thing, value: relation.kind });
  }

  #readAttributes(unit: Unit, at: number): void {
    const term = this.#addTerm(unit);
    this.#readCircumstances(unit, term);
    if (
      unit.plain === "flying" &&
      this.#isPersonBefore() &&
      articles.has(this.#getNext(at)?.plain ?? "")
    ) {
      // "a girl flying a kite".
      this.#endPhrase();
      this.#expectObject({ kind: "holding", subjects: this.#subjects, term });
      return;
    }
    for (const meaning of unit.meanings)
      if (meaning.kind === "count" || meaning.kind === "size")
        this.#phrase.attributes.push({ terms: [term], meaning });
      else if (meaning.kind === "pose") this.#readPose({ terms: [term], meaning }, at);
      else if (meaning.kind === "side") this.#readSide({ terms: [term], meaning }, at);
  }

  #isPersonBefore(): boolean {
    return this.#subjects.some(({ figure }) => figure?.isPerson);
  }

  #readCircumstances({ meanings, key }: Unit, term: Term): void {
    for (const meaning of meanings)
      switch (meaning.kind) {
        case "time":
        case "weather":
        case "season":
        case "mood":
        case "composition":
          term.asks.push({ part: meaning.kind, value: meaning.name });
          if (meaning.kind !== "mood") this.#phrase.unknown = undefined;
          // "sunny" doesn't change the time if there is one.
          if (meanings.length > 1 && this.#circumstances[meaning.kind] !== undefined) break;
          Object.assign(this.#circumstances, { [meaning.kind]: meaning.name });
          break;
        default:
          break;
      }
    if (key === "snow") this.#phrase.unknown = undefined;
  }

  #createThing(
    unit: Unit,
    term: Term,
    { name, figure, phrase }: { name: string; figure: Figure | undefined; phrase: Phrase },
  ): Thing {
    const { attributes, hasArticle, isDefinite } = phrase;
    const fits = (one: Attribute) => !isCount(one) || fitsCount(one, unit, hasArticle);
    const isCounted = attributes.some((one) => isCount(one) && fits(one));
    const colors = attributes.flatMap(({ color }) => (color ? [color] : []));
    const isNew =
      !isDefinite && figure !== undefined && (hasArticle || isCounted || colors.length > 0);
    const known = this.#things.findLast((thing) => thing.name === name);
    const thing: Thing = (!isNew && known) || {
      id: this.#things.length,
      name,
      word: unit.key,
      figure,
      count: undefined,
      isPlural: false,
      colors: [],
      side: undefined,
      size: 1,
      relation: undefined,
      isSeated: false,
    };
    if (!this.#things.includes(thing)) this.#things.push(thing);
    const isGroup = groups.has(unit.key);
    if (unit.key.endsWith("couple")) thing.count = 2;
    if (!isCounted && hasArticle && !isGroup) thing.count ??= 1;
    const isMany = unit.isPlural || (sameInPlural.has(unit.key) && !hasArticle);
    thing.isPlural ||= isMany && thing.count === undefined;
    for (const attribute of attributes) if (fits(attribute)) this.#apply(thing, attribute);
    if (this.#side) this.#apply(thing, this.#side);
    this.#side = undefined;
    if (thing.count !== undefined) thing.isPlural = thing.count > 1;
    term.asks.push({ part: "thing", thing, value: thing.name });
    const implied = impliedColors.get(unit.key) ?? impliedColors.get(unit.plain);
    const rgb = implied === undefined ? undefined : colorWords.get(implied);
    if (implied !== undefined && rgb && thing.colors.length === 0)
      thing.colors.push({ name: implied, rgb });
    return thing;
  }

  /** Gives a thing a property. */
  #apply(thing: Thing, { terms, meaning, color }: Attribute): void {
    const ask = color ? this.#applyColor(thing, color) : applyMeaning(thing, meaning);
    if (ask) for (const term of terms) term.asks.push(ask);
  }

  #applyColor(thing: Thing, color: NamedColor): Ask {
    if (!thing.colors.some(({ name }) => name === color.name)) thing.colors.push(color);
    return { part: "color", thing, value: color.name };
  }

  /** "a man running", "a running man". */
  #readPose(attribute: Attribute, at: number): void {
    const isBefore = this.#phrase.hasArticle || this.#phrase.attributes.length > 0;
    if (isBefore || means(this.#getNext(at), "noun")) {
      this.#phrase.attributes.push(attribute);
      return;
    }
    this.#endPhrase();
    for (const thing of this.#subjects) this.#apply(thing, attribute);
    this.#isMain = false;
    // "a girl riding a bicycle": the pose includes the object.
    this.#pending = { kind: undefined, subjects: this.#subjects, term: undefined };
  }

  #readSide(attribute: Attribute, at: number): void {
    const before = this.#units[at - 1];
    const isFirst = this.#units[at]?.isApart || before === undefined || joining.has(before.plain);
    const last = this.#things.at(-1);
    if (!isFirst && this.#phrase.unknown) return;
    if (!isFirst && last && !last.side) this.#apply(last, attribute);
    else this.#side = attribute;
  }

  /** Ends a phrase without a known noun. */
  #endPhrase(isApart = false): void {
    const { attributes, unknown, hasArticle } = this.#phrase;
    const isCounted = attributes.some(isCount);
    if (unknown && this.#isMain && this.#predicate === undefined) {
      const isTag = isApart && !hasArticle && !isCounted;
      const isOther = this.#things.length > 0 || this.#isAfterComma;
      if (!isTag || !isOther) this.#missing.push(unknown);
    }
    for (const attribute of unknown ? [] : attributes) {
      const { color, terms } = attribute;
      if (this.#predicate && !isCount(attribute)) this.#apply(this.#predicate, attribute);
      else if (color) {
        this.#colors.push(color);
        for (const term of terms) term.asks.push({ part: "color", value: color.name });
      }
    }
    if (unknown) {
      const { kind, subjects = [] } = this.#pending ?? {};
      // "a man with a zorblax and a hat".
      if (!isShared(kind)) this.#pending = undefined;
      if (!this.#isMain) this.#subjects = isShared(kind) ? [...subjects] : [];
    }
    this.#phrase = emptyPhrase();
    if (isApart || hasArticle) this.#predicate = undefined;
  }

  /** Reads the nouns after a negation. Returns the index of the last of their units. */
  #readNegation(at: number): number {
    this.#endPhrase();
    let end = at + 1;
    let hasNoun = false;
    for (let unit = this.#units[end]; unit; unit = this.#units[++end]) {
      const isJoint = joining.has(unit.plain) || (unit.isApart && isNegatedList(this.#units, end));
      if (unit.isSpoken || negations.has(unit.plain)) break;
      if (joining.has(unit.plain)) {
        const next = this.#units[end + 1];
        if (unit.plain === "and" && (!next || articles.has(next.plain) || next.isApart)) break;
        hasNoun = false;
        continue;
      }
      if (unit.isApart && !isJoint && end > at + 1) break;
      if (unit.isApart) hasNoun = false;
      if (hasNoun) break;
      if (means(unit, "preposition") && unit.plain !== "of") break;
      // "not wearing a hat".
      if (means(unit, "verb")) continue;
      hasNoun = isNounLike(unit);
    }
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
      if (unit.isApart) isSome = false;
      if (negations.has(unit.plain) || articles.has(unit.plain) || requests.has(unit.plain))
        continue;
      if (means(unit, "function", "preposition")) continue;
      const term = addTermTo(terms, unit);
      const names = isSome ? [] : listNames(unit);
      const asks = names.map((value): Ask => ({ part: "absent", value }));
      term.asks.push(...asks);
      all.push(...asks);
      if (unit.rgb) this.#deniedColors.add(unit.plain);
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

/** The colours that some words imply. */
const impliedColors = new Map(Object.entries(words.impliedColors));

function addTermTo(terms: Map<string, Term>, unit: Unit): Term {
  const { key, text } = unit;
  const term = terms.get(key) ?? { text, key, isSlight: slight.has(key), asks: [] };
  terms.set(key, term);
  return term;
}

function isCount({ meaning }: Attribute): boolean {
  return meaning?.kind === "count";
}

function fitsCount({ meaning, terms }: Attribute, unit: Unit, hasArticle: boolean): boolean {
  if (meaning?.kind !== "count") return false;
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
  if (!next || next.isSpoken || negations.has(next.plain)) return false;
  if (next.rgb && !means(next, "noun")) return false;
  if (/^(?:under|bottom of) |^(?:underwater|undersea|indoors)$/.test(next.plain)) return false;
  if (means(next, "noun")) return !means(next, "verb");
  if (means(next, "misleading")) return !next.plain.startsWith("on ");
  return (
    next.meanings.length === 0 && !adverb.test(next.plain) && !next.modify && !media.has(next.plain)
  );
}

function isNounLike(unit: Unit): boolean {
  if (unit.meanings.length === 0) return !unit.rgb && !unit.modify;
  return means(unit, "noun", "time", "weather", "season", "mood", "composition", "misleading");
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
    if (meaning.kind === "weather") return [meaning.name];
    const isWhole = ["time", "season", "mood", "composition"].includes(meaning.kind);
    return isWhole && !isNoun && "name" in meaning ? [meaning.name] : [];
  });
}

/** Gives a thing a property. Returns what the word asks for. */
function applyMeaning(thing: Thing, meaning: Meaning | undefined): Ask | undefined {
  switch (meaning?.kind) {
    case "count":
      thing.count = meaning.count;
      if (meaning.isVague) return { part: "many", thing, value: String(meaning.count) };
      return { part: "count", thing, value: String(meaning.count) };
    case "size":
      thing.size = meaning.size;
      return { part: "size", thing, value: String(meaning.size) };
    case "side":
      thing.side = meaning.name;
      return { part: "side", thing, value: meaning.name };
    case "pose":
      return applyPose(thing, meaning.name);
    default:
      return undefined;
  }
}

/** Gives a thing a pose, if there is an illustration of it. */
function applyPose(thing: Thing, pose: string): Ask | undefined {
  const { figure } = thing;
  if (!figure) return undefined;
  const ask: Ask = { part: "pose", thing, value: pose };
  if (pose === "flying") {
    const canFly = figure.habitat === "air" || figure.isAnimal || figure.isPerson;
    if (canFly) thing.figure = { ...figure, habitat: "air" };
    return canFly ? ask : undefined;
  }
  const [gender] = figure.name.split("-");
  const base = { boy: "man", girl: "woman", child: "person" }[figure.name] ?? gender;
  const isPlain = ["person", "man", "woman", "boy", "girl", "child"].includes(figure.name);
  const posed = isPlain
    ? (figures.get(`${base}-${pose}`) ?? figures.get(`person-${pose}`))
    : undefined;
  if (!posed) return undefined;
  thing.figure = { ...posed, meters: figure.meters * (pose === "in-bed" ? 0.6 : 1) };
  return ask;
}

/** Returns the relation of a subject to an object: "with" and "in" depend on both. */
function resolveRelation(
  kind: Pending["kind"],
  subject: Thing,
  object: Thing,
): RelationKind | undefined {
  const isBeing = subject.figure?.isPerson || subject.figure?.isAnimal || beings.has(subject.name);
  const isWearable = object.figure !== undefined && wearables.has(object.figure.name);
  switch (kind) {
    case "with":
      if (!object.figure || !subject.figure) return undefined;
      if (isBeing && isWearable) return "wearing";
      if (isBeing && object.figure.meters <= 1.1 && !object.figure.isAnimal) return "holding";
      return "next to";
    case "in":
      if (isBeing && isWearable) return "wearing";
      if (object.figure && isLargeBuilding(object.figure)) return "in front of";
      return "in";
    case "on":
      return object.name === "barn" && object.word !== "barn" ? "in front of" : "on";
    case "wearing":
      return isWearable ? "wearing" : undefined;
    case "holding":
      return object.figure && subject.figure ? "holding" : undefined;
    case "next to":
      return isBeing && object.figure && instruments.has(object.figure.name) ? "holding" : kind;
    case "of":
    case undefined:
      return undefined;
    default:
      return kind;
  }
}

/** Seats a person, or an animal of which there is a seated body. */
function seat(thing: Thing): void {
  const { figure } = thing;
  if (!figure) return;
  const seated = [figure.name, `${figure.name}-face`].find((name) => seatedAnimals.has(name));
  if (seated) thing.figure = { ...figure, name: seated };
  thing.isSeated = figure.isPerson || beings.has(figure.name) || seated !== undefined;
}

function isLargeBuilding({ name, habitat, meters }: Figure): boolean {
  return habitat === "ground" && meters >= 4 && !/tree|pine|palm/.test(name);
}

/** The scenery that a figure can be on. */
const surfaces = parseNames(words.surfaces);

/** Scenery that figures in the air may hide. */
const skyScenery = parseNames(words.skyScenery);

/** Returns whether a relation to scenery has a meaning for the position. */
function isPlace({ kind, to }: Relation): boolean {
  if (kind === "on" || kind === "in") return surfaces.has(to.name) || to.name === "cloud";
  return kind === "above" && !skyScenery.has(to.name);
}
