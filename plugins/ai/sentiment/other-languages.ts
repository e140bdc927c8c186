import { asTable } from "hub";
import { readWords } from "../text/word-lists.ts";
import { type MoreWords, moreWords } from "./more-words.ts";

/** The words of a language that express a feeling, and those that change it. An asterisk stands for any ending. */
interface WordLists {
  /** Words by rating, from −3 to 3. */
  rated: Readonly<Record<string, string>>;
  negations: string;
  intensifiers: string;
  /** Verbs that a negation follows: "gefällt mir nicht". */
  verbs?: string;
  /** Set phrases by rating. An underscore stands for a space, an asterisk after a word for any ending. */
  phrases: Readonly<Record<string, string>>;
  /** Phrases that reverse the next rating, as "far from". */
  farFrom: string;
  /** Words for "never" and "better": together they praise. */
  never: string;
  better: string;
}

const lists: Readonly<Record<string, WordLists>> = asTable({
  de: {
    rated: {
      "3": "ausgezeichnet* hervorragend* fantastisch* perfekt* großartig* wunderbar* genial* begeister* liebe liebt lieben traumhaft* spitze exzellent* sensationell* wunderschön* brillant*",
      "2": "spannend* interessant* aufmerksam* rührend* abwechslungsreich* entspann* preiswert* leise empfehlenswert* verlässlich* kompetent* zuvorkommend* unterhaltsam* gut gute guter gutes guten gutem besser bessere* beste bestes bester besten schön* toll* super prima klasse freu* froh glücklich* zufrieden* empfehl* gefällt gefallen gefiel mag mögen angenehm* freundlich* hilfsbereit* lecker* nett* zuverlässig* hilfreich* lob* spaß sauber* gemütlich* köstlich* erfolg erfolge erfolgreich* gelungen* bequem* hübsch* lustig* dankbar* danke sympathisch* überzeug* herzlich* günstig* einwandfrei* tadellos* problemlos*",
      "-2": "bereue* winzig* muffig* stink* stank langatmig* unfähig* schimmel* verschmutz* lieblos* fade versalzen* nervig* verdorben* schlecht* schlimm* enttäusch* ärger* nerv* traurig* langweilig* problem* fehler* fehlerhaft* kaputt* defekt* unfreundlich* unhöflich* schmutzig* dreckig* teuer* mangelhaft* unzuverlässig* unbrauchbar* nutzlos* wertlos* sinnlos* leider schwach* kompliziert* umständlich* laut laute lauter lautes lauten langsam* hässlich* falsch* angst* wütend* verlust* beschwer* bedauer* kritik* dumm* müll störend* peinlich* überteuert* versagt* unzufrieden* mies*",
      "-3": "furchtbar* schrecklich* katastroph* hass* hasse grauenhaft* entsetzlich* ekel* widerlich* abscheulich* betrug betrüg* unverschämt* unerträglich* frechheit grausam* miserabel* horror",
    },
    negations: "nicht nie niemals kein keine keinen keinem keiner keineswegs ohne nichts kaum",
    intensifiers:
      "sehr wirklich extrem total absolut besonders unglaublich äußerst so ziemlich völlig",
    verbs: "gefällt mag mögen liebe empfehl* überzeug* gefallen gefiel freu* bereue*",
    phrases: {
      "3": "atemberaubend* keine_wünsche_offen nur_empfehlen nur_weiterempfehlen besser_geht_es_nicht meisterwerk* geht_nicht_besser",
      "2": "würde_es_wieder_kaufen wieder_kaufen hält_was kein_einziger_mangel kann_nicht_besser nicht_besser_sein weiterempfehl* reibungslos* gerne_wieder gern_wieder jederzeit_wieder nichts_auszusetzen einfach_zu_bedienen jeden_cent_wert gut_gefallen nicht_bereut",
      "-2": "ewig_warten rate_*_ab rate_*_davon_ab davon_abraten stundenlang_warten nie_wieder funktioniert_nicht nicht_funktioniert funktioniert_nicht_mehr geht_nicht_mehr zu_spät beschädigt* viel_zu_* lässt_zu_wünschen_übrig verspätet* nicht_wert abgelaufen* unpünktlich* nicht_empfehlen",
      "-3": "zeitverschwendung geldverschwendung scheußlich* finger_weg reinfall saftladen unter_aller_sau enttäuschung* ungenießbar* abzocke*",
    },
    farFrom: "alles_andere_als weit_entfernt_von keineswegs",
    never: "nie niemals selten",
    better: "besser bessere besseres besserer lecker leckerer schöner",
  },
  es: {
    rated: {
      "3": "excelente* fantástic* perfect* maravillos* increíble* genial* encanta encantó encantad* magnífic* amo espectacular* estupend* fabulos* extraordinari* impresionante*",
      "2": "interesante* atent* emocionante* acertad* cuidad* tranquil* fiable* profesional* buen bueno buena buenos buenas bien mejor mejores bonit* hermos* feliz felices content* gusta gustó gustan recomiend* recomendable* agradable* amable* delicios* rico rica ricos ricas útil* divertid* limpi* alegr* cómod* satisfech* gracias éxito* rápid* simpátic* barat* eficiente* precios* lind* acogedor* disfrut*",
      "-2": "diminut* apest* maloliente* decepcion* grosero* insípid* estafador* averiad* incompetente* lentitud mal malo mala malos malas peor peores trist* aburrid* problema* error* fallo* decepcion* defectuos* rota rotos rotas sucio sucia sucios sucias caro cara caros caras lento lenta lentos lentas lentamente feo fea inútil* molest* enfad* dolor* pobre* débil* falso* quej* difícil* desagradable* antipátic* roto lament* ruidos* incómod* preocup* miedo",
      "-3": "terrible* horrible* horror* odio odi* pésim* asco asqueros* desastr* espantos* vergüenza estafa* fatal* basura repugnante* nefast*",
    },
    negations: "no nunca jamás ni sin nada tampoco ningún ninguna",
    intensifiers: "muy realmente tan bastante totalmente absolutamente demasiado super sumamente",
    phrases: {
      "3": "obra_maestra a_la_perfección maravilla* de_lujo inmejorable* un_diez joya",
      "2": "lo_compraría_otra_vez cumple_con_lo_que_promete no_puedo_pedir_más sin_pensarlo no_me_arrepiento vale_la_pena vale_cada_euro muy_recomendable sin_problemas de_maravilla volver* nos_encanta superó_*_expectativas super*_expectativas",
      "-2": "una_eternidad no_se_lo_aconsejo no_aconsejo olía_mal huele_mal pérdida_de_tiempo pérdida_de_dinero no_vale no_funciona dejó_de_funcionar no_volver* dañad* no_lo_recomiendo me_arrepiento llegó_tarde sin_funcionar deja_mucho_que_desear nunca_más nunca_más_volver* estropead* retras* no_merece_la_pena no_vale_la_pena",
      "-3": "tomadura_de_pelo timo estafad* intragable* vergonzos*",
    },
    farFrom: "lejos_de nada",
    never: "nunca jamás",
    better: "mejor mejores",
  },
  fr: {
    rated: {
      "3": "excellent* fantastique* parfait* merveilleu* génial* géniale* adore adoré magnifique* superbe* formidable* extraordinaire* exceptionnel* incroyable* sublime*",
      "2": "passionnant* intéressant* attentionné* soigné* fiable* professionnel* calme* savoureu* captivant* bon bonne bons bonnes bien mieux meilleur* beau belle belles beaux heureu* content* aime aimé aimons plaît plait recommande* agréable* gentil* délicieu* utile* amusant* propre* joli* sympa sympathique* satisfait* merci réussi* rapide* chaleureu* efficace* plaisir* confortable* ravi ravie ravis ravies souriant* joie",
      "-2": "minuscule* puait puant* déconseill* grossier* fade* incompétent* bruyante* moisi* défaillant* mauvais* mal pire* triste* ennuyeu* problème* erreur* déçu* décev* déception* cassé* défectueu* sale* cher chère lent lente lents lentes laid* inutile* énerv* douleur* faible* faux plain* désagréable* impoli* bruyant* panne* hélas malheureu* regrett* peur fâch* médiocre*",
      "-3": "terrible* horrible* affreu* déteste* détesté hais haine nul nulle catastroph* épouvantable* dégoût* honteu* arnaque* pourri* lamentable* insupportable* exécrable*",
    },
    negations: "ne n' pas jamais aucun aucune sans rien ni guère",
    intensifiers:
      "très vraiment trop tellement totalement absolument extrêmement si particulièrement",
    phrases: {
      "3": "à_couper_le_souffle chef-d'œuvre chef-d'oeuvre chefs-d'œuvre rien_à_redire au_top on_s'est_régalés coup_de_cœur bijou",
      "2": "tient_ses_promesses petits_soins rachèterais sans_hésiter pas_être_plus pourrait_pas_être_mieux régal* s'est_bien_passé sans_problème nous_reviendrons vaut_le_détour vaut_la_peine ne_regrette_pas hâte_d'y_retourner impeccable*",
      "-2": "une_éternité sentait_mauvais sent_mauvais perte_de_temps perte_d'argent ne_marche_plus ne_marche_pas ne_fonctionne_pas ne_fonctionne_plus plus_jamais pas_plu en_retard abîmé* endommagé* à_éviter ne_vaut_pas ne_recommande_pas laisse_à_désirer trop_cher",
      "-3": "à_fuir infect* immangeable* honte foutage_de_gueule catastrophe",
    },
    farFrom: "loin_d'être loin_de",
    never: "jamais",
    better: "mieux meilleur meilleure meilleurs meilleures",
  },
  it: {
    rated: {
      "3": "eccellent* fantastic* perfett* meraviglios* ottim* splendid* adoro stupend* magnific* straordinari* incredibil* favolos* eccezional* bellissim*",
      "2": "interessant* premuros* emozionant* attent* curat* affidabil* professional* tranquill* coinvolgent* buon buono buona buoni buone bene bello bella belli belle bei meglio miglior* felic* content* piace piaciut* piacciono consigli* piacevol* gentil* delizios* util* divertent* pulit* allegr* comod* soddisfatt* grazie success* veloce veloci velocemente simpatic* amo accoglient* gustos* cordial* brav*",
      "-2": "minuscol* puzza* sconsigli* scortes* insipid* incompetent* guasto muffa rumore male cattiv* brutt* peggio peggior* trist* noios* problem* error* delus* deludent* difettos* rotto rotta rotti rotte sporc* caro cara cari lent* inutil* fastidi* arrabbiat* dolor* debol* fals* lament* difficil* sgradevol* maleducat* rumoros* scomod* guast* purtroppo scars* paura",
      "-3": "terribil* orribil* odio odi* pessim* schif* disastr* spavent* vergogn* truff* disgust* spazzatura orrend* insopportabil*",
    },
    negations: "non mai nessun nessuno nessuna senza niente nulla né",
    intensifiers: "molto davvero troppo così totalmente assolutamente estremamente proprio tanto",
    phrases: {
      "3": "mozzafiato capolavor* una_favola al_top gioiello impeccabil* superlativ*",
      "2": "mantiene_quello_che_promette ricomprerei non_potrei_essere_più non_potrebbe_essere_meglio andato_liscio non_mi_pento ne_vale_la_pena vale_la_pena torneremo tornerò senza_problemi volentieri affidabil*",
      "-2": "un'eternità odore_di_muffa perdita_di_tempo perdita_di_denaro soldi_buttati non_funziona mai_più non_vale in_ritardo danneggiat* non_lo_consiglio lascia_a_desiderare troppo_car* non_torner* non_ne_vale_la_pena mi_pento",
      "-3": "da_evitare immangiabil* vergogna pessimo",
    },
    farFrom: "tutt'altro_che lontano_dall'essere per_niente",
    never: "mai",
    better: "meglio migliore migliori",
  },
  nl: {
    rated: {
      "3": "uitstekend* fantastisch* perfect* geweldig* prachtig* schitterend* briljant* heerlijk* fenomenaal liefde dol uitmuntend*",
      "2": "spannend* interessant* boeiend* attent* rustig* betrouwbaar* professioneel* smaakvol* verzorgd* goed goede beter betere beste mooi* leuk* fijn* blij* gelukkig* tevreden aanrader prettig* vriendelijk* lekker* aardig* handig* nuttig* grappig* schoon* gezellig* bedankt dank succes* snel* behulpzaam* betrouwbaar* comfortabel* houd hou aanbevel* bevalt top plezier* vrolijk* netjes keurig*",
      "-2": "piepklein* stonk stinkt stinkend* onbeschoft* smakeloos* muf schimmel* afraden slecht* erg vervelend* teleurgesteld* teleurstell* saai* probleem problemen fout* kapot* defect* vies* duur* traag langzaam lelijk* nutteloos waardeloos* helaas zwak* ingewikkeld* onvriendelijk* onbeleefd* lawaai* boos verdrietig* jammer klacht* klagen pijn* bang irritant* rommel* onbetrouwbaar* ontevreden",
      "-3": "verschrikkelijk* vreselijk* afschuwelijk* rampzalig* ramp haat walgelijk* oplichting* oplichters schandalig* belachelijk* gruwelijk* ellendig* drama",
    },
    negations: "niet nooit geen zonder niets nauwelijks",
    intensifiers: "heel zeer echt erg enorm ontzettend totaal absoluut zo bijzonder",
    verbs: "bevalt hou houd aanbevel*",
    phrases: {
      "3": "adembenemend* meesterwerk* vlekkeloos* om_te_smullen pareltje super_tevreden top",
      "2": "doet_wat_het_belooft zo_weer_kopen niet_blijer_zijn kan_niet_beter kon_niet_beter aanraden komen_graag_terug kom_graag_terug geen_spijt de_moeite_waard niets_op_aan_te_merken zonder_problemen soepel* aangenaam*",
      "-2": "eindeloos_wachten raad_*_af raad_het_iedereen_af eindeloos_lang tijdverspilling geldverspilling zonde_van tegenvall* viel_me_tegen viel_tegen valt_tegen werkt_niet werkt_niet_meer doet_het_niet nooit_meer niet_waard te_laat beschadigd* laat_te_wensen_over afrader spijt niet_aanraden veel_te_* teleurstelling*",
      "-3": "opgelicht* oplichterij niet_te_eten schandalig* blijf_weg",
    },
    farFrom: "allesbehalve verre_van",
    never: "nooit zelden",
    better: "beter betere lekkerder mooier leuker",
  },
  pt: {
    rated: {
      "3": "excelente* fantástic* perfeit* maravilhos* incríve* ótim* adoro adorei amo amei magnífic* espetacular* extraordinári* fabulos* sensaciona* impecáve*",
      "2": "interessante* atencios* emocionante* cuidad* tranquil* confiáve* profissiona* prestativ* bom boa bons boas bem melhor* bonit* lind* feliz felizes content* gosto gostei gostamos gosta recomend* agradáve* gentil gentis simpátic* delicios* útil úteis divertid* limp* alegr* confortáve* satisfeit* obrigad* sucesso* rápid* barat* eficiente* atencios* saboros*",
      "-2": "minúscul* fedia fedorent* groseir* grosseir* insoss* incompetente* avariad* mofo bolor mau má maus más ruim ruins mal pior* trist* chato chata chatos chatas problema* erro* decepcion* defeituos* quebrad* sujo suja sujos sujas caro cara caros caras lento lenta lentos lentas feio feia feios feias inútil irritad* irritante* dor dores fraco fraca fals* reclam* difícil difíceis desagradáve* antipátic* barulhent* infelizmente medo estragad* desconfortáve*",
      "-3": "terríve* horríve* péssim* ódio odei* odi* nojent* nojo desastr* vergonh* golpe lixo repugnante* horror* pavoros*",
    },
    negations: "não nunca jamais nem sem nada nenhum nenhuma tampouco",
    intensifiers: "muito realmente tão bastante totalmente absolutamente demais super extremamente",
    phrases: {
      "3": "tirar_o_fôlego obra-prima obras-primas superou_*_expectativas superou_todas_*_expectativas nota_dez nota_10 maravilha impecável",
      "2": "cumpre_o_que_promete compraria_de_novo compraria_novamente sem_pensar não_poderia_*_mais correu_tudo_bem não_me_arrependo vale_a_pena sem_problemas vamos_voltar voltarei super_recomendo valeu_a_pena",
      "-2": "uma_eternidade cheirava_mal não_aconselho perda_de_tempo perda_de_dinheiro dinheiro_jogado não_funciona parou_de_funcionar nunca_mais não_vale atrasad* danificad* não_recomendo deixa_a_desejar deixou_a_desejar me_arrependo atraso* estragou não_vale_a_pena",
      "-3": "enganad* fujam vergonha intragável burla",
    },
    farFrom: "longe_de",
    never: "nunca jamais",
    better: "melhor melhores",
  },
});

