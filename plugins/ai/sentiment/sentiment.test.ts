import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { score } from "../word-ratings/score.ts";
import { measureSentiment } from "./sentiment.ts";

const hub = await testHub(`${import.meta.dir}/..`);

// The compound scores that the authors of VADER publish for their examples.
describe("matches the reference score of", () => {
  test.each([
    ["VADER is smart, handsome, and funny.", 0.8316],
    ["VADER is smart, handsome, and funny!", 0.8439],
    ["VADER is very smart, handsome, and funny.", 0.8545],
    ["VADER is VERY SMART, handsome, and FUNNY.", 0.9227],
    ["VADER is VERY SMART, handsome, and FUNNY!!!", 0.9342],
    ["VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!", 0.9469],
    ["VADER is not smart, handsome, nor funny.", -0.7424],
    ["The book was good.", 0.4404],
    ["At least it isn't a horrible book.", 0.431],
    ["The book was only kind of good.", 0.3832],
    [
      "The plot was good, but the characters are uncompelling and the dialog is not great.",
      -0.7042,
    ],
    ["Today SUX!", -0.5461],
    ["Today only kinda sux! But I'll get by, lol", 0.5249],
    ["Make sure you :) or :D today!", 0.8633],
    ["Catch utf-8 emoji such as 💘 and 💋 and 😁", 0.875],
    ["Not bad at all", 0.431],
    ["Sentiment analysis has never been good.", -0.3412],
    ["Sentiment analysis has never been this good!", 0.5672],
    ["Most automated sentiment analysis tools are shit.", -0.5574],
    ["With VADER, sentiment analysis is the shit!", 0.6476],
    ["Other sentiment analysis tools can be quite bad.", -0.5849],
    ["On the other hand, VADER is quite bad ass", 0.802],
    ["VADER is such a badass!", 0.4003],
    ["Without a doubt, excellent idea.", 0.7013],
    ["Roger Dodger is one of the most compelling variations on this theme.", 0.2944],
    ["Roger Dodger is at least compelling as a variation on the theme.", 0.2263],
    ["Roger Dodger is one of the least compelling variations on this theme.", -0.1695],
    ["Not such a badass after all.", -0.2584],
    ["Without a doubt, an excellent idea.", 0.7013],
  ])("%s", (text, compound) => expect(score(text).compound).toBe(compound));
});

test("sentiment rates aspects separately, with their positions", async () => {
  const text = "😀 The camera is excellent, but the battery is a disappointment.";
  const res = await json(
    await hub.post("/api/ai/sentiment", { text, aspects: ["camera", "battery", "screen"] }),
  );
  expect(res.aspects.map((one: { label: string }) => one.label)).toEqual([
    "positive",
    "negative",
    "neutral",
  ]);
  expect(res.aspects[2].mentions).toBe(0);
  const { start, end } = res.aspects[1].positions[0];
  expect(text.slice(start, end)).toBe("battery");
});

test("sentiment explains the score by words with their positions", async () => {
  const text = "It is not good 👍, and the food was VERY bad!";
  const { tokens } = await json(await hub.post("/api/ai/sentiment", { text, explain: true }));
  for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
  const good = tokens.find((token: { text: string }) => token.text === "good");
  expect([good.valence < 0, good.because]).toEqual([true, ['negated by "not"']]);
});

test("sentiment is mixed if sentences contradict each other", async () => {
  const text = "The camera is great. The battery is terrible.";
  expect((await json(await hub.post("/api/ai/sentiment", { text }))).label).toBe("mixed");
});

test("'but' affects only its sentence and the previous one", () => {
  const { compound } = score("I love it. It is fine. But the end is bad.");
  expect(compound).toBeLessThan(score("I love it. It is fine. And the end is fine.").compound);
  expect(score("Bad, but good. I love it.").valences.at(-2)?.valence).toBe(3.2);
});

test("sentiment of another language is based on emoji, with low confidence", async () => {
  const body = { text: "To jest dobre 😍", language: "pl" };
  const res = await json(await hub.post("/api/ai/sentiment", body));
  expect([res.label, res.confidence]).toEqual(["positive", "low"]);
});

