import { openWords } from "../../../core/lib/data-file.ts";
import { isEnglishWord, listLexicon } from "../../../plugins/ai/names/english-words.ts";
import { listThings } from "../../../plugins/ai/names/known-things.ts";
import { createRandom } from "./random.ts";
import { fillTemplate, type NamedText, type NameSpan } from "./sets.ts";

const readTemplates = openWords(new URL("./train-templates.txt", import.meta.url), [
  "people",
  "others",
]);
const readWords = openWords(new URL("./train-words.txt", import.meta.url), [
  "hotel ends",
  "thing ends",
  "street ends",
  "bank ends",
  "organization ends",
  "organization heads",
  "sciences",
  "cars",
  "prizes",
  "illnesses",
  "methods",
  "verbs",
  "modals",
  "months",
  "virtues",
  "adjectives",
  "products",
  "titles",
  "ambiguous",
  "bodies",
  "shop ends",
]);

/** The lists of `@faker-js/faker`, a package of the plugin. */
interface Faker {
  allFakers: Record<string, { rawDefinitions: NameLists }>;
}

interface NameLists {
  person?: Partial<
    Record<"first_name" | "last_name", Partial<Record<"generic" | "female" | "male", string[]>>>
  >;
  location?: { city_name?: string[] };
}

const packages = new URL("../../../plugins/ai/", import.meta.url).pathname;
const { allFakers } = (await import(Bun.resolveSync("@faker-js/faker", packages))) as Faker;

type Random = ReturnType<typeof createRandom>;

/** Returns sentences from templates for training, with listed and made-up names. */
export function buildTrainingTexts(count: number, seed: number): NamedText[] {
  const random = createRandom(seed);
  const makers = createMakers(random);
  const { people, others } = readTemplates();
  const [some, more] = [[...people], [...others]];
  const createText = () => {
    const template = random.pick(random.next() < 0.55 ? some : more);
    return fillTemplate(template.replaceAll("\\n", "\n").replaceAll("\\t", "\t"), makers, getType);
  };
  return Array.from({ length: count }, () => {
    let text = createText();
    while (random.next() < 0.4) text = joinTexts(text, createText());
    return text;
  });
}

/** Joins two texts by a space after a sentence, and otherwise by a line end. */
function joinTexts(first: NamedText, second: NamedText): NamedText {
  const gap = /[.!?]$/.test(first.text) ? " " : "\n";
  const shift = first.text.length + gap.length;
  return {
    text: first.text + gap + second.text,
    names: [
      ...first.names,
      ...second.names.map((one) => ({ ...one, start: one.start + shift, end: one.end + shift })),
    ],
  };
}

/** Most slots are no names, or only a part of one. */
const slotTypes: Readonly<Record<string, NameSpan["type"]>> = {
  full: "person",
  first: "person",
  last: "person",
  initial: "person",
  org: "organization",
  bank: "organization",
  place: "location",
  brand: "organization",
  town: "location",
  partners: "organization",
  virtuename: "person",
  government: "organization",
  shop: "organization",
};

/** Words before and after an ambiguous name that is a person's. */
const personal = /^ (?:\{last\}|said|if she|is here)|^,(?:$| can| please| could)/;

/** Returns the type of a slot. A first name before another word is a word there. */
function getType(slot: string, after: string): NameSpan["type"] | undefined {
  if ((slot === "first" || slot === "last") && / \{[wW]ord\}/.test(after.slice(0, 8)))
    return undefined;
  if (slot === "ambiguous") return personal.test(after) ? "person" : "location";
  return slotTypes[slot];
}

