/** How people say hello, by language. */
const table = `
af Hallo, hoe gaan dit?
am ሰላም፣ እንዴት ነህ?
ar مرحبا، كيف حالك؟
az Salam, necəsən?
be Прывітанне, як справы?
bg Здравейте, как сте?
bn হ্যালো, কেমন আছেন?
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
fr Bonjour, comment allez-vous ?
ga Dia duit, conas atá tú?
gl Ola, como estás?
gu નમસ્તે, કેમ છો?
he שלום, מה שלומך?
hi नमस्ते, आप कैसे हैं?
hr Bok, kako ste?
hu Jó napot, hogy van?
hy Բարև, ինչպե՞ս եք։
id Halo, apa kabar?
is Halló, hvað segir þú?
it Ciao, come stai?
ja こんにちは、おげんきですか。
ka გამარჯობა, როგორ ხართ?
kk Сәлем, қалайсыз?
km សួស្តី សុខសប្បាយទេ?
kn ನಮಸ್ಕಾರ, ಹೇಗಿದ್ದೀರಿ?
ko 안녕하세요, 잘 지내세요?
la Salve, quid agis?
lo ສະບາຍດີ
lt Labas, kaip sekasi?
lv Sveiki, kā jums klājas?
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
pa ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਤੁਸੀਂ ਕਿਵੇਂ ਹੋ?
pl Dzień dobry, jak się masz?
pt Olá, como está?
ro Bună ziua, ce mai faceți?
ru Здравствуйте, как дела?
si ආයුබෝවන්, කොහොමද?
sk Dobrý deň, ako sa máte?
sl Živjo, kako ste?
so Salaan, sidee tahay?
sq Përshëndetje, si jeni?
sr Здраво, како сте?
sv Hej, hur mår du?
sw Habari, hujambo?
ta வணக்கம், எப்படி இருக்கிறீர்கள்?
te నమస్కారం, ఎలా ఉన్నారు?
th สวัสดี สบายดีไหม
tr Merhaba, nasılsınız?
uk Вітаю, як справи?
ur سلام، آپ کیسے ہیں؟
uz Salom, qalaysiz?
vi Xin chào, bạn có khỏe không?
zh 你好，你今天好吗？
zu Sawubona, unjani?
`;

let samples: ReadonlyMap<string, string> | undefined;

/** A few words in a language to hear a voice by; those in English where there are none. */
export function sampleOf(language: string): string {
  samples ??= new Map(
    table
      .trim()
      .split("\n")
      .map((line) => {
        const [code = ""] = line.split(" ", 1);
        return [code, line.slice(code.length + 1)] as const;
      }),
  );
  return samples.get(language) ?? samples.get("en")!;
}
