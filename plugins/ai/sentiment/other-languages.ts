import { readWords } from "../text/word-lists.ts";

/** The words of a language that express a feeling, and those that change it. An asterisk stands for any ending. */
interface WordLists {
  /** Words by rating, from −3 to 3. */
  rated: Readonly<Record<string, string>>;
  negations: string;
  intensifiers: string;
  /** Verbs that a negation follows: "gefällt mir nicht". */
  verbs?: string;
}

const lists: Readonly<Record<string, WordLists>> = {
  de: {
    rated: {
      "3": "ausgezeichnet* hervorragend* fantastisch* perfekt* großartig* wunderbar* genial* begeister* liebe liebt lieben traumhaft* spitze exzellent* sensationell* wunderschön* brillant*",
      "2": "gut gute guter gutes guten gutem besser bessere* beste bestes bester besten schön* toll* super prima klasse freu* froh glücklich* zufrieden* empfehl* gefällt gefallen gefiel mag mögen angenehm* freundlich* hilfsbereit* lecker* nett* zuverlässig* hilfreich* lob* spaß sauber* gemütlich* köstlich* erfolg* gelungen* bequem* hübsch* lustig* dankbar* danke sympathisch* überzeug* herzlich* günstig* einwandfrei* tadellos* problemlos*",
      "-2": "schlecht* schlimm* enttäusch* ärger* nerv* traurig* langweilig* problem* fehler* fehlerhaft* kaputt* defekt* unfreundlich* unhöflich* schmutzig* dreckig* teuer* mangelhaft* unzuverlässig* unbrauchbar* nutzlos* wertlos* sinnlos* leider schwach* kompliziert* umständlich* laut* langsam* hässlich* falsch* angst* wütend* verlust* beschwer* bedauer* kritik* dumm* müll störend* peinlich* überteuert* versagt* unzufrieden* mies*",
      "-3": "furchtbar* schrecklich* katastroph* hass* hasse grauenhaft* entsetzlich* ekel* widerlich* abscheulich* betrug betrüg* unverschämt* unerträglich* frechheit grausam* miserabel* horror",
    },
    negations: "nicht nie niemals kein keine keinen keinem keiner keineswegs ohne nichts kaum",
    intensifiers:
      "sehr wirklich extrem total absolut besonders unglaublich äußerst so ziemlich völlig",
    verbs: "gefällt mag mögen liebe empfehl* überzeug* gefallen gefiel freu*",
  },
  es: {
    rated: {
      "3": "excelente* fantástic* perfect* maravillos* increíble* genial* encanta encantó encantad* magnífic* amo espectacular* estupend* fabulos* extraordinari* impresionante*",
      "2": "buen bueno buena buenos buenas bien mejor mejores bonit* hermos* feliz felices content* gusta gustó gustan recomiend* recomendable* agradable* amable* delicios* ric* útil* divertid* limpi* alegr* cómod* satisfech* gracias éxito* rápid* simpátic* barat* eficiente* precios* lind* acogedor* disfrut*",
      "-2": "mal malo mala malos malas peor peores trist* aburrid* problema* error* fallo* decepcion* defectuos* rot* suci* car* lent* feo fea inútil* molest* enfad* dolor* pobre* débil* falso* quej* difícil* desagradable* antipátic* roto lament* ruidos* incómod* preocup* miedo",
      "-3": "terrible* horrible* horror* odio odi* pésim* asco asqueros* desastr* espantos* vergüenza estafa* fatal* basura repugnante* nefast*",
    },
    negations: "no nunca jamás ni sin nada tampoco ningún ninguna",
    intensifiers: "muy realmente tan bastante totalmente absolutamente demasiado super sumamente",
  },
  fr: {
    rated: {
      "3": "excellent* fantastique* parfait* merveilleu* génial* géniale* adore adoré magnifique* superbe* formidable* extraordinaire* exceptionnel* incroyable* sublime*",
      "2": "bon bonne bons bonnes bien mieux meilleur* beau belle belles beaux heureu* content* aime aimé aimons plaît plait recommande* agréable* gentil* délicieu* utile* amusant* propre* joli* sympa sympathique* satisfait* merci réussi* rapide* chaleureu* efficace* plaisir* confortable* ravi* souriant* joie",
      "-2": "mauvais* mal pire* triste* ennuyeu* problème* erreur* déçu* décev* déception* cassé* défectueu* sale* cher chère lent* laid* inutile* énerv* douleur* faible* faux plain* désagréable* impoli* bruyant* panne* hélas malheureu* regrett* peur fâch* médiocre*",
      "-3": "terrible* horrible* affreu* déteste* détesté hais haine nul nulle catastroph* épouvantable* dégoût* honteu* arnaque* pourri* lamentable* insupportable* exécrable*",
    },
    negations: "ne n' pas jamais aucun aucune sans rien ni guère",
    intensifiers:
      "très vraiment trop tellement totalement absolument extrêmement si particulièrement",
  },
  it: {
    rated: {
      "3": "eccellent* fantastic* perfett* meraviglios* ottim* splendid* adoro stupend* magnific* straordinari* incredibil* favolos* eccezional* bellissim*",
      "2": "buon buono buona buoni buone bene bello bella belli belle bei meglio miglior* felic* content* piace piaciut* piacciono consigli* piacevol* gentil* delizios* util* divertent* pulit* allegr* comod* soddisfatt* grazie success* veloc* simpatic* amo accoglient* gustos* cordial* brav*",
      "-2": "male cattiv* brutt* peggio peggior* trist* noios* problem* error* delus* deludent* difettos* rott* sporc* car* lent* inutil* fastidi* arrabbiat* dolor* debol* fals* lament* difficil* sgradevol* maleducat* rumoros* scomod* guast* purtroppo scars* paura",
      "-3": "terribil* orribil* odio odi* pessim* schif* disastr* spavent* vergogn* truff* disgust* spazzatura orrend* insopportabil*",
    },
    negations: "non mai nessun nessuno nessuna senza niente nulla né",
    intensifiers: "molto davvero troppo così totalmente assolutamente estremamente proprio tanto",
  },
  nl: {
    rated: {
      "3": "uitstekend* fantastisch* perfect* geweldig* prachtig* schitterend* briljant* heerlijk* fenomenaal liefde dol uitmuntend*",
      "2": "goed goede beter betere beste mooi* leuk* fijn* blij* gelukkig* tevreden aanrader prettig* vriendelijk* lekker* aardig* handig* nuttig* grappig* schoon* gezellig* bedankt dank succes* snel* behulpzaam* betrouwbaar* comfortabel* houd hou aanbevel* bevalt top plezier* vrolijk* netjes keurig*",
      "-2": "slecht* erg vervelend* teleurgesteld* teleurstell* saai* probleem problemen fout* kapot* defect* vies* duur* traag langzaam lelijk* nutteloos waardeloos* helaas zwak* ingewikkeld* onvriendelijk* onbeleefd* lawaai* boos verdrietig* jammer klacht* klagen pijn* bang irritant* rommel* onbetrouwbaar* ontevreden",
      "-3": "verschrikkelijk* vreselijk* afschuwelijk* rampzalig* ramp haat walgelijk* oplichting* oplichters schandalig* belachelijk* gruwelijk* ellendig* drama",
    },
    negations: "niet nooit geen zonder niets nauwelijks",
    intensifiers: "heel zeer echt erg enorm ontzettend totaal absoluut zo bijzonder",
    verbs: "bevalt hou houd aanbevel*",
  },
  pt: {
    rated: {
      "3": "excelente* fantástic* perfeit* maravilhos* incríve* ótim* adoro adorei amo amei magnífic* espetacular* extraordinári* fabulos* sensaciona* impecáve*",
      "2": "bom boa bons boas bem melhor* bonit* lind* feliz felizes content* gosto gostei gostamos gosta recomend* agradáve* gentil gentis simpátic* delicios* útil úteis divertid* limp* alegr* confortáve* satisfeit* obrigad* sucesso* rápid* barat* eficiente* legal atencios* saboros*",
      "-2": "mau má maus más ruim ruins mal pior* trist* chat* problema* erro* decepcion* defeituos* quebrad* suj* car* lent* fei* inútil irritad* irritante* dor dores fraco fraca fals* reclam* difícil difíceis desagradáve* antipátic* barulhent* infelizmente medo estragad* desconfortáve*",
      "-3": "terríve* horríve* péssim* ódio odei* odi* nojent* nojo desastr* vergonh* golpe lixo repugnante* horror* pavoros*",
    },
    negations: "não nunca jamais nem sem nada nenhum nenhuma tampouco",
    intensifiers: "muito realmente tão bastante totalmente absolutamente demais super extremamente",
  },
};