function createMakers(random: Random): Record<string, () => string> {
  const words = readWords();
  const pickOf = (name: keyof typeof words) => random.pick([...words[name]]);
  const { firsts, lasts, cities } = collectNames();
  const makeFirst = createInventor(firsts, random);
  const makeLast = createInventor(lasts, random);
  const makeCity = createInventor(cities, random);
  const lexicon = listLexicon();
  const listKind = (...kinds: string[]) =>
    lexicon.filter(([, kind]) => kinds.includes(kind)).map(([word]) => capitalize(word));
  const known = listKind("Organization", "SportsTeam");
  const places = listKind("City", "Region", "Country");
  const nouns = lexicon
    .filter(([, kind]) => kind === "Singular" || kind === "Uncountable" || kind === "Infinitive")
    .map(([word]) => word)
    .filter((word) => /^[a-z]{3,12}$/.test(word) && isEnglishWord(word));
  const pasts = lexicon
    .filter(([word, kind]) => kind === "PastTense" && /^[a-z]+$/.test(word))
    .map(([word]) => word);
  const presents = lexicon
    .filter(([word, kind]) => kind === "PresentTense" && /^[a-z]+$/.test(word))
    .map(([word]) => word);
  const adverbs = lexicon
    .filter(([word, kind]) => kind === "Adverb" && /^[a-z]+$/.test(word))
    .map(([word]) => word);
  const languages = listKind("Demonym");
  const first = () =>
    random.next() < 0.35
      ? random.pick(firsts)
      : random.next() < 0.12
        ? pickOf("virtues")
        : makeFirst();
  const last = () => {
    const one =
      random.next() < 0.35
        ? random.pick(lasts)
        : random.next() < 0.1
          ? capitalize(random.pick(nouns))
          : makeLast();
    const mood = random.next();
    return mood < 0.06
      ? `${one}-${makeLast()}`
      : mood < 0.1
        ? `${random.pick(["van", "de", "van der", "von", "al", "bin", "De", "Van", "di", "Le", "El", "O'", "Mc", "Mac", "D'"])}`
            .replace(/([a-zA-Z])$/, (_, end) => (/^(?:c)$/.test(end) ? end : `${end} `))
            .replace(/^Mac $/, "Mac") + one
        : one;
  };
  const initials = () =>
    random.next() < 0.7
      ? `${random.pick([..."ABCDEFGHIJKLMNOPRSTVW"])}.`
      : `${random.pick([..."ABCDEFGHJKLMNPRST"])}.${random.pick(["", " "])}${random.pick([..."ABCDEFGHJKLMNPRST"])}.`;
  const full = () => {
    const mood = random.next();
    if (mood < 0.06) return `${first()} ${initials()} ${last()}`;
    if (mood < 0.1) return `${first()} ${first()} ${last()}`;
    if (mood < 0.13) return `${first()}-${first()} ${last()}`;
    if (mood < 0.15) return `${first()} ${last()}`.toUpperCase();
    return `${first()} ${last()}`;
  };
  const place = () => {
    const mood = random.next();
    return mood < 0.45
      ? random.pick(places)
      : mood < 0.75
        ? random.pick(cities)
        : mood < 0.85
          ? makeCity()
          : mood < 0.9
            ? `${random.pick(["New", "North", "South", "Port", "St.", "San", "Fort", "East", "Lake"])} ${makeCity()}`
            : mood < 0.95
              ? `${makeLast()}${random.pick(["ville", "ton", "burg", "field", "ford", "land", "shire"])}`
              : `${random.pick(firsts)} ${random.pick(["City", "Falls", "Springs", "Island", "County", "Valley", "Beach", "River", "Lake"])}`;
  };
  const Word = () => capitalize(random.pick(nouns));
  const { organizations, others, places: knownPlaces } = listThings();
  const [brands, things] = [[...organizations].map(capitalize), [...others].map(capitalize)];
  const towns = [...knownPlaces].map(capitalize);
  const proper = () =>
    random.pick([
      first,
      last,
      last,
      place,
      () => capitalize(random.pick(nouns)),
      () => capitalize(random.pick(nouns)),
    ])();
  const org = () => {
    const mood = random.next();
    if (mood < 0.25) return random.pick(random.next() < 0.5 ? brands : known);
    if (mood < 0.55) return `${proper()} ${pickOf("organization ends")}`;
    if (mood < 0.65)
      return `${proper()} ${capitalize(random.pick(nouns))} ${pickOf("organization ends")}`;
    if (mood < 0.72)
      return `${pickOf("organization heads")} ${random.next() < 0.5 ? place() : pickOf("sciences")}`;
    if (mood < 0.8)
      return Array.from({ length: random.pick([2, 3, 3, 4]) }, () =>
        random.pick([..."ABCDEFGHIJKLMNOPRSTUW"]),
      ).join("");
    if (mood < 0.86) return `${last()} & ${last()}`;
    if (mood < 0.9) return `${last()}, ${last()} and ${last()}`;
    if (mood < 0.95) return `${makeLast()}`;
    return `${capitalize(random.pick(nouns))}${random.pick(["soft", "tech", "corp", "ly", "ify", "hub", "net"])}`;
  };
  return {
    first,
    last,
    full,
    org,
    place,
    initial: () => `${initials()} ${last()}`,
    title: () => pickOf("titles"),
    word: () => random.pick(nouns),
    Word,
    hotel: () => `${random.pick([place, first, last, full])()} ${pickOf("hotel ends")}`,
    street: () =>
      `${random.pick([first, last, full, place, () => capitalize(random.pick(nouns))])()} ${pickOf("street ends")}`,
    bank: () => `${proper()} ${pickOf("bank ends")}`,
    car: () => pickOf("cars"),
    prize: () => pickOf("prizes"),
    illness: () => pickOf("illnesses"),
    method: () => pickOf("methods"),
    verb: () => pickOf("verbs"),
    modal: () => pickOf("modals"),
    month: () => pickOf("months"),
    virtue: () => pickOf("virtues"),
    adjective: () => pickOf("adjectives"),
    product: () => pickOf("products"),
    language: () => random.pick(languages),
    thing: () =>
      `${random.next() < 0.5 ? "the " : ""}${random.pick([first, last, full, place, proper, Word])()} ${pickOf("thing ends")}`,
    thingword: () =>
      `${random.pick([first, last, full, place, proper, Word])()} ${random.next() < 0.6 ? pickOf("thing ends") : random.pick(nouns)}`,
    town: () => (random.next() < 0.7 ? random.pick(towns) : random.pick(places)),
    past: () => random.pick(pasts),
    present: () => random.pick(presents),
    adverb: () => random.pick(adverbs),
    code: () =>
      Array.from({ length: random.pick([1, 2, 3]) }, () =>
        Array.from({ length: random.pick([1, 2, 4, 6]) }, () =>
          random.pick([..."ABCDEFXYZ0123456789012345678"]),
        ).join(""),
      ).join(random.pick(["", "-", ".", ""])),
    mail: () => `${random.pick(nouns)}@example.com`,
    partners: () =>
      random.next() < 0.6
        ? `${last()}, ${last()} and ${last()}`
        : `${last()}-${last()} & ${last()}`,
    virtuename: () => (random.next() < 0.5 ? pickOf("virtues") : pickOf("verbs")),
    acronym: () =>
      Array.from({ length: random.pick([2, 3, 3, 4]) }, () =>
        random.pick([..."ABCDEFGHIJKLMNOPRSTUW"]),
      ).join(""),
    government: () => {
      const body = pickOf("bodies");
      const science = () => pickOf("sciences");
      const mood = random.next();
      if (mood < 0.3) return `${body} of ${place()}`;
      if (mood < 0.5)
        return `${place()} ${body} of ${science()} and ${random.pick(nouns).replace(/^./, (one) => one.toUpperCase())}`;
      if (mood < 0.65) return `${body} of ${science()}`;
      if (mood < 0.85)
        return `${random.pick(languages)} ${random.next() < 0.5 ? Word() : science()} ${body}`;
      return `${random.pick(languages)} ${body}`;
    },
    shop: () =>
      random.next() < 0.4
        ? `${first()}'s ${random.pick([...words["shop ends"]])}`
        : random.next() < 0.5
          ? `${first()}'s`
          : `${random.pick([last, Word, place])()} ${random.pick([...words["shop ends"]])}`,
    brand: () => random.pick(brands),
    other: () => random.pick(things),
    ambiguous: () => pickOf("ambiguous"),
  };
}

