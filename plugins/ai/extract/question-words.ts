import { readWords } from "../text/word-lists.ts";
import { toAnswerKey } from "./answer-key.ts";
import type { RuleLanguage } from "./tag-by-rule.ts";

/** The kind of answer that a question asks for. */
export type AnswerKind =
  | "person"
  | "date"
  | "time"
  | "location"
  | "number"
  | "amount"
  | "money"
  | "duration"
  | "reason"
  | "definition"
  | "thing";

/** The patterns and words that questions of a language have. */
export interface QuestionWords {
  /** Patterns of questions, by the kind of answer that they ask for. */
  forms: readonly (readonly [AnswerKind, RegExp])[];
  /** The keys of verbs and nouns of the same meaning. */
  synonyms: readonly (readonly string[])[];
  /** Verbs without a meaning of their own. */
  lightVerbs: ReadonlySet<string>;
  /** The keys of the nouns of questions, by the kind of thing that they ask for. */
  nounKinds: readonly (readonly [string, ReadonlySet<string>])[];
  /** Forms of "to be". */
  be: ReadonlySet<string>;
  /** Words that ask for the subject or the object. */
  subject: ReadonlySet<string>;
  object: ReadonlySet<string>;
  /** Words that join a noun to its owner, and words that join two things. */
  of: ReadonlySet<string>;
  and: ReadonlySet<string>;
  /** Prepositions that are fused with an article or a question word: "im", "wofür", "del". */
  prepositions: ReadonlyMap<string, string>;
}

/** Builds the table of a language. Nouns and synonyms are stored under their keys. */
function buildWords(
  language: RuleLanguage,
  {
    synonyms,
    nounKinds,
    prepositions,
    ...lists
  }: {
    forms: QuestionWords["forms"];
    synonyms: readonly string[];
    nounKinds: Readonly<Record<string, string>>;
    prepositions: string;
  } & Record<"lightVerbs" | "be" | "subject" | "object" | "of" | "and", string>,
): QuestionWords {
  const listKeys = (words: string) => readWords(words).map((word) => toAnswerKey(word, language));
  const set = (words: string) => new Set(readWords(words));
  return {
    forms: lists.forms,
    synonyms: synonyms.map(listKeys),
    lightVerbs: set(lists.lightVerbs),
    nounKinds: Object.entries(nounKinds).map(
      ([kind, nouns]) => [kind, new Set(listKeys(nouns))] as const,
    ),
    be: set(lists.be),
    subject: set(lists.subject),
    object: set(lists.object),
    of: set(lists.of),
    and: set(lists.and),
    prepositions: new Map(
      readWords(prepositions).map((pair) => pair.split(":") as [string, string]),
    ),
  };
}