test.each([
  ["de", "Das ist wirklich sehr gut gemacht.", "positive"],
  ["de", "Das gefällt mir überhaupt nicht.", "negative"],
  ["de", "Nie wieder, totale Enttäuschung.", "negative"],
  ["es", "La comida estaba buena y el personal muy amable.", "positive"],
  ["es", "No me gustó nada la película.", "negative"],
  ["fr", "J'adore ce restaurant, les plats sont délicieux.", "positive"],
  ["fr", "Je n'aime pas du tout ce film.", "negative"],
  ["it", "Bellissimo film, lo consiglio.", "positive"],
  ["it", "Non mi piace per niente.", "negative"],
  ["nl", "Erg leuk en gezellig hotel.", "positive"],
  ["nl", "Het eten was niet lekker en de bediening traag.", "negative"],
  ["pt", "A equipe foi muito simpática.", "positive"],
  ["pt", "Não gostei do atendimento, péssimo.", "negative"],
])("sentiment in %s: %s is %s", async (language, text, label) => {
  const res = await json(await hub.post("/api/ai/sentiment", { text, language }));
  expect(res.label).toBe(label);
  expect(["low", "medium"]).toContain(res.confidence);
});

test("sentiment fails with 422 for another language without emoji", async () => {
  const body = { text: "To jest naprawdę bardzo dobrze zrobione.", language: "pl" };
  const res = await hub.post("/api/ai/sentiment", body);
  expect([res.status, (await json(res)).code]).toEqual([422, "language_unsupported"]);
});

test("sentiment of a text without a rated word is neutral in a language with a lexicon", async () => {
  const body = { text: "Der Zug fährt um acht Uhr von Gleis drei ab.", language: "de" };
  const res = await json(await hub.post("/api/ai/sentiment", body));
  expect([res.label, res.score, res.confidence]).toEqual(["neutral", 0, "none"]);
});

test("sentiment returns a result for each of several texts, and their mean", async () => {
  const texts = ["I love it", "I hate it", "Das Auto fährt schnell um die Ecke"];
  const res = await json(await hub.post("/api/ai/sentiment", { texts }));
  expect(res.results.map((one: { label: string }) => one.label)).toEqual([
    "positive",
    "negative",
    "neutral",
  ]);
  expect(res.score).toBeCloseTo((res.results[0].score + res.results[1].score) / 2, 3);
  expect(res.results[2].confidence).toBe("none");
});

test("sentiment fails with 413 for a text of 20,001 characters", async () => {
  const res = await hub.post("/api/ai/sentiment", { text: "a".repeat(20_001) });
  expect([res.status, (await json(res)).code]).toEqual([413, "text_too_long"]);
});

test.each([
  [{}, "neither"],
  [{ text: "a", texts: ["b"] }, "both"],
])("sentiment fails with 400 for %j", async (body, word) => {
  const res = await hub.post("/api/ai/sentiment", body);
  expect([res.status, (await json(res)).detail]).toEqual([
    400,
    `The body must have either text or texts: it has ${word}`,
  ]);
});

test("fails with 501 if no language model is configured", async () => {
  const res = await hub.post("/api/ai/sentiment", { text: "Good.", provider: "openai" });
  expect([res.status, (await json(res)).code]).toEqual([501, "capability_unavailable"]);
});

/** One sentence between bars or line breaks. */
function listSentences(rows: string): string[] {
  return rows.trim().split(/[|\n]/);
}