const acronym =
  /^(?:[bcdfghjklmnpqrstvwxz]{2,4}|[a-z]{2,3}|nato|unicef|unesco|ucla|fbi|nasa|espn|hsbc|basf|[a-z]\.[a-z.]{1,4})$/;

function capitalize(phrase: string): string {
  if (acronym.test(phrase)) return phrase.toUpperCase();
  return phrase.replaceAll(/(?<=^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

function collectNames() {
  const [firsts, lasts, cities] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const add = (to: Set<string>, names: unknown) => {
    for (const name of [names ?? []].flat(2))
      if (typeof name === "string" && /^\p{Script=Latin}[\p{Script=Latin}' -]{1,20}$/u.test(name))
        to.add(name);
  };
  for (const { rawDefinitions } of Object.values(allFakers)) {
    const { first_name: first, last_name: last } = rawDefinitions.person ?? {};
    for (const some of [first?.generic, first?.female, first?.male]) add(firsts, some);
    for (const some of [last?.generic, last?.female, last?.male]) add(lasts, some);
    add(cities, rawDefinitions.location?.city_name);
  }
  return { firsts: [...firsts], lasts: [...lasts], cities: [...cities] };
}

/** Creates a function that invents words like the given ones, by three letters in a row. */
function createInventor(words: readonly string[], random: Random): () => string {
  const next = new Map<string, string[]>();
  for (const word of words)
    for (let at = 0; at <= word.length; at++) {
      const before = `^^${word}`.slice(at, at + 2) + (at > 0 ? "" : "");
      const key = at >= 3 ? word.slice(at - 3, at) : before;
      const some = next.get(key) ?? [];
      some.push(word[at] ?? "");
      next.set(key, some);
    }
  return () => {
    for (;;) {
      let word = "";
      for (;;) {
        const key =
          word.length >= 3 ? word.slice(-3) : `^^${word}`.slice(word.length, word.length + 2);
        const char = random.pick(next.get(key) ?? [""]);
        if (char === "" || word.length > 16) break;
        word += char;
      }
      if (word.length > 3 && word.length < 15) return word.charAt(0).toUpperCase() + word.slice(1);
    }
  };
}