const german = buildWords("de", {
  forms: [
    [
      "money",
      /\bwas kostete?n?\b|\bwie ?viel (?:geld|kostete?n?|euro|dollar|pfund)\b|\bwie ?viel\b[^?]{0,120}\b(?:gekostet|kosten|bezahlt|verdient|verdiente|ausgegeben)\b|\bwie teuer\b/iu,
    ],
    [
      "duration",
      /\bwie (?:lange|alt)\b|\bwie ?viele? (?:jahre|tage|stunden|monate|wochen|minuten)\b/iu,
    ],
    ["time", /\b(?:um wie ?viel uhr|zu welcher uhrzeit)\b/iu],
    [
      "number",
      /\bwie ?viele?n?\b|\bwie (?:oft|häufig)\b|\b(?:welche[rsnm]?|wie ?viel) (?:prozent\p{L}{0,6}|anteil|anzahl|zahl)\b/iu,
    ],
    ["amount", /\bwie (?:hoch|groß|weit|schnell|schwer|tief|breit|lang|heiß|kalt)\b/iu],
    [
      "date",
      /\bwann\b|\b(?:welche[rsnm]?) (?:jahr|jahre|jahren|jahrhundert|jahrhunderts|jahrzehnt|datum|tag|tages|monat|zeitraum|ära|epoche)\b/iu,
    ],
    [
      "location",
      /\bwo\b|\bwohin\b|\bwoher\b|\bwelche[rsnm]? (?:land|ländern?|stadt|städten?|ort|orten?|staat|bundesstaat|region|kontinent|insel|provinz|bezirk)\b/iu,
    ],
    ["person", /\bwe[rmn]\b|\bwessen\b/iu],
    ["reason", /\bwarum\b|\bwieso\b|\bweshalb\b|\baus welchem grund\b/iu],
    [
      "definition",
      /^\s*was (?:ist|sind|war|waren) (?:(?:ein|eine|der|die|das) )?[\p{L}\p{N}-]{2,40}\s*\?*\s*$/iu,
    ],
  ],
  synonyms: [
    "endet endete beendet ende abgeschlossen schließen geschlossen schloss eingestellt aufhören",
    "beginnt begann begonnen beginn anfang startet startete anfing eröffnet eröffnete",
    "starb sterben gestorben tod verstarb getötet",
    "geboren geburt",
    "gebaut baute erbaut errichtet errichtete bau fertiggestellt konstruiert",
    "gründete gegründet gründung etabliert eingerichtet geschaffen ins leben",
    "schrieb geschrieben schreiben verfasste verfasst autor veröffentlicht",
    "kaufte gekauft erwarb erworben übernahm übernommen",
    "gewann gewonnen gewinnen besiegte besiegt sieg",
    "verlor verloren verlieren verlust",
    "verließ verlassen",
    "erfand erfunden erfinder entwickelte entwickelt",
    "entdeckte entdeckt entdeckung fand gefunden findet",
    "heiratete verheiratet ehefrau ehemann",
    "zog umgezogen verlegt",
    "ernannt ernannte gewählt wählte berufen",
    "zeigte gezeigt bewies bewiesen",
    "leitete geleitet führte geführt leiter vorsitzender regie",
    "hergestellt herstellen produziert produzierte erzeugt erzeugte",
    "sang gesungen singen sänger aufgeführt",
    "spielte gespielt spielen verkörperte",
    "lebte leben lebt wohnte wohnen",
    "arbeitet arbeitete arbeiten beschäftigt",
    "sagte gesagt erklärte erklärt behauptete argumentierte meinte schlug",
    "verursacht verursachte führt ursache resultiert",
    "stieg gestiegen wuchs gewachsen erhöht zunahm",
    "fiel gefallen sank gesunken verringert abgenommen",
    "erhielt erhalten bekam bekommen empfangen",
    "unterrichtete unterrichtet lehrte gelehrt",
    "besitzt besaß besitzen gehört gehörte",
    "nannte genannt nennt heißt hieß bezeichnet bekannt name",
    "zerstört zerstörte vernichtet",
    "trat beigetreten beitritt schloss",
    "verkauft verkaufte",
    "besteht bestand bestehen enthält umfasst beinhaltet",
    "nahm genommen teilgenommen teilnahm",
    "verwendet verwendete benutzt genutzt nutzt nutzung verwendung einsatz eingesetzt",
    "liegt lag befindet befand gelegen",
    "unterzeichnet unterzeichnete unterschrieb unterschrieben",
    "verabschiedet verabschiedete erlassen",
    "stammt stammen stammte kam kommt",
    "bedeckt bedeckte abdeckt",
  ],
  lightVerbs:
    "gibt gab geht ging heißt hieß heißen genannt nennt nennen bezeichnet bekannt verwendet benutzt gemacht machen macht lautet lautete steht",
  nounKinds: {
    name: "name namen titel begriff spitzname beiname wort abkürzung marke bezeichnung genannt hieß heißt",
    number:
      "prozent prozentsatz anteil zahl anzahl menge rate bevölkerung bevölkerungszahl temperatur alter entfernung länge höhe tiefe gewicht größe preis kosten wert gesamtzahl fläche geschwindigkeit endstand ergebnis",
    date: "jahr jahre jahrzehnt jahrhundert monat tag datum zeitraum epoche zeit",
    place:
      "stadt land staat bundesstaat nation fluss kontinent insel region gebiet provinz ort berg see ozean bezirk straße gebäude universität schule stadion park tal museum autobahn flughafen",
    group:
      "unternehmen firma organisation team mannschaft partei gruppe band behörde institution einrichtung liga verein regierung gericht stamm kirche netzwerk sender",
    person:
      "person mann frau spieler präsident könig königin autor schauspieler schauspielerin wissenschaftler anführer general künstler minister mitglied entdecker philosoph kaiser abgeordnete erfinder",
  },
  be: "ist sind war waren",
  subject: "wer",
  object: "wen wem",
  of: "des der von vom eines einer",
  and: "und oder sowie",
  prepositions:
    "im:in ins:in am:an ans:an zum:zu zur:zu vom:von beim:bei wozu:zu wofür:für womit:mit woran:an worauf:auf worin:in wodurch:durch wogegen:gegen wovon:von worüber:über wonach:nach woraus:aus worum:um wobei:bei",
});