const glad = listSentences(`
I've never been happier.|I have never been happier with a purchase.|It could not be better.
The weather couldn't be better.|Things couldn't be any better.|I've never felt better.|She has never looked prouder.
It doesn't get any better than this.|I couldn't have been more pleased with the result.|We could not be more grateful.
I couldn't agree more.|You can't get better than this hotel.|There is no better place to relax.
Nothing beats their wonderful pizza.|I couldn't ask for a better friend.|I have never had a better meal.
The task was anything but boring.|There is no lack of charm here.|It never fails to impress.
He never fails to delight his audience.|I have nothing but praise for them.|She had nothing but kind words.
There were hardly any problems.|It hardly ever fails.|The place is far from bad.|Nobody was disappointed.
It could have been worse.|It is not only good but also cheap.|It is not just pretty but also useful.
I can't recommend it enough.|I cannot thank you enough.|I can't praise them enough.|It's not bad at all.
It isn't a bad film.|I can't complain.|No complaints at all.|Without a doubt the best hotel in town.|I love it.
What a wonderful day!|The staff were friendly and helpful.|This is the best phone I have owned.
Great value and fast delivery.|I am happy with my choice.|An amazing concert, thank you!|The garden is beautiful.
He is a kind and honest man.|Good food, good service.|They solved my problem quickly and were very nice.
This is better than before.|You won't regret it.|I had no problems with it.|There is nothing to dislike.
Not a single problem.|It is free of errors.|Never in my life have I been happier.|I have never tasted better bread.
My mother couldn't be prouder.|Life could hardly be better.|She could not be more delighted.
The staff are anything but rude.|This author never fails to surprise and delight.
We have had nothing but joy from this puppy.|I found hardly anything to dislike.
The hotel is not only beautiful but also quiet and friendly.|You can't praise this team enough.
I have no regrets about buying it.|Not once did it disappoint me.|There is nothing better than a hot bath.
The trip went without any problems.|Great, thanks for the help!|Wonderful, I love it!|Perfect, exactly what I wanted.
Thanks a lot for your kind help.|I wish you a happy birthday.|I am used to good service here, and it was good again.
We live far from the beautiful city centre and love it.|The soup is good and the bread is better.
He is better than his brother.|It's a pleasure to use.|I really enjoyed the quiet beach.
She smiled and gave us a warm welcome.|I feel great today.|Congratulations on your success!|The kids had fun all day.
You never disappoint.|Couldn't be happier with the service!|It doesn't disappoint.
The free upgrade was a nice surprise.|Hardly a day goes by without a smile.|You could do worse than this lovely inn.
No one was hurt.|Nothing went wrong.
`);
const sorry = listSentences(`
I have never seen a worse film.|It couldn't be worse.|I've never been more disappointed.
I could not have been more disappointed.|I've never felt worse.|It doesn't get any worse than this.
The service couldn't have been worse.|I have never been sadder.|The film is anything but good.
It was anything but pleasant.|He is anything but helpful.|The film lacks any charm.|The room lacks warmth and comfort.
The story is lacking in humor.|The plot is devoid of any interest.|It fails to impress.
The show failed to entertain me.|The dinner failed to satisfy anyone.|We had nothing but trouble.
It brings nothing but misery.|The meal was hardly impressive.|It is hardly a success.|That is hardly fair.
The sound is barely acceptable.|He was scarcely helpful.|It is far from perfect.|The hotel was far from good.
The car is by no means safe.|It is in no way an improvement.|The product is nowhere near good.|It's not exactly great.
I don't think this movie is good.|I don't think it works well.|I wouldn't say it is a success.
I do not believe this is a good idea.|I doubt it will be a success.|Nobody liked the film.|No one enjoyed the party.
Nobody was happy with it.|It could be better.|It could have been better.|It should have been great.
It used to be great.|I used to love this place.|I am no longer happy with it.|I wish it were better.
If only the food were good.|I was too tired to enjoy the show.|I would not recommend it.|I can't recommend it.
Not worth the money.|It's neither funny nor clever.|It is no fun.|It is not very good.|It was not a good experience.
I hate it.|The worst hotel I have ever stayed in.|The food was disgusting.|It is a terrible mistake.
The staff were rude and unhelpful.|I am very disappointed.|What a waste of money.
The room was dirty and smelled awful.|This is a disaster.|He is a liar and a cheat.|I feel sad and lonely.
My order arrived broken and the support was useless.|An ugly, boring building.|The movie was dull and stupid.
The phone is not as good as I hoped.|It is less good than before.|This is worse than before.
The screen is not better than the old one.|It isn't any better.|It never gets better.|Don't buy it, it is no good.
The timing could not have been worse.|I have never met a ruder man.|Never have I been more embarrassed.
He couldn't care less about our problems.|The lecture was anything but interesting.|The speech lacked passion.
The new version lacks the charm of the old one.|A thriller devoid of thrills.|The engine failed to please me.
All we got was nothing but excuses and lies.|It is hardly the best choice.
The soup was barely edible and hardly enjoyable.|The result is far from satisfying.|That is by no means a good deal.
I don't believe he is honest.|I don't think anyone will enjoy it.|I wouldn't call it a masterpiece.
Nobody there was friendly.|None of the guests enjoyed the show.|The interface could be nicer.
The trip was supposed to be fun.|This restaurant used to be excellent.|I wish the app was faster and better.
She was too angry to enjoy her meal.|I cannot recommend this product to anyone.|It is no better than the cheap one.
It is not half as good as they claim.|The design is neither pretty nor useful.|Too bad it broke.
My cold is worse today.|They lied to us and stole our money.|The pain is unbearable.|I regret buying this junk.
The noise was annoying and the bed uncomfortable.|The kids were bored all day.|You always disappoint.
I'm not impressed.|This is not what I'd call good.|There isn't anything good about it.|I expected better.
Nothing works and everyone is angry.
`);
const ironic = listSentences(`
It looks too good to be true.|Sounds too good to be true.|Great, another delay.|Oh great, the train is late again.
Thanks for nothing.|Just what I needed, another flat tire.|Wonderful, my flight is cancelled again.
Yeah right, great service.|Oh wonderful, more paperwork.|Brilliant, now it crashed again.
Thanks a lot for ruining my day.|Fantastic, the server is down again.|Lovely, it is raining once more.
Oh perfect, my phone broke.|That offer seems too good to be true.|Nice, yet another bug.
`);