interface Lexicon {
  exact: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, number>;
  negations: ReadonlySet<string>;
  intensifiers: ReadonlySet<string>;
  verbs: readonly string[];
  /** Phrases by their first word, longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
  never: ReadonlySet<string>;
  better: ReadonlySet<string>;
  /** Words such as "but". */
  contrasts: ReadonlySet<string>;
  /** Words such as "a little". */
  diminishers: ReadonlySet<string>;
}

/** A set phrase. Without a rating, it reverses the next one. */
export interface Phrase {
  words: readonly string[];
  rating: number | undefined;
}

const read = new Map<string, Lexicon>();

/** Returns the lexicon of a language, or undefined if there is none. */
export function findLexicon(language: string): Lexicon | undefined {
  const own = Object.hasOwn(lists, language) ? lists[language] : undefined;
  if (!own) return undefined;
  const known = read.get(language);
  if (known) return known;
  const more = moreWords[language] ?? noMore;
  // The first lists come last: their ratings were tried longer.
  const rated = [...Object.entries(more.rated), ...Object.entries(own.rated)].flatMap(
    ([rating, words]) =>
      readWords(words)
        .filter((word) => !word.includes("_"))
        .map((word) => [word, Number(rating)] as const),
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
    phrases: indexPhrases(own, more),
    contrasts: new Set(readWords(more.contrasts)),
    diminishers: new Set(readWords(more.diminishers)),
    never: new Set(readWords(own.never)),
    better: new Set(readWords(own.better)),
  };
  read.set(language, lexicon);
  return lexicon;
}

