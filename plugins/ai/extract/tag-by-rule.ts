import { readWords } from "../text/word-lists.ts";
import { toAnswerKey } from "./answer-key.ts";
import type { TaggedWord, WordClass } from "./tagged-word.ts";

/** Words of a closed class, and the endings of open ones. */
interface Grammar {
  closed: ReadonlyMap<string, WordClass>;
  verb: RegExp;
  adjective: RegExp;
  adverb: RegExp;
  /** Endings of nouns that look like verbs or adjectives. */
  noun: RegExp;
}

/** The languages that are tagged by lists and endings. */
export type RuleLanguage = "de" | "es";

const german: Grammar = {
  closed: buildClosed({
    aux: `ist sind war waren wäre wären sei seien bin bist sein gewesen hat haben hatte hatten hätte hätten habe habt hast
      gehabt wird werden wurde wurden worden würde würden werde kann können konnte konnten könnte könnten muss müssen
      musste mussten müsste soll sollen sollte sollten darf dürfen durfte durften will wollen wollte wollten mag mögen
      möchte möchten`,
    question: `wer wen wem wessen was wann wo wohin woher warum wieso weshalb welche welcher welches welchen welchem wozu
      wofür womit woran worauf worin wodurch wogegen wovon worüber wonach woraus worum wobei wieviel wieviele`,
    preposition: `in im ins an am ans auf aus bei beim mit nach seit von vom zu zum zur bis durch für gegen ohne um über
      unter vor hinter neben zwischen während wegen trotz innerhalb außerhalb entlang laut gemäß als wie per pro ab
      gegenüber anhand aufgrund mittels anstelle statt hinsichtlich bezüglich via samt dank`,
    determiner: `der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese
      dieses diesen diesem jener jene jenes jenen jenem jeder jede jedes jeden jedem sein seine seinen seinem seiner
      seines ihr ihre ihren ihrem ihrer ihres unser unsere unseren mein meine alle aller allen einige einiger einigen
      mehrere mehrerer mehreren viele vieler vielen manche mancher manchen beide beiden beider solche solcher solchen
      etwa rund fast ungefähr circa`,
    pronoun:
      "er sie es ich wir ihm ihn ihnen sich man uns mich mir dir du etwas nichts jemand niemand selbst dies",
    conjunction: `und oder aber denn sondern sowie sowohl dass weil wenn ob obwohl da damit indem nachdem bevor bzw
      beziehungsweise jedoch sobald solange falls während weder noch`,
    adverb: `nicht auch nur sehr mehr schon immer bereits dort hier dann daher dadurch dabei darauf davon dazu später
      heute jetzt oft häufig meist meistens wieder weiter zuerst zunächst schließlich insbesondere besonders so
      ebenfalls etwa nun nie niemals zusammen einst ursprünglich jährlich derzeit zudem außerdem allerdings dagegen`,
    number: `eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn zwanzig
      dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen milliarde milliarden
      dutzend hälfte drittel viertel prozent ersten zweiten dritten vierten fünften`,
    verb: `gibt gab geht ging steht stand kommt kam liegt lag heißt hieß nahm nimmt fand findet ließ lässt führt führte
      wuchs trat tritt schrieb gewann verlor begann starb hielt hält blieb bleibt bestand besteht schloss zog sang
      spielt spielte sah sieht fing traf trifft rief schlug stieg sank trug trägt wirkt dient diente nennt nannte
      bildet enthält erhielt erhält entstand umfasst bezeichnet`,
  }),
  verb: /^(?:ge|.{1,6}ge)\p{L}{2,14}(?:t|en)$|(?:te|ten|tet|iert|ieren|ierte|ierten|eln|ern|igt)$|\p{L}{3}(?:t|en)$/u,
  adjective:
    /(?:ig|lich|isch|bar|sam|haft|los|voll|al|ell|iv|ös|är|ant|ent|end|st)(?:e|en|er|es|em|ere|eren|sten|ste)?$|(?:e|er|es|em)$/u,
  adverb: /(?:weise|mals|wärts|falls|dings|maßen)$/u,
  noun: /(?:ung|heit|keit|schaft|tion|tät|mus)(?:en|s)?$/u,
};

