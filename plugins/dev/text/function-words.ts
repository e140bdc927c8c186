/**
 * The share of a text's words that are among the commonest of each language, by ISO 639-3 code:
 * a few of them tell more about a short sentence than its letters do.
 */
export function functionWordShares(text: string): Map<string, number> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const shares = new Map<string, number>();
  for (const word of words)
    for (const language of LANGUAGES.get(word) ?? [])
      shares.set(language, (shares.get(language) ?? 0) + 1 / words.length);
  return shares;
}

const WORDS: Readonly<Record<string, string>> = {
  eng: "the of and to in is it you that he was for on are with his they this have from not but what all were when we there can an your which she do how if will up about out them so her would like him into has more who did its over my than been hello our me be as at by or no",
  spa: "de la que el en y los se del las un por con no una su para es al lo como más pero sus le ya este porque esta entre cuando muy sin sobre también hasta hay donde quien desde todo nos hola está son era ser fue eso qué yo",
  fra: "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec ses mais comme ou si leur nous vous elle tout cette aux bonjour je tu être fait même où son sa ont très à était",
  deu: "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an er hat aus bei sie nach wie wir aber noch nur oder war wenn ich du kein hallo sind ihr einen einer zum zur vom haben über was so",
  ita: "di e il la che in un per è del non una con sono si da al le dei come io ma più alla nel della anche lo se ha ho mi questo gli tra ci ciao era delle ed i perché essere o",
  por: "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já eu também só pelo pela até isso ela entre depois olá está são é você foi",
  nld: "de het een en van ik te dat die in is je niet zijn op aan met als voor er maar om dan zou wat mijn men dit zo door over ze zich bij ook tot uit der naar heb hoe heeft hebben hallo was wij ons nog geen",
  pol: "w i na z nie się do to że jest o jak po co za od tak dla jego już ale czy tylko przez być był był są ma a ten tym ich sobie może bardzo który cześć jestem oraz mnie ja",
  swe: "och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när år hon under också efter eller nu vad hej du ska mycket",
  dan: "og i at det som en på er af for med til den har de ikke om et han men var jeg sig fra vi så kan når hun også efter eller nu hvad hej du skal meget blev",
  nob: "og i å det som en på er av for med til den har de ikke om et han men var jeg seg fra vi så kan når hun også etter eller nå hva hei du skal mye ble",
  fin: "ja on ei että se oli hän mutta ovat kun niin kuin myös joka tai mitä minä sinä tämä ole sen olen olet hyvin jos vain mukaan hei",
  tur: "ve bir bu da de için ile çok ne gibi daha var en ama o kadar olarak olan ben sen değil mi merhaba sonra her ya diye nasıl",
  ron: "de și în la a cu pe că o nu un este din pentru mai care se sunt al ca ce dar sau fost lui ei noi au fi bună foarte",
  ces: "a je se na v že to s z do o i jako za by ale jsem po jeho podle jsou který byl nebo ve si pro co už má tak ahoj není",
  hun: "a az és hogy nem is egy ez van volt meg de csak már még mint el ki ha azt vagy lesz kell mert szia nagyon én",
  ind: "yang dan di dengan untuk ini itu dari dalam tidak pada adalah akan ke ada saya juga bisa oleh sudah mereka kami apa halo sangat",
  vie: "và của là có không cho được các một trong người với này những để khi đã đến như tôi bạn rất cũng từ về làm chào",
  hrv: "i je se na u da za su od s nije to kao koji ne bi ali ili sam što ima biti još samo može bok vrlo smo",
};

const LANGUAGES = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS))
  for (const word of new Set(words.split(" ")))
    LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), language]);