const noMore: MoreWords = {
  rated: {},
  phrases: {},
  contrasts: "-",
  diminishers: "-",
  farFrom: "-",
};

function indexPhrases({ phrases, farFrom }: WordLists, more: MoreWords): Lexicon["phrases"] {
  const rated = [...Object.entries(phrases), ...Object.entries(more.phrases)];
  const all: Phrase[] = [
    ...rated.flatMap(([rating, list]) =>
      readWords(list).map((phrase) => ({ words: phrase.split("_"), rating: Number(rating) })),
    ),
    ...Object.entries(more.rated).flatMap(([rating, list]) =>
      readWords(list)
        .filter((phrase) => phrase.includes("_"))
        .map((phrase) => ({ words: phrase.split("_"), rating: Number(rating) })),
    ),
    ...readWords(`${farFrom} ${more.farFrom}`).map((phrase) => ({
      words: phrase.split("_"),
      rating: undefined,
    })),
  ];
  const byStart = Object.groupBy(all, ({ words }) => (words[0] ?? "").replace("*", "").slice(0, 2));
  return new Map(
    Object.entries(byStart).map(([start, some = []]) => [
      start,
      some.toSorted((a, b) => b.words.length - a.words.length),
    ]),
  );
}

/** Returns the longest phrase that begins with the first of some words. */
export function findPhrase({ phrases }: Lexicon, words: readonly string[]): Phrase | undefined {
  const candidates = phrases.get((words[0] ?? "").slice(0, 2)) ?? [];
  return candidates.find((phrase) =>
    phrase.words.every((pattern, index) => matchesWord(pattern, words[index])),
  );
}