const spanish: Grammar = {
  closed: buildClosed({
    aux: `es son era eran fue fueron ser sido siendo sea sean fuera sería serían será serán está están estaba estaban
      estuvo estuvieron estar estado ha han había habían hubo hay haber habido haya hayan habría puede pueden podía
      podían pudo podría podrían poder debe deben debía debería deberían deber va van iba iban suele suelen solía`,
    question: `qué quién quiénes cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas quien quienes cual
      cuales cuando donde cuyo cuya cuyos cuyas`,
    preposition: `de del a al en con por para sin sobre entre desde hasta hacia según contra durante mediante tras ante
      bajo como excepto salvo vía dentro fuera cerca alrededor`,
    determiner: `el la los las un una unos unas este esta estos estas ese esa esos esas aquel aquella aquellos aquellas
      su sus mi mis nuestro nuestra nuestros nuestras cada todo toda todos todas algún alguna algunos algunas ningún
      ninguna otro otra otros otras varios varias muchos muchas mucho mucha ambos ambas cualquier tal tales lo
      aproximadamente unos casi`,
    pronoun:
      "se le les me te nos él ella ellos ellas ello yo nosotros esto eso aquello alguien nadie algo nada sí",
    conjunction: "y e o u ni pero sino que si porque aunque pues mientras así",
    adverb: `no más menos muy también ya aún todavía siempre nunca menudo veces además después antes luego hoy ahora allí aquí
      entonces sólo solo incluso tan tanto bien mal casi apenas posteriormente jamás`,
    number: `uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis veinte
      treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos trescientos quinientos mil
      millón millones mitad tercio docena`,
    verb: `tiene tienen tuvo hace hacen hizo dice dijo da dan dio llama llaman usa usan utiliza utilizan permite permiten
      incluye incluyen contiene contienen ocurre existe existen significa representa produce producen causa recibe
      muestra comienza empieza llega vive viven forma forman pertenece conecta separa ofrece requiere sigue sirve
      considera encuentra encuentran refiere conoce denomina compone componen tienden tiende vio puso quiso supo vino
      hecho escrito dicho visto puesto muerto abierto`,
  }),
  verb: /(?:ar|er|ir|arse|erse|irse|ando|iendo|yendo|ado|ada|ados|adas|ido|ida|idos|idas|ó|aron|ieron|aba|aban|ían|ará|erá|irá|arán|erán|irán|aría|ería|iría)$/u,
  adjective:
    /(?:al|ales|ico|ica|icos|icas|oso|osa|osos|osas|ivo|iva|ivos|ivas|able|ables|ible|ibles|ario|aria|arios|arias|ense|ano|ana|anos|anas|ante|antes|ente|entes|és|esa|eses|or|ores)$/u,
  adverb: /mente$/u,
  noun: /(?:ción|ciones|sión|siones|dad|dades|tud|miento|mientos|ismo|aje|mujer|lugar|poder|mar|par|azar|taller|carácter|líder|sector|valor|estado|partido|sonido|tratado|mercado|grado|vida|medida|comida|ciudad)$/u,
};

function buildClosed(lists: Partial<Record<WordClass, string>>): ReadonlyMap<string, WordClass> {
  const closed = new Map<string, WordClass>();
  for (const [wordClass, words] of Object.entries(lists) as [WordClass, string][])
    for (const word of readWords(words)) if (!closed.has(word)) closed.set(word, wordClass);
  return closed;
}

