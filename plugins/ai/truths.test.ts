import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { cases, json, sampleCases, testHub } from "hub/testing";

// Everything that needs the slow engine is here. The limit bounds hanging: hundreds of sentences take time.
setDefaultTimeout(600_000);

const hub = await testHub(import.meta.dir);
const post = async (body: object) => json(await hub.post("/api/ai/grammar", body));
const rows = (text: string) =>
  text
    .trim()
    .split("\n")
    .filter((row) => !row.startsWith("#"));
/** Checks each row as a paragraph, so that one request contains them all. */
async function check(path: string, sentences: readonly string[], more: object = {}) {
  const body = { text: sentences.join("\n\n"), language: "en", ...more };
  return json(await hub.post(`/api/ai/${path}`, body));
}

// Correct sentences in which a speller without names sees mistakes.
const sound = rows(`
# names of many cultures
We kept Yom Kippur with Irina Sorokina in Petersburg.
Oluwaseun Adeyemi and Chidinma Okonkwo opened a clinic in Abeokuta.
Nguyễn Thị Minh Khai was born near Vinh.
Siobhán Ní Dhomhnaill plays the fiddle in Gweedore.
The firm of Wójcik & Szczepański moved to Rzeszów.
Þórdís Kolbrún met Björk's cousin in Hafnarfjörður.
Ms. Aaliyah Al-Khatib teaches at Sultan Qaboos University.
Xiuying Zhang married Kwame Nkrumah's grandson.
Bartholomeus van der Helst painted the militia of Amsterdam.
Sri Aurobindo moved from Baroda to Pondicherry.
Tlaloc and Quetzalcoatl appear on the pyramid at Teotihuacan.
Professor Ngugi wa Thiong'o wrote in Gikuyu.
The Haudenosaunee and the Anishinaabe signed the Dish With One Spoon treaty.
Mihály Csíkszentmihályi coined the term "flow".
Dr. Ramaswamy Venkataraghavan asked Mrs. Featherstonehaugh to sit down.
My neighbours are called Jürgen Käßmann and Agnieszka Wiśniewska.
Keanu, Mairead, Ngaio and Tjarda shared a flat in Leith.
Hanukkah, Nowruz, Songkran and Vesak are feasts of four faiths.
She sailed from Haugesund to Lerwick with Captain Gudmundsen.
In Ouagadougou they watched a film by Idrissa Ouédraogo.
Marit Bjørgen beat Therese Johaug in Holmenkollen.
The poet Wisława Szymborska lived in Kraków.
Eyjafjallajökull erupted in April 2010.
Mr Papadopoulos of Thessaloniki sold his share to Haralambos.
Old Mrs Trelawney never forgave the Penhaligons.
# fiction
Its great eyes were fixed on the lamp.
He went down the lane, whistling, his dog at his heels.
Nobody in the village had ever seen the sea.
The kettle sang, the cat slept, and the rain went on.
She had been waiting since noon, and still no one came.
Its good name was all the old house had left.
They had laid a children's party on the lawn.
The wolf licked its just-healed paw and limped away.
Who was it that had opened the gate?
He was tired, hungry and a long way from home.
The moor lay silent but for the curlews.
There was nothing to do but wait.
A thin snow had begun to fall upon the roofs of the town.
"Blimey," said the porter, and put down the trunk.
She loved him, and he, poor fool, had not the least idea.
The old man's coat, patched at both elbows, hung by the stove.
I should have liked to stay, had there been a bed.
Up the stairs he ran, two at a time.
Its true colours were hidden under a century of soot.
Had he but known, he would have turned back.
What the boys did next, none of them would ever tell.
The dead do not care what we say of them.
# dialogue
"I ain't going nowhere," the old sailor growled.
"Well, I never!" cried Aunt Petronella.
"You was always a liar, Tom," she said.
"Them's the rules," Bill muttered.
'Are you coming?' asked Hettie. 'We leave at six.'
"No," he said. "Not tonight."
"Y'all want some more o' that pie?" asked Delphine.
"Ach, laddie, ye dinnae ken what ye're askin'," said Hamish.
"Why didn't you tell me?" "You never asked."
"Your right hand, please," said the nurse.
"Gonna rain," he said, "or I'm a Dutchman."
# quotations and titles
The sign read "Ye Olde Sweete Shoppe".
He wrote "recieve" on the blackboard and crossed it out.
Chaucer begins: "Whan that Aprille with his shoures soote".
In "Nineteen Eighty-Four" the clocks strike thirteen.
Her favourite line is “Alle Menschen werden Brüder”.
The Beatles released "Ob-La-Di, Ob-La-Da" in 1968.
He read "À la recherche du temps perdu" in one winter.
Sam signed the note 'ur frend'.
The Simpsons is her favourite show.
«Je ne sais pas», she answered.
# technical
The CD-ROM drive is mounted at /mnt/cdrom.
Run \`npm install\` and then restart the server.
Set max_connections to 200 in postgresql.conf.
The function getElementById returns null if there is no match.
Call POST /api/v2/users with an Authorization header.
The RTX 4090 draws 450 W under load.
kubectl apply -f deployment.yaml creates the pods.
Use UTF-8 without a BOM in every CSV file.
The i7-12700K has twelve cores.
See RFC 9110, section 8.8.3, for ETag.
The container listens on 0.0.0.0:8080 by default.
Our CI builds the package with webpack and tests it with Jest.
The bug was fixed in v2.3.1-rc.4 by commit 9fceb02.
Open README.md, tsconfig.json and src/index.tsx.
An NGINX proxy terminates TLS before the request reaches the backend.
The enzyme CYP3A4 metabolises the drug in the liver.
The GC content of E. coli K-12 is 50.8 percent.
A GmbH needs a share capital of 25,000 euros.
OAuth tokens are stored hashed in Postgres.
Write an SQL query that joins both tables.
It runs on an ARM Cortex-M4 at 168 MHz.
The regex \\d{3}-\\d{4} matches a phone number.
Set DEBUG=1 before you start the daemon.
An HTTP 404 means that the page does not exist.
The hostname is db-prod-03.internal.example.com.
useEffect runs after every render.
The param isReady defaults to false.
# news and business
The council voted 7–2 to close the bridge until spring.
Shares in Novo Nordisk fell 3.4% on Tuesday.
The ECB left rates unchanged at 2.15 percent.
Police in Antananarivo said that no one had been hurt.
Prime Minister Mette Frederiksen met leaders of the EU in Aarhus.
The Guardian, citing two officials, reported that talks had stalled.
Unemployment rose to 6.1% in the third quarter, up from 5.8%.
Hurricane Fiona made landfall near Canso, Nova Scotia.
The UN's World Food Programme has run out of grain in Darfur.
About 300 people were evacuated, among them 40 children.
Toyota recalled 1.2 million cars because of faulty airbags.
Lawmakers passed the bill, which now goes to the Senate.
The strike, now in its third week, has cost the port $40 million.
Each of the suspects has denied the charges.
The jury were unable to agree on a verdict.
Neither the bank nor its auditors noticed the loss.
A number of voters were turned away.
# abbreviations, dates, times and measures
The train leaves at 3 a.m. and arrives at 11:45 p.m.
I have lived in the U.S. for 20 years.
Dr. and Mrs. Lee, M.D., live at 12 Elm St. near the park.
Add 250 ml of milk and 1 tbsp. of sugar.
The meeting is on 3 Mar. 2024 at 14:30 CET.
He stands 6 ft. 2 in. and weighs 190 lbs.
Bring your own tools, e.g. a hammer, a saw, etc.
It was founded c. 1250 and burned in 1666.
Cf. pp. 12–15 of vol. 3.
The file is 4.7 GB, i.e. too large for FAT32.
At −40 °C both scales agree.
The parcel weighs 2.5 kg and costs €14.90.
Flight LH 454 departs from gate B27 at 09:05.
The 1990s were good to the ’60s bands.
Mr. J. R. Hartley, Jr., phoned at 5 p.m. Monday.
The road is 3 mi. long and 20 ft. wide.
In the 21st century, the 4th of July is still a holiday.
No. 10 Downing St. is in London SW1A 2AA.
Her Ph.D. from M.I.T. took six years.
Sect. 4(b)(ii) applies to tenants et al. as well.
Ca. 60 % of the sample was lost.
# addresses, handles, hashtags, codes
Write to anja.kowalczyk@przyklad.example or call +48 22 555 01 23.
Read more at https://exmaple.example/teh-best-guide?id=recieve.
Follow @jonthn_dvlpr and tag it #thrwbackthursday.
Order no. AX-7719-QZ shipped with tracking code 1Z999AA10123456784.
The ISBN is 978-3-16-148410-0.
Use the code SUMMR24 at checkout.
Our Wi-Fi is called NETGEAR_5G-guesst.
Her number plate reads WÜ-KX 4471.
Look it up on example.org/wiki/Qeqertarsuaq.
# other languages within
The German word Gemütlichkeit has no English equal.
As the French say, c'est la vie.
She ordered gnocchi, saltimbocca and a glass of vermentino.
He lives by the rule "festina lente", or make haste slowly.
The Latin name of the robin is Erithacus rubecula.
In Wales you may hear "croeso i Gymru" at every station.
We ate injera with shiro wat and drank tej.
They shouted "Viva la libertad" and marched on.
The haiku ends with the word kigo, 季語.
Der Hund schläft unter dem Tisch und träumt.
Mi hermana vive en Zaragoza desde hace diez años.
# plain prose and tricky grammar
One of the dogs is barking.
The number of errors has fallen.
Ten miles is a long way to walk.
She is taller than I am.
The police are looking for two men.
If I were you, I would wait.
He suggested that she take the train.
The data are stored for ninety days.
It is its own reward.
The teachers' lounge is next to the boys' changing room.
They're sure that their dog is over there.
Whose turn is it, and who's next?
He has had enough of what she had had to say.
That that is, is.
You use too much salt, and I use too little.
I used to live there; he is used to the noise.
We look forward to your visit.
Let's meet on Saturday, weather permitting.
The company has its headquarters in Basel.
Long to rule a country is one thing; to rule it long another.
Fewer people came than last year, and they spent less money.
She accepted the offer, except for the last clause.
The loose tooth fell out, so she did not lose it.
Affect is a word that psychologists use as a noun.
This affects everyone, and the effect is large.
None of the tea was left, and none of the cakes were.
He lay down where the book lay.
My colleague and I have read it; she gave it to him and me.
The more you read, the faster you get.
To err is human.
Every man, woman and child was counted.
Twelve-year-olds are often wiser than their parents.
It's been a long day, and it's not over yet.
The ship with all its passengers was lost.
Rock 'n' roll is here to stay.
The co-operative re-elected its vice-chair.
She's been to Rome more often than to Paris.
There are a lot of ways to do this.
He was a well-known and much-loved teacher.
I'd rather you didn't.
`);

