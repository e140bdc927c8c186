import { readWords } from "../text/word-lists.ts";

/** Countable nouns for people. None is also a title without an article, such as “captain”. */
const people = readWords(`
  actor actress architect artist athlete baby baker boy brother builder businessman businesswoman butcher child
  cleaner colleague cousin customer dancer daughter dentist designer detective doctor driver electrician employee
  engineer farmer father fisherman foreigner friend gardener girl grandfather grandmother guest hairdresser husband
  journalist kid lawyer librarian man mechanic mother musician neighbour neighbor nurse painter passenger patient
  person photographer pianist plumber policeman policewoman politician programmer pupil receptionist sailor
  salesman scientist secretary shopkeeper singer sister soldier student teacher teenager tourist translator uncle
  vegetarian vet visitor waiter waitress wife woman writer aunt
`);
/** Countable nouns that aren't verbs, adjectives or parts of many compounds. */
const things = readWords(`
  accident afternoon airport album animal apartment apple armchair article banana bakery bathroom beach bedroom bicycle
  bike bird birthday blanket boat bottle bridge building bus book bag bed bank game box cafe cake camera car carpet castle cat chair
  church cinema city classroom coat computer corner country cousin cup day desk dictionary dog door dream
  dress egg elephant email evening exam example exercise factory farm festival field film flat flower forest fridge
  garden gift goal guitar hat hobby holiday horse hospital hotel hour house idea island jacket job journey key kitchen
  knife lake language laptop lesson letter library lion magazine meal meeting message mirror mistake month morning
  motorbike mountain movie museum newspaper niece nephew novel office orange painting paragraph passport pen pencil
  phone photo piano picture pillow pizza plane poem postcard potato prize problem question rabbit reason restaurant
  river room salad sandwich school sentence shirt shoe shop shower skirt sofa song spoon station story street
  subject suitcase summer supermarket sweater swimming-pool table task teapot telephone television theatre ticket tiger toilet tomato
  tooth town toy tree trip umbrella university uniform vegetable village violin wallet wardrobe week weekend
  window winter word year yacht
`);
const irregularPlurals: ReadonlyMap<string, string> = new Map([
  ["child", "children"],
  ["man", "men"],
  ["woman", "women"],
  ["businessman", "businessmen"],
  ["businesswoman", "businesswomen"],
  ["fisherman", "fishermen"],
  ["policeman", "policemen"],
  ["policewoman", "policewomen"],
  ["salesman", "salesmen"],
  ["person", "people"],
  ["knife", "knives"],
  ["wife", "wives"],
  ["tooth", "teeth"],
  ["potato", "potatoes"],
  ["tomato", "tomatoes"],
]);

function getPlural(noun: string): string {
  const irregular = irregularPlurals.get(noun);
  if (irregular !== undefined) return irregular;
  if (/(?:[sx]|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

const personNouns = new Set(people);
const plurals: ReadonlyMap<string, string> = new Map(
  [...people, ...things].map((noun) => [noun, getPlural(noun)]),
);
const singulars: ReadonlyMap<string, string> = new Map(
  [...plurals].map(([one, many]) => [many, one]),
);
/** Nouns that have only a plural, or are nearly always plural. */
const pairs = new Set(
  readWords(
    "clothes eyes feet glasses gloves hands jeans legs parents scissors shoes shorts socks boots sunglasses trousers vegetables",
  ),
);
const mass = new Set(
  readWords(`
  advice baggage bread butter cash cheese clothing coffee electricity equipment food fruit furniture happiness
  homework housework information knowledge luggage meat milk money music news patience pollution progress rain
  research rice rubbish salt snow software space sugar tea time traffic violence water wine work
`),
);
const adjectives = new Set(
  readWords(`
  amazing angry awful bad beautiful big black blue boring brown busy cheap clean clever cold comfortable
  crazy dangerous dark delicious different difficult dirty easy empty excellent exciting expensive famous fantastic fast
  foreign friendly funny good great green happy hard healthy heavy honest horrible hot huge hungry important
  intelligent interesting kind large lazy lovely lucky modern new nice noisy old perfect polite poor popular pretty
  quick quiet red rich sad serious short shy simple slow small smart special strange strong sunny tall terrible thirsty tiny
  tired ugly useful warm white wonderful wet worried yellow young
`),
);
const shortTimes = new Set([
  "day",
  "week",
  "month",
  "year",
  "hour",
  "morning",
  "evening",
  "afternoon",
  "summer",
  "winter",
  "weekend",
]);

/** Nouns of the lists that are often uncountable, or stand without an article. */
const withoutArticle = new Set(
  readWords(`
  apple bed banana cake church cinema dinner egg exercise film hospital language office orange paragraph pizza potato
  salad school television theatre tomato uniform university vegetable
`),
);

/** Whether a phrase consists of known adjectives, or none, and a noun for which `isNoun` holds. */
function endsIn(phrase: string, isNoun: (noun: string) => boolean): boolean {
  const words = phrase.toLowerCase().split(" ");
  return isNoun(words.at(-1) ?? "") && words.slice(0, -1).every((word) => adjectives.has(word));
}

const changeNoun = (phrase: string, forms: ReadonlyMap<string, string>) => {
  const at = phrase.lastIndexOf(" ") + 1;
  const noun = phrase.slice(at);
  return phrase.slice(0, at) + (forms.get(noun.toLowerCase()) ?? noun);
};

type ClassForm = (phrase: string) => string | undefined;
const when =
  (
    isNoun: (noun: string) => boolean,
    form: (phrase: string) => string = (phrase) => phrase,
  ): ClassForm =>
  (phrase) =>
    endsIn(phrase, isNoun) ? form(phrase) : undefined;
const withArticle = (phrase: string) =>
  `${/^(?:[aeio]|u[^ns]|un[^i]|hour|honest)/i.test(phrase) ? "an" : "a"} ${phrase}`;

/** Forms of phrases of a class. They return `undefined` for a phrase of another class, which is then no mistake. */
export const classForms: Readonly<Record<string, ClassForm>> = {
  one: when((noun) => plurals.has(noun)),
  aone: when(
    (noun) => plurals.has(noun) && !shortTimes.has(noun) && !withoutArticle.has(noun),
    withArticle,
  ),
  aany: when((noun) => plurals.has(noun) && !withoutArticle.has(noun), withArticle),
  aperson: when((noun) => personNouns.has(noun), withArticle),
  person: when((noun) => personNouns.has(noun)),
  persons: when((noun) => personNouns.has(singulars.get(noun) ?? "")),
  onetomany: when(
    (noun) => plurals.has(noun),
    (phrase) => changeNoun(phrase, plurals),
  ),
  counttomany: when(
    (noun) => plurals.has(noun) && !withoutArticle.has(noun),
    (phrase) => changeNoun(phrase, plurals),
  ),
  manytoone: when(
    (noun) => singulars.has(noun),
    (phrase) => changeNoun(phrase, singulars),
  ),
  plurals: when((noun) => singulars.has(noun) || pairs.has(noun)),
  pairs: when((noun) => pairs.has(noun)),
  mass: when((noun) => mass.has(noun)),
  noun: when(
    (noun) => plurals.has(noun) || singulars.has(noun) || pairs.has(noun) || mass.has(noun),
  ),
  adjective: (word) => (adjectives.has(word.toLowerCase()) ? word : undefined),
};