function matchesWord(pattern: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}

/** Letters that an ending has at most. */
const endingMax = 4;

/** Returns the rating of a word: of its exact form, or of its stem with a short ending. */
export function findRating({ exact, stems }: Lexicon, word: string): number | undefined {
  const rating = exact.get(word);
  if (rating !== undefined) return rating;
  // "Contentísima", "preparatissimo": a superlative has the rating of its adjective.
  const [, base = ""] = /^(\p{L}{3,14}?)(?:[ií]s{1,2}im[oaie]s?)$/u.exec(word) ?? [];
  const plain = base === "" ? undefined : findPlain({ exact, stems }, base);
  if (plain !== undefined) return Math.sign(plain) * 3;
  for (let end = word.length; end >= Math.max(3, word.length - endingMax); end--) {
    const found = stems.get(word.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the rating of an adjective without its ending. */
function findPlain({ exact, stems }: Pick<Lexicon, "exact" | "stems">, base: string) {
  return ["o", "a", "e", ""]
    .map((end) => exact.get(base + end) ?? stems.get(base + end))
    .find((one) => one !== undefined);
}

/** Whether a word is a verb that its negation follows. */
export function takesLateNegation({ verbs }: Lexicon, word: string): boolean {
  return verbs.some((verb) =>
    verb.endsWith("*") ? word.startsWith(verb.slice(0, -1)) : word === verb,
  );
}