// Common mistakes with an unambiguous correction, one per sentence.
const sure = rows(`
I will recieve the parcel tomorrow. => I will receive the parcel tomorrow.
She lost teh keys. => She lost the keys.
They definately want to come. => They definitely want to come.
We need a seperate room. => We need a separate room.
It occured twice last year. => It occurred twice last year.
The goverment raised taxes. => The government raised taxes.
Please adress the letter to me. => Please address the letter to me.
I beleive you. => I believe you.
He is a wierd man. => He is a weird man.
It was an embarassing moment. => It was an embarrassing moment.
The acommodation was clean. => The accommodation was clean.
Wait untill noon. => Wait until noon.
She has a good knowlege of law. => She has a good knowledge of law.
The enviroment suffers. => The environment suffers.
It is neccessary to wait. => It is necessary to wait.
We had a succesful year. => We had a successful year.
He works for a diffrent firm. => He works for a different firm.
Their is a problem with the lights. => There is a problem with the lights.
The begining was slow. => The beginning was slow.
Tommorow we leave. => Tomorrow we leave.
Thier house is big. => Their house is big.
He is my freind. => He is my friend.
The restarant was full. => The restaurant was full.
It happend yesterday. => It happened yesterday.
She writes in her calender every day. => She writes in her calendar every day.
I could of helped you. => I could have helped you.
You should of called. => You should have called.
He don't like fish. => He doesn't like fish.
She dont know. => She doesn't know.
We was late. => We were late.
They was happy. => They were happy.
He have two sisters. => He has two sisters.
I has a question. => I have a question.
This are my books. => These are my books.
Its a lovely day. => It's a lovely day.
Its been a while. => It's been a while.
The firm sold it's own shares. => The firm sold its own shares.
She is taller then me. => She is taller than me.
This is better then that. => This is better than that.
It is to late now. => It is too late now.
I don't want to loose the game. => I don't want to lose the game.
He didn't went home. => He didn't go home.
She has went to bed. => She has gone to bed.
I seen him yesterday. => I saw him yesterday.
There is many reasons. => There are many reasons.
The dogs is barking. => The dogs are barking.
He has two cat. => He has two cats.
This one is more better. => This one is better.
We discussed about the plan. => We discussed the plan.
It depends of the weather. => It depends on the weather.
I look forward to meet you. => I look forward to meeting you.
This stays between you and I. => This stays between you and me.
I have lived here since five years. => I have lived here for five years.
She bought an car. => She bought a car.
He ate a apple. => He ate an apple.
It took a hour. => It took an hour.
He studies at an university. => He studies at a university.
I went to the the shop. => I went to the shop.
He was suppose to call. => He was supposed to call.
I use to smoke. => I used to smoke.
i think he is right. => I think he is right.
Whose going to the party? => Who's going to the party?
I have alot of work. => I have a lot of work.
She go to school by bus. => She goes to school by bus.
I am agree with you. => I agree with you.
He gave me some good advices. => He gave me some good advice.
He can sings well. => He can sing well.
I want to bought a car. => I want to buy a car.
Me and him went home. => He and I went home.
I did'nt see it. => I didn't see it.
I have saw that film. => I have seen that film.
Irregardless of cost, we go. => Regardless of cost, we go.
For all intensive purposes, it is over. => For all intents and purposes, it is over.
She payed the bill. => She paid the bill.
The childs were asleep. => The children were asleep.
We had alot of fun becuase it snowed. => We had a lot of fun because it snowed.
Im going home now. => I'm going home now.
It is apparant that he lied. => It is apparent that he lied.
`).map((row) => row.split(" => "));