interface Lexicon {
  exact: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, number>;
  negations: ReadonlySet<string>;
  intensifiers: ReadonlySet<string>;
  verbs: readonly string[];
}

const read = new Map<string, Lexicon>();

/** Returns the lexicon of a language, or undefined if there is none. */
export function findLexicon(language: string): Lexicon | undefined {
  const own = Object.hasOwn(lists, language) ? lists[language] : undefined;
  if (!own) return undefined;
  const known = read.get(language);
  if (known) return known;
  const rated = Object.entries(own.rated).flatMap(([rating, words]) =>
    readWords(words).map((word) => [word, Number(rating)] as const),
  );
  const lexicon = {
    exact: new Map(rated.filter(([word]) => !word.endsWith("*"))),
    stems: new Map(
      rated
        .filter(([word]) => word.endsWith("*"))
        .map(([word, rating]) => [word.slice(0, -1), rating]),
    ),
    negations: new Set(readWords(own.negations)),
    intensifiers: new Set(readWords(own.intensifiers)),
    verbs: readWords(own.verbs ?? "-"),
  };
  read.set(language, lexicon);
  return lexicon;
}

/** Letters that an ending has at most. */
const endingMax = 4;

/** Returns the rating of a word: of its exact form, or of its stem with a short ending. */
export function findRating({ exact, stems }: Lexicon, word: string): number | undefined {
  const rating = exact.get(word);
  if (rating !== undefined) return rating;
  for (let end = word.length; end >= Math.max(3, word.length - endingMax); end--) {
    const found = stems.get(word.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a word is a verb that its negation follows. */
export function takesLateNegation({ verbs }: Lexicon, word: string): boolean {
  return verbs.some((verb) =>
    verb.endsWith("*") ? word.startsWith(verb.slice(0, -1)) : word === verb,
  );
}
