import { readWords } from "../text/word-lists.ts";

/** Titles that precede a person's name. */
export const honorifics = new Set(
  readWords(`
  Mr Mrs Ms Miss Mx Dr Prof Professor Sir Dame Lord Lady Sen Senator Rep Gov Governor President
  Chancellor
  Minister Judge Justice Captain Colonel General King Queen Prince Princess Pope Saint Herr Frau
  Herrn Madame
  Monsieur Mme Mlle Maître Señor Señora Sr Sra Don Doña Dott Signor Signora Senhor Senhora
  Präsident Präsidentin
  Kanzler Kanzlerin Bundeskanzler Bundeskanzlerin Ministerin Wirtschaftsminister Finanzminister
  Außenministerin
  Außenminister Bürgermeister Bürgermeisterin Professorin Coach CEO Chairman Chairwoman
`),
);

/** Lower-case roles that precede a name. */
export const roles = new Set(
  readWords(`
  president chancellor minister mayor senator governor economist analyst director manager author
  actor actress
  singer professor lawyer spokesman spokeswoman spokesperson ceo founder chairman coach captain
  journalist scientist
  colleague friend président présidente ministre directeur directrice maire presidente ministro
  ministra alcalde
  direttore sindaco
`),
);

/** Verbs that often follow a person's name. */
export const deeds = new Set(
  readWords(`
  said says told tells added adds wrote writes argued explained asked replied announced thinks
  believes joined
  bought founded married born who whose sagte sagt erklärte schrieb betonte forderte déclaré dit
  affirmé dijo afirmó
  declaró disse ha
`),
);

/** First names that are common in some country and rarely used as words. */
export const firstNames = new Set(
  readWords(`
  Aaron Adam Ahmed Alan Albert Alejandro Alessandro Alex Alexander Alexandra Ali Alice Amanda Amy
  Ana André Andrea
  Andreas Andrew Angela Anna Anne Annalena Anton Antonio Ashley Barbara Ben Benjamin Bernd Bill
  Bob Brian Carl Carla
  Carlos Carmen Caroline Catherine Charles Charlotte Chris Christian Christina Christine Christoph
  Claire Claudia Clara Daniel
  Daniela David Deborah Dennis Diana Diego Dmitri Donald Edward Elena Elisabeth Elizabeth Elon
  Emily Emma Emmanuel Eric
  Erik Eva Fatima Felix Fernando Francesca Francesco Franz François Françoise Frank Fritz Gabriel
  George Georg Gerhard
  Giovanni Giulia Giuseppe Greta Günter Hannah Hans Harry Heinrich Helen Helmut Henri Henry
  Hiroshi Ibrahim Ingrid Isabel Ivan
  Jack Jacob Jacques Jake James Jan Jane Janet Javier Jean Jeff Jennifer Jens Jessica Jim Joachim
  Joan Joe Johann Johannes
  John Jonas Jorge José Josef Joseph Joshua Juan Juana Julia Julian Jürgen Kai Karen Karl
  Katharina Kate Katherine Kathrin
  Keith Kenji Kevin Klaus Kristin Lars Laura Lea Lena Leon Leonardo Lina Linda Lisa Louis Louise
  Lucas Lucía Luis Luisa
  Lukas Manfred Manuel Marco Marcus Margaret Maria María Marie Mario Mark Markus Marta Martha
  Martin Martina Mary Matteo
  Matthew Matthias Max Maximilian Maya Mehmet Mia Michael Michel Michelle Miguel Mohamed Mohammed
  Monica Monika Muhammad Mustafa
  Nadia Nancy Natalie Nicholas Nicolas Nicole Nina Noah Oliver Olivia Olga Oscar Otto Pablo Paola
  Pascal Patricia Patrick Paul
  Paula Pedro Peter Petra Philip Philipp Pierre Pietro Rachel Rafael Ralf Raúl Rebecca Renate
  Richard Robert Roberto Roger
  Ronald Rosa Ruth Ryan Sabine Samuel Sandra Sara Sarah Satya Scott Sebastian Sergei Sergio Simon
  Sofia Sophie Stefan Stefanie
  Stephan Stephen Steve Steven Sundar Susan Susanne Sven Tanja Theresa Thomas Tim Tina Tobias Tom
  Tomás Uwe Ursula Valentina
  Vera Victor Victoria Viktor Vladimir Volodymyr Walter Wei Werner William Wolfgang Xavier Yasmin
  Yuki Yusuf
`),
);

/** Last words of the names of companies and institutions. */
export const organizationEnds = new Set(
  readWords(`
  Inc Corp Corporation Ltd LLC PLC plc Co Company GmbH AG SE KG KGaA SA SAS SARL SpA Srl BV NV AB
  Oy AS Bank University
  Institute Ministry Department Agency Committee Council Commission Group Holdings Foundation
  Association Society Union
  Party Court Parliament Senate Congress College School Hospital Museum Airlines Airways Motors
  Technologies Systems
  Partners Universität Hochschule Ministerium Stiftung Verein Verband Bundesbank Sparkasse
  Université Banque Ministère
  Universidad Banco Ministerio Università Banca Ministero Times Post News Club United FC
`),
);

/** First words of the names of institutions, before "of". */
export const organizationHeads = new Set(
  readWords(`
  University Bank Department Ministry Institute Council House Court Board Bureau Office
  Association Federation Union
  Academy College Church League Université Banque Ministère Universidad Banco Ministerio
  Università Banca Ministero
`),
);

/** Words in capitals that aren't organisations. */
export const noOrganization = new Set(
  readWords(`
  OK US UK EU AM PM CEO CFO CTO COO HR IT PR TV PC USA PDF HTML CSS API URL USB CPU GPU RAM FAQ
  DIY ASAP FYI PS RE FW CC BCC
  ID PIN ATM GPS DNA RNA AI ML AR VR IQ GDP VAT ETA TBD TBA NB BTW LOL OMG WTF IMO IMHO EUR USD
  GBP CHF JPY AND THE FOR NOT
  ALL NEW NOW VERY SMART FUNNY GOOD BAD BIG SMS MMS QR XML JSON SQL HTTP HTTPS WWW NGO VIP DVD CD
  LED LCD IBAN BIC SSN DOB
  UTC GMT EST CET PST CEST ISBN SKU PO NO YES SUV PDT EDT ISO HDMI SIM KPI ROI Q1 Q2 Q3 Q4 KB MB
  GB TB DE EN FR II III IV VI VII
`),
);

/** Capitalized words that open a sentence and aren't names. */
export const noName = new Set(
  readWords(`
  The A An This That These Those It He She They We You I In On At By For From With And But Or So
  If When While As After
  Before Since Because Although However Meanwhile Then There Here What Who Why How Where Which My
  Your His Her Our Their
  Its No Not Yes Please Thanks Thank Dear Hi Hello Hey Best Kind Regards Sincerely Monday Tuesday
  Wednesday Thursday Friday
  Saturday Sunday January February March April May June July August September October November
  December Today Tomorrow
  Yesterday Der Die Das Ein Eine Und Aber Wenn Ich Wir Sie Er Es Im Am Le La Les Un Une Et Mais El
  Los Las Y En Call Email
  Contact Meet Ask Tell Let See Also Both Several Many Some Most All Every Each Will Would Can
  Could Should Did Does Do Is
  Are Was Were Have Has Had Be Been Action Public License Electric Meeting Notes Subject Phone Tel Name Address Invoice
  Order Customer Account
`),
);