// Possible mistakes that might be correct, or have several corrections.
const doubtful = rows(`
I tought about it all night.
Their going to the beach.
It's price is high.
There is to much noise.
What is the affect of heat?
Everyone have a ticket.
She is married with a baby.
Less people came this year.
Much people came.
He arrived to the village at noon.
`);

test("doesn't change correct sentences with any names, quotations or code", async () => {
  const tried = sampleCases(sound, 10);
  // A request contains half of the table.
  const most = Math.ceil(sound.length / 2);
  for (const some of [tried.slice(0, most), tried.slice(most)].filter((half) => half.length > 0)) {
    const { corrected_text } = await check("grammar", some);
    expect(corrected_text.split("\n\n")).toEqual(some);
    const { rewritten, changes } = await check("rewrite", some, { mode: "fix", strength: 3 });
    expect([rewritten.split("\n\n"), changes]).toEqual([some, []]);
  }
});

test("corrects common mistakes as intended", async () => {
  const tried = sampleCases(sure, 12);
  const wrong = tried.map(([said = ""]) => said);
  const right = tried.map(([, meant = ""]) => meant);
  const { corrected_text, matches } = await check("grammar", wrong);
  expect(corrected_text.split("\n\n")).toEqual(right);
  expect(matches.filter((one: { applied: boolean }) => one.applied).length).toBeGreaterThanOrEqual(
    tried.length,
  );
});