const spanish = buildWords("es", {
  forms: [
    [
      "money",
      /cuánto (?:dinero|cuesta|cuestan|costó|costaron|costaba|costará|vale|pag\p{L}{1,6}|gan\p{L}{1,6}|gast\p{L}{1,6})(?!\p{L})|cuántos (?:dólares|euros|libras)|cuál (?:es|era|fue) el (?:precio|coste|costo|salario|presupuesto)/iu,
    ],
    [
      "duration",
      /cuánto (?:tiempo|duró|dura|tarda|tardó)(?!\p{L})|cuántos (?:años|días|meses|minutos|segundos|siglos)|cuántas (?:horas|semanas|décadas)|qué edad/iu,
    ],
    ["time", /a qué hora/iu],
    [
      "number",
      /cuánt[oa]s?(?!\p{L})|qué (?:porcentaje|proporción|número|cantidad|parte)(?!\p{L})|cuál (?:es|era|fue) (?:el|la) (?:porcentaje|número|población|cantidad)(?!\p{L})/iu,
    ],
    [
      "amount",
      /(?:qué|cuál (?:es|era|fue) (?:el|la)) (?:tamaño|altura|velocidad|distancia|temperatura|longitud|profundidad|peso)(?!\p{L})/iu,
    ],
    [
      "date",
      /cuándo|(?:qué|cuál (?:es|era|fue) (?:el|la)) (?:año|años|fecha|día|mes|siglo|década|época|período|periodo)(?!\p{L})/iu,
    ],
    [
      "location",
      /a?dónde|qué (?:país|países|ciudad|ciudades|lugar|lugares|estado|región|continente|isla|provincia|pueblo)(?!\p{L})/iu,
    ],
    ["person", /qui[eé]n(?:es)?(?!\p{L})/iu],
    [
      "reason",
      /por qué(?! (?:tipo|motivo|medio|parte|zona))|por qué (?:motivo|razón)|cuál (?:es|fue|era) (?:la razón|el motivo)/iu,
    ],
    [
      "definition",
      /^[\s¿]*qué (?:es|son|era|eran) (?:(?:el|la|los|las|un|una) )?[\p{L}\p{N}-]{2,40}\s*\?*\s*$/iu,
    ],
  ],
  synonyms: [
    "terminó termina terminar finalizó acabó fin final concluyó cerró cerrar",
    "comenzó comienza comenzar empezó inició iniciar inicio principio",
    "murió morir muerto muerte falleció fallecimiento",
    "nació nacer nacido nacimiento",
    "construyó construir construido construcción edificó erigió levantó",
    "fundó fundar fundada fundado fundación estableció establecido creó creado crear creada",
    "escribió escribir escrito escrita autor autora publicó",
    "compró comprar comprado adquirió adquirido adquisición",
    "ganó ganar ganado venció derrotó victoria",
    "perdió perder perdido pérdida",
    "abrió abrir abierto inauguró inaugurado",
    "inventó inventar inventado inventor ideó desarrolló",
    "descubrió descubrir descubierto descubrimiento encontró hallado encontrado",
    "casó casarse casado esposa esposo matrimonio",
    "mudó trasladó trasladado",
    "nombró nombrado elegido eligió designado",
    "mostró demostró demostrado probó",
    "dirigió dirigido director lideró encabezó líder",
    "hizo hacer hecho produjo producir produce produjeron fabricó fabrica fabricado",
    "pintó pintado pintor dibujó",
    "cantó cantar cantante interpretó interpretar interpretado actuó",
    "jugó jugar jugador",
    "vivió vivir vive viven residían residía residió habitaban",
    "trabajó trabajar trabaja empleó empleados",
    "dijo decir dice afirmó afirma declaró argumentó explicó sostuvo",
    "causó causar causa provocó provocar provoca llevó ocasionó",
    "aumentó aumentar creció crecer subió",
    "cayó caer disminuyó disminuir redujo reducir descendió",
    "recibió recibir recibido obtuvo obtener consiguió",
    "enseñó enseñar impartió",
    "posee poseer pertenece propiedad propietario",
    "llamó llamaba llama llamar denominó denominado denominaba conocido conocida nombre",
    "destruyó destruir destruido destruidas",
    "unió unirse incorporó ingresó adhirió",
    "vendió vender vendido",
    "compone componen consta consiste comprende contiene incluye",
    "usa usan usó utiliza utilizan utilizó utilizar empleado uso",
    "encuentra encontraba ubicado ubicada situado situada",
    "firmó firmar firmado suscribió",
    "aprobó aprobar aprobado promulgó elaboró",
    "cubre cubrir cubierta",
    "conecta conectar enlaza une",
    "ocurrió ocurrir sucedió tuvo lugar",
  ],
  lightVerbs:
    "hay tiene tienen tuvo hace hacen llama llamaba llamó llamado denomina denominaba conoce conocido usa utiliza hecho da dio",
  nounKinds: {
    name: "nombre título término apodo palabra acrónimo marca denominación llama llamaba llamó",
    number:
      "porcentaje número cantidad tasa población puntuación temperatura edad distancia longitud altura profundidad peso tamaño precio coste costo valor total área velocidad resultado proporción",
    date: "año años década siglo mes día fecha época período periodo tiempo temporada",
    place:
      "ciudad país estado pueblo nación río continente isla región área provincia lugar montaña lago océano distrito calle edificio universidad escuela estadio parque valle museo carretera ruta aeropuerto",
    group:
      "empresa compañía organización equipo partido grupo banda agencia institución liga club gobierno tribunal tribu iglesia red canal",
    person:
      "persona hombre mujer jugador presidente rey reina autor actor actriz científico líder general artista ministro miembro explorador filósofo emperador inventor",
  },
  be: "es son era eran fue fueron",
  subject: "quién quiénes quien quienes",
  object: "",
  of: "de del",
  and: "y e o u",
  prepositions: "del:de al:a adónde:a",
});

const tables: Readonly<Record<RuleLanguage, QuestionWords>> = { de: german, es: spanish };

/** Returns the question words of a language, if it has a table. */
export function getQuestionWords(language: string): QuestionWords | undefined {
  return language === "de" || language === "es" ? tables[language] : undefined;
}
