/** Greetings by language. */
const table = `
af Hallo, hoe gaan dit?
am ሰላም፣ እንዴት ነህ?
an Ola, cómo yes?
ar مرحبا، كيف حالك؟
as নমস্কাৰ, আপোনাৰ কেনে?
az Salam, necəsən?
ba Һаумыһығыҙ, хәлегеҙ нисек?
be Прывітанне, як справы?
bg Здравейте, как сте?
bn হ্যালো, কেমন আছেন?
bpy নমস্কার
bs Zdravo, kako ste?
ca Hola, com estàs?
cs Dobrý den, jak se máte?
cy Helo, sut wyt ti?
da Hej, hvordan har du det?
de Hallo, wie geht es Ihnen?
el Γεια σας, τι κάνετε;
en Hello, how are you today?
eo Saluton, kiel vi fartas?
es Hola, ¿cómo estás?
et Tere, kuidas läheb?
eu Kaixo, zer moduz?
fa سلام، حال شما چطور است؟
fi Hei, mitä kuuluu?
fil Kumusta ka?
fo Hey, hvussu gongur?
fr Bonjour, comment allez-vous ?
ga Dia duit, conas atá tú?
gd Halò, ciamar a tha thu?
gl Ola, como estás?
gn Mba'éichapa?
grc Χαῖρε, πῶς ἔχεις;
gu નમસ્તે, કેમ છો?
hak ngi2 ho2
haw Aloha, pehea ʻoe?
he שלום, מה שלומך?
hi नमस्ते, आप कैसे हैं?
hr Bok, kako ste?
ht Bonjou, kijan ou ye?
hu Jó napot, hogy van?
hy Բարև, ինչպե՞ս եք։
hyw Բարեւ, ինչպէ՞ս էք։
ia Salute, como sta tu?
id Halo, apa kabar?
io Saluto, quale vu standas?
is Halló, hvað segir þú?
it Ciao, come stai?
ja こんにちは、おげんきですか。
jbo coi
ka გამარჯობა, როგორ ხართ?
kaa Сәлем, қалайсыз?
kk Сәлем, қалайсыз?
kl Aluu, qanoq ippit?
km សួស្តី សុខសប្បាយទេ?
kn ನಮಸ್ಕಾರ, ಹೇಗಿದ್ದೀರಿ?
ko 안녕하세요, 잘 지내세요?
ku Silav, tu çawa yî?
ky Салам, кандайсыз?
la Salve, quid agis?
lb Moien, wéi geet et?
lfn Bon dia, como tu es?
lo ສະບາຍດີ
lt Labas, kaip sekasi?
ltg Vasals, kai īt?
lv Sveiki, kā jums klājas?
mi Kia ora, kei te pēhea koe?
mk Здраво, како сте?
ml നമസ്കാരം, സുഖമാണോ?
mn Сайн байна уу?
mr नमस्कार, कसे आहात?
ms Hai, apa khabar?
mt Bonġu, kif int?
my မင်္ဂလာပါ၊ နေကောင်းလား။
nb Hei, hvordan har du det?
ne नमस्ते, तपाईंलाई कस्तो छ?
nl Hallo, hoe gaat het?
nog Салам
om Akkam, fayyaa dha?
or ନମସ୍କାର, ଆପଣ କେମିତି ଅଛନ୍ତି?
pa ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਤੁਸੀਂ ਕਿਵੇਂ ਹੋ?
pap Bon dia, kon ta bai?
pl Dzień dobry, jak się masz?
pt Olá, como está?
qu Allillanchu, imaynallan kashanki?
ro Bună ziua, ce mai faceți?
ru Здравствуйте, как дела?
sd سلام، توهان ڪيئن آهيو؟
si ආයුබෝවන්, කොහොමද?
sk Dobrý deň, ako sa máte?
sl Živjo, kako ste?
smj Buoris
so Salaan, sidee tahay?
sq Përshëndetje, si jeni?
sr Здраво, како сте?
sv Hej, hur mår du?
sw Habari, hujambo?
ta வணக்கம், எப்படி இருக்கிறீர்கள்?
te నమస్కారం, ఎలా ఉన్నారు?
th สวัสดี สบายดีไหม
ti ሰላም፣ ከመይ ኣለኻ?
tk Salam, ýagdaýlaryňyz nähili?
tlh nuqneH
tn Dumela, o kae?
tr Merhaba, nasılsınız?
tt Сәлам, хәлләр ничек?
ug ياخشىمۇسىز؟
uk Вітаю, як справи?
ur سلام، آپ کیسے ہیں؟
uz Salom, qalaysiz?
vi Xin chào, bạn có khỏe không?
zh 你好，你今天好吗？
zu Sawubona, unjani?
`;

let samples: ReadonlyMap<string, string> | undefined;

/** Returns a short sample text in a language, or in English if there is none. */
export function getSample(language: string): string {
  samples ??= new Map(
    table
      .trim()
      .split("\n")
      .map((line) => {
        const [code = ""] = line.split(" ", 1);
        return [code, line.slice(code.length + 1)] as const;
      }),
  );
  return samples.get(language) ?? samples.get("en") ?? "";
}