/** Returns the results of any number of sentences, in batches of the maximum number of texts. */
async function readAll(all: readonly string[]) {
  const results: { label: string; confidence: string }[] = [];
  for (let from = 0; from < all.length; from += 50) {
    const texts = all.slice(from, from + 50);
    const body = { texts, language: "en", sentences: false };
    results.push(...(await json(await hub.post("/api/ai/sentiment", body))).results);
  }
  return results;
}

test.each([
  ["positive", glad],
  ["negative", sorry],
])("sentiment rates indirect statements as %s", async (label, sentences) => {
  const results = await readAll(sentences);
  const wrong = sentences.filter((_, index) => results[index]?.label !== label);
  expect(wrong).toEqual([]);
});

test("sentiment has low confidence for possible irony and for neutral text", async () => {
  for (const text of [...ironic, "The library opens at nine.", "It arrived on Monday."])
    expect([text, (await readAll([text]))[0]?.confidence]).toEqual([text, "low"]);
});

test("sentiment has higher confidence if words agree", async () => {
  const texts = [
    "Good food and great service.",
    "Good food and terrible service.",
    "The food is good.",
  ];
  const results = await readAll(texts);
  expect(results.map(({ confidence }) => confidence)).toEqual(["high", "medium", "high"]);
});

test.each([
  ["I hate the battery, the display is fine.", { battery: "negative", display: "positive" }],
  ["Love the screen, hate the keyboard.", { screen: "positive", keyboard: "negative" }],
  ["I love the camera and hate the battery.", { camera: "positive", battery: "negative" }],
  ["The camera, the screen and the sound are great.", { camera: "positive", sound: "positive" }],
  ["I love the camera and the screen.", { camera: "positive", screen: "positive" }],
  ["Great camera, terrible battery, nice display.", { battery: "negative", display: "positive" }],
  ["The breakfast, which I loved, was served late.", { breakfast: "positive" }],
  [
    "The plot is anything but good, the acting is superb.",
    { plot: "negative", acting: "positive" },
  ],
  [
    "Nothing but praise for the staff, but the pool is awful.",
    { staff: "positive", pool: "negative" },
  ],
  ["The display is there, I love the battery.", { display: "neutral", battery: "positive" }],
])("assigns the aspects of %j to their own clauses", async (text, wanted) => {
  const aspects = Object.keys(wanted);
  const res = await json(await hub.post("/api/ai/sentiment", { text, aspects }));
  const found = res.aspects.map((one: { aspect: string; label: string }) => [
    one.aspect,
    one.label,
  ]);
  expect(Object.fromEntries(found)).toEqual(wanted);
});

const rated = ["good", "great", "bad", "terrible", "happy", "love", "hate", "awful"];
const said = fc.array(fc.constantFrom(...rated, "table", "the", "very", "not", "but", "!"), {
  minLength: 1,
  maxLength: 10,
});