// Each step consumes a separator and at least one letter or digit, so that the pattern never backtracks far.
const wordPattern =
  /(?<![\p{N}.,])\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3}){1,5}(?![\p{L}\p{N}])(?:,\p{N}{1,9})?|[\p{L}\p{M}\p{N}_]+(?:[-'’.·@&/][\p{L}\p{M}\p{N}]+|(?<=\p{N}),\p{N}+)*/gu;

/** Tags the words of a German or Spanish text by lists of function words, endings and neighbours. */
export function tagByRule(text: string, language: RuleLanguage): TaggedWord[] {
  const words: TaggedWord[] = [];
  for (const { 0: shown, index } of text.matchAll(wordPattern)) {
    const last = words.at(-1);
    const before = text.slice(last?.end ?? 0, index);
    if (last) last.after = before;
    const lower = shown.normalize("NFC").toLowerCase();
    words.push({
      start: index,
      end: index + shown.length,
      lower,
      key: toAnswerKey(lower, language),
      wordClass: "other",
      before,
      after: "",
      isCapitalized: /^\p{Lu}/u.test(shown),
    });
  }
  const last = words.at(-1);
  if (last) last.after = text.slice(last.end);
  const classify = language === "de" ? classifyGerman : classifySpanish;
  for (const [index, word] of words.entries()) word.wordClass = classify(words, index);
  return words;
}

/** Whether a word opens a sentence, where every word has a capital. */
function opensSentence(words: readonly TaggedWord[], index: number): boolean {
  return index === 0 || /[.!?:¿¡„“"]/.test(words[index]?.before ?? "");
}

function isAdjacent(before: string | undefined): boolean {
  return before === " " || before === "\u00a0";
}

function classifyGerman(words: readonly TaggedWord[], index: number): WordClass {
  const word = words[index];
  if (!word) return "other";
  const { lower, isCapitalized } = word;
  const [previous, next] = [words[index - 1], words[index + 1]];
  const opens = opensSentence(words, index);
  const known = german.closed.get(lower);
  if (known && (!isCapitalized || opens || known === "number")) return known;
  if (/^\p{N}/u.test(lower)) return "number";
  if (isCapitalized) {
    // German nouns rarely touch each other. Names do: "Catherine Tate".
    const isName = (other: TaggedWord | undefined, before: string | undefined) =>
      other?.isCapitalized === true && isAdjacent(before) && !german.closed.has(other.lower);
    if (isName(next, next?.before) || isName(previous, word.before))
      return german.noun.test(lower) ? "noun" : "name";
    return opens && german.adjective.test(lower) && next?.isCapitalized ? "adjective" : "noun";
  }
  // The verb follows the question word: "Wer entwarf das Haus?".
  if (/^(?:wer|wem|wen|was|wann|wo\p{L}{0,5})$/u.test(previous?.lower ?? "") && lower !== "genau")
    return "verb";
  if (next?.isCapitalized && isAdjacent(next.before)) return "adjective";
  return classifyByEnding(lower, german);
}

function classifySpanish(words: readonly TaggedWord[], index: number): WordClass {
  const word = words[index];
  if (!word) return "other";
  const { lower, isCapitalized } = word;
  const previous = words[index - 1];
  const opens = opensSentence(words, index);
  const known = spanish.closed.get(lower);
  if (known && known !== "verb" && (!isCapitalized || opens)) return known;
  if (/^\p{N}|^[ivxlc]+$/u.test(lower) && (!isCapitalized || /^\p{N}/u.test(lower)))
    return "number";
  if (isCapitalized && !opens) return "name";
  if (previous?.wordClass === "determiner" && isAdjacent(word.before)) return "noun";
  if (previous?.lower === "se" || known === "verb") return "verb";
  if (spanish.noun.test(lower)) return "noun";
  if (isThirdPerson(lower, previous?.wordClass)) return "verb";
  const found = classifyByEnding(lower, spanish);
  if (found === "adjective" && previous?.wordClass !== "noun" && previous?.wordClass !== "name")
    return "noun";
  return found === "other" ? "noun" : found;
}

/** Nouns and adjectives with the ending of a verb in the third person plural. */
const falseVerbs =
  /^(?:imagen|origen|orden|examen|joven|volumen|margen|virgen|crimen|resumen|régimen|certamen|gen|tren|bien|plan|pan|clan|gran|buen|quien|alguien|también|polen|almacén|huracán|germen|dictamen|abdomen|catalán|alemán)$/;

/** Whether a Spanish word has the ending of a verb: "evitan", "sustrajo". It follows a noun or a pronoun. */
function isThirdPerson(lower: string, previous: WordClass | undefined): boolean {
  if (previous === "preposition" || previous === "adjective" || previous === "number") return false;
  return (
    /(?:[ts]rajo|[dl]ujo)$/u.test(lower) ||
    (/\p{L}{2}[ae]n$/u.test(lower) && !falseVerbs.test(lower))
  );
}

function classifyByEnding(lower: string, { verb, adjective, adverb }: Grammar): WordClass {
  if (adverb.test(lower)) return "adverb";
  if (verb.test(lower)) return "verb";
  return adjective.test(lower) ? "adjective" : "other";
}