test("reports possible mistakes without correcting them", async () => {
  for (const said of sampleCases(doubtful, 3)) {
    const { corrected_text, matches } = await check("grammar", [said]);
    expect(corrected_text).toBe(said);
    expect(matches.length).toBeGreaterThan(0);
    expect(matches[0].applied).toBe(false);
  }
});

// Random names, codes and quotations: no speller knows them, and all are correct.
const small = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzäöéłñ"),
  minLength: 3,
  maxLength: 10,
});
const name = small.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
const code = fc.tuple(small, fc.constantFrom("_", ".", "/", "-7", "::", "@", "#", "2"), small);
const kept = fc.oneof(
  name,
  code.map((parts) => parts.join("")),
  fc.tuple(small, small).map((words) => `“${words.join(" ")}”`),
  small.map((word) => `\`${word}\``),
  small.map((word) => word.toUpperCase()),
);

// For each unknown word the speller searches its whole dictionary, so a text contains few.
test("never corrects names, quotations or code", async () => {
  const all = fc.array(kept, { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(all, async (things) => {
      const sentences = things.map((thing) => `We saw ${thing} and went home.`);
      const { corrected_text } = await check("grammar", sentences);
      expect(corrected_text).toBe(sentences.join("\n\n"));
    }),
    cases(3, 1),
  );
});

test("grammar also finds misspellings, with their positions, and corrects the text", async () => {
  const text = "😀 She dont likes teh apple, but he go to school.";
  const res = await post({ text });
  for (const match of res.matches) expect(text.slice(match.start, match.end)).toBe(match.text);
  expect(res.corrected_text).toBe("😀 She doesn't like the apple, but he goes to school.");
  expect(res.score).toBeLessThan(60);
});

test("grammar reports nothing for a correct text", async () => {
  const res = await post({ text: "The quick brown fox jumps over the lazy dog." });
  expect([res.matches, res.score, res.counts]).toEqual([[], 100, {}]);
});

test("grammar supports dialects, the caller's words, and disabled rules", async () => {
  const text = "The colour of Zyxwort is nice. This are it.";
  const american = await post({ text, language: "en" });
  expect(american.matches.map((one: { text: string }) => one.text)).toEqual([
    "colour",
    "Zyxwort",
    "This are",
  ]);
  const body = {
    text,
    language: "en",
    dialect: "en-GB",
    dictionary: ["Zyxwort"],
    ignore_rules: ["THIS_ARE"],
  };
  expect((await post(body)).matches).toEqual([]);
});

test("grammar reports the spelling of another dialect without correcting it", async () => {
  const text = "My neighbour organised a programme.";
  const res = await post({ text, language: "en" });
  expect(res.corrected_text).toBe(text);
  expect(res.matches.map(({ applied }: { applied: boolean }) => applied)).not.toContain(true);
  expect(res.matches.length).toBeGreaterThan(0);
});

test("an unknown name isn't a mistake and doesn't lower the score", async () => {
  const res = await post({ text: "Xiuying Zhang met Irina Sorokina.", language: "en" });
  expect(res.matches.length).toBeGreaterThan(0);
  expect([res.corrected_text, res.score]).toEqual(["Xiuying Zhang met Irina Sorokina.", 100]);
});

test("rewriting in fix mode corrects mistakes and returns their positions", async () => {
  const text = "😀\n\nI could of done it.";
  const body = { text, language: "en", mode: "fix" };
  const { rewritten, changes } = await json(await hub.post("/api/ai/rewrite", body));
  expect(rewritten).toBe("😀\n\nI could have done it.");
  for (const { start, end, before } of changes) expect(text.slice(start, end)).toBe(before);
});