test("scores are bounded, their shares add up to 1, and another exclamation mark never flips a score", () => {
  fc.assert(
    fc.property(said, (words) => {
      const text = words.join(" ");
      const { compound, positive, neutral, negative } = score(text);
      expect(Math.abs(compound)).toBeLessThanOrEqual(1);
      expect(positive + neutral + negative).toBeCloseTo(1, 2);
      const louder = score(`${text}!`).compound;
      expect(Math.sign(louder)).toBe(Math.sign(compound));
      expect(Math.abs(louder)).toBeGreaterThanOrEqual(Math.abs(compound));
    }),
    cases(200),
  );
});

test("more spaces between tokens don't change the score", () => {
  fc.assert(
    fc.property(said, (words) => {
      expect(score(words.join("   ")).compound).toBe(score(words.join(" ")).compound);
    }),
    cases(60),
  );
});

test.each([
  ["Nothing. Everything is great.", "positive"],
  ["Never. I love it.", "positive"],
  ["Kindly improve your performance", "neutral"],
  ["Please fix this.", "neutral"],
  ["He kindly helped me.", "positive"],
  ["I can't stand this place.", "negative"],
  ["You can't stand there.", "neutral"],
  ["It's not the worst movie.", "neutral"],
])("sentiment of %p is %s", async (text, label) => {
  const res = await json(await hub.post("/api/ai/sentiment", { text, language: "en" }));
  expect(res.label).toBe(label);
});

test.each([
  ["de", "positive", "Der Service ließ keine Wünsche offen."],
  ["de", "negative", "Ich bin alles andere als zufrieden."],
  ["de", "negative", "Nie wieder!"],
  ["es", "positive", "Nunca he comido mejor."],
  ["es", "negative", "Es una pérdida de tiempo."],
  ["fr", "negative", "Je suis loin d’être satisfait."],
  ["fr", "positive", "Je ne pourrais pas être plus heureux."],
  ["it", "positive", "Mai mangiato meglio."],
  ["it", "negative", "Lo sconsiglio a tutti."],
  ["nl", "negative", "Ik raad het iedereen af."],
  ["nl", "positive", "Nooit lekkerder gegeten."],
  ["nl", "negative", "Het is zijn geld niet waard."],
  ["pt", "positive", "Não me arrependo da compra."],
  ["pt", "neutral", "O livro é azul."],
  ["de", "negative", "Nicht gerade ein Meisterwerk."],
  ["de", "positive", "Teuer, aber jeden Cent wert."],
  ["de", "negative", "Schöne Verpackung, aber der Inhalt ist Schrott."],
  ["de", "neutral", "Die Lieferung erfolgt an die angegebene Adresse."],
  ["es", "positive", "Estoy contentísima con el trato."],
  ["es", "negative", "El vestido encogió al primer lavado."],
  ["es", "neutral", "La carta llega por la tarde y el tema es la sección de arte."],
  ["fr", "negative", "Le vendeur m'a menti."],
  ["fr", "neutral", "Les frais de port sont indiqués sur la facture de la plante."],
  ["it", "positive", "La squadra era preparatissima e gentile."],
  ["it", "neutral", "La carne si trova nella cartella di Santa Marta."],
  ["nl", "negative", "Mooie verpakking, maar je hebt er niks aan."],
  ["nl", "neutral", "De versie in deze ruimte heeft licht nodig."],
  ["pt", "negative", "O vendedor mentiu-me."],
  ["pt", "neutral", "O carro tem um chat e uma secção nova."],
])("a phrase in %s counts as a whole: %s", (language, label, text) => {
  const options = { language, sentences: false, aspects: [], explain: false };
  expect(measureSentiment(text, options).label).toBe(label as "positive");
});

test("reads what reviewers say without a rated word", async () => {
  const rate = async (texts: string[]) => {
    const res = await json(
      await hub.post("/api/ai/sentiment", { texts, language: "en", provider: "embedded" }),
    );
    return res.results.map((one: { label: string }) => one.label);
  };
  expect(
    await rate(["Works as advertised.", "Five stars!", "Would buy again.", "Worth every penny."]),
  ).toEqual(["positive", "positive", "positive", "positive"]);
  expect(
    await rate([
      "The battery dies by noon.",
      "I returned it the same day.",
      "Never again.",
      "I would not buy it again.",
      "Mine fell apart within a month.",
    ]),
  ).toEqual(["negative", "negative", "negative", "negative", "negative"]);
  expect(
    await rate(["We stayed at a five-star hotel.", "The refund policy is on page 2."]),
  ).toEqual(["neutral", "neutral"]);
});
