import { faker as ar } from "@faker-js/faker/locale/ar";
import { faker as cs } from "@faker-js/faker/locale/cs_CZ";
import { faker as da } from "@faker-js/faker/locale/da";
import { faker as de } from "@faker-js/faker/locale/de";
import { faker as el } from "@faker-js/faker/locale/el";
import { faker as en } from "@faker-js/faker/locale/en";
import { faker as india } from "@faker-js/faker/locale/en_IN";
import { faker as es } from "@faker-js/faker/locale/es";
import { faker as mexico } from "@faker-js/faker/locale/es_MX";
import { faker as fi } from "@faker-js/faker/locale/fi";
import { faker as fr } from "@faker-js/faker/locale/fr";
import { faker as belgium } from "@faker-js/faker/locale/fr_BE";
import { faker as he } from "@faker-js/faker/locale/he";
import { faker as hr } from "@faker-js/faker/locale/hr";
import { faker as hu } from "@faker-js/faker/locale/hu";
import { faker as it } from "@faker-js/faker/locale/it";
import { faker as ja } from "@faker-js/faker/locale/ja";
import { faker as ko } from "@faker-js/faker/locale/ko";
import { faker as nb } from "@faker-js/faker/locale/nb_NO";
import { faker as nl } from "@faker-js/faker/locale/nl";
import { faker as pl } from "@faker-js/faker/locale/pl";
import { faker as brazil } from "@faker-js/faker/locale/pt_BR";
import { faker as pt } from "@faker-js/faker/locale/pt_PT";
import { faker as ro } from "@faker-js/faker/locale/ro";
import { faker as ru } from "@faker-js/faker/locale/ru";
import { faker as sv } from "@faker-js/faker/locale/sv";
import { faker as tr } from "@faker-js/faker/locale/tr";
import { faker as uk } from "@faker-js/faker/locale/uk";
import { faker as zh } from "@faker-js/faker/locale/zh_CN";
import { readWords } from "../text/word-lists.ts";
import { firstNames as commonNames } from "./name-words.ts";

const locales = [
  ...[ar, cs, da, de, el, en, india, es, mexico, fi, fr, belgium, he, hr, hu, it],
  ...[nb, nl, pl, brazil, pt, ro, ru, sv, tr, uk],
];

// The package has no names in Devanagari.
const hindiFirst =
  "अनीता सुरेश पूजा विक्रम कविता राजेश मीनाक्षी अमित सुनीता दीपक रेखा मनोज रमेश महेश दिनेश मुकेश राकेश संजय विजय अजय अनिल सुनील राहुल रोहित मोहित नितिन सचिन अर्जुन कृष्ण राम श्याम मोहन सोहन हरीश नरेश गणेश प्रकाश विनोद प्रमोद अशोक आनंद अरुण वरुण करण रवि शशि सूरज चंदन पवन कमल नीरज पंकज मनीष आशीष अभिषेक विवेक विशाल गौरव सौरभ अंकित नवीन प्रवीण किशोर गोपाल सीमा नेहा गीता सीता राधा मीरा लक्ष्मी सरस्वती पार्वती अंजलि प्रिया रिया दिया आरती भारती ज्योति किरण सरिता संगीता बबीता ममता उषा आशा निशा लता सुधा माया छाया शोभा रीना टीना वंदना अर्चना कल्पना साधना भावना शालिनी नंदिनी रजनी स्वाति श्वेता निधि रितु पल्लवी दिव्या मोहम्मद अब्दुल फातिमा आयशा इमरान सलमान शाहरुख आमिर गुरप्रीत हरप्रीत मनप्रीत";
const hindiLast =
  "शर्मा वर्मा गुप्ता सिंह यादव मिश्रा चौहान अग्रवाल तिवारी जोशी कुलकर्णी श्रीवास्तव पटेल कपूर मेहता चौधरी पांडे पाण्डेय सक्सेना राठौर बंसल दुबे देशपांडे नायर त्रिपाठी कुमार कुमारी देवी खान अंसारी शेख अहमद ठाकुर राजपूत जैन शाह मोदी गांधी नेहरू भट्ट रेड्डी राव अय्यर मेनन पिल्लई दास घोष बोस सेन चटर्जी मुखर्जी बनर्जी मल्होत्रा खन्ना चोपड़ा अरोड़ा भाटिया सेठी गिल संधू ढिल्लों कौर दीक्षित शुक्ला द्विवेदी चतुर्वेदी झा सिन्हा प्रसाद मौर्य कुशवाहा प्रजापति सोलंकी परमार पवार शिंदे जाधव";

/** Names that are common in their country and missing in the package's lists. */
const otherFirst =
  "Heike Mechthild Detlef Annegret Gudrun Hartmut Ulrike Wiebke Dietlinde Silke Gottfried Anke Burkhard Roswitha Kerstin Birgit Gisela Ingeborg Hannelore Elke Monika Uta Ute Volker Dieter Rainer Reiner Günther Horst Siegfried Manfred Heinz Karl-Heinz Hans-Peter Hans-Jürgen Wolfgang Eberhard Ekkehard Gerd Gertrud Hedwig Irmgard Jutta Karin Liselotte Marlies Renate Rosemarie Sigrid Traudel Waltraud Wilma Bärbel Cornelia Dagmar Edeltraud Friederike Petra Sabine Simone Sonja Susanne Tanja Thorsten Torsten Jochen Jörg Joachim Holger Henning Hinrich Helmut Harald Gunnar Frank Falk Eckart Edgar Detlev Carsten Bodo Bernd Axel Armin Andreas Alfred " +
  "Ayşe Mehmet Nurcan Tuncay Gülsüm Emine Hatice Fatma Zeynep Elif Merve Büşra Esra Hülya Gül Gülay Sevgi Selma Sibel Songül Şule Şükrü Tülay Türkan Yasemin Zehra Ahmet Ali Hasan Hüseyin İbrahim İsmail Mustafa Murat Osman Ömer Ramazan Recep Süleyman Yusuf Yavuz Kemal Kerem Cengiz Cem Çağlar Barış Halil Orhan Serkan Volkan " +
  "Xiomara Íñigo Begoña Consuelo Remedios Ainhoa Itziar Nekane Yesenia Facundo Ezequiel Baltasar Maite Rocío Ximena Yolanda Nuria Montserrat Pilar Dolores Encarnación Concepción Inmaculada Mercedes Milagros Soledad Asunción Purificación Amparo Ángeles Esperanza Trinidad Leocadio Primitivo Hernán Leandro Joaquín Gonzalo Rodrigo Álvaro Iván Óscar Rubén Adrián Sergio Jaime Borja Iker Unai Aitor Jordi Josep Montse Núria Oriol Pau " +
  "Graça Rosângela Conceição Jussara Iracema Wellington Everton Thiago Vasco Caetano Luciana Heitor Gonçalo Duarte Afonso Matilde Leonor Francisca Fátima Lurdes Manuela Fernanda Joaquim Manuel Nuno Rui Tiago Vítor Zélia Aparecida Terezinha Edson Nilson Gilberto Jair Neymar Rivaldo " +
  "Pierpaolo Pierluigi Giampaolo Giancarlo Gianluca Ornella Assunta Graziella Immacolata Calogero Nunzio Carmela Concetta Rosaria Loredana Patrizia Tiziana Donatella Nicoletta Maurizio Massimiliano Vincenzo Pasquale Gennaro Ciro Raffaele Umberto Ettore Ludovica Ginevra Beatrice " +
  "Femke Wouter Sjoerd Aaltje Trijntje Jelle Hanneke Gijs Ineke Annemiek Marijke Saskia Liesbeth Thijs Joris Pieter-Jan Jan-Willem Roos Koen Bart Soraya Youssef Geert Wim Henk Piet Kees Gerrit Willem Hendrik Jeroen Maarten Ruud Dirk Lieve Griet Katrien Veerle Sofie Els " +
  "Zbigniew Mieczysław Jadwiga Halina Beata Grażyna Bożena Stanisława Sławomir Ryszard Czesław Wiesław Zdzisław Bogusław Mirosław Jarosław Stanisław Władysław Wojciech Krzysztof Grzegorz Andrzej Jerzy Henryk Kazimierz Leszek Marek Piotr Tadeusz Urszula Danuta Teresa Elżbieta Krystyna Zofia Agnieszka Małgorzata Joanna Paweł Łukasz Maciej Bartosz Renata Iwona Dorota Wanda Aldona " +
  "Birgitta Håkan Göran Torbjörn Gunilla Ann-Christin Britt-Marie Örjan Staffan Sixten Hedvig Kerstin Kirsten Søren Bodil Flemming Poul Birthe Preben Lis Kurt Viggo Jørgen Mette Line Freja Hanne Signe Päivi Tuula Veikko Riitta Marjatta Sirpa Pertti Ritva Seppo Iida Esa Jussi Mikko Kaisa Saara Ville Heikki Kuba Jouni Aslak Natasja Gaetane Edi " +
  "Wesley Keisha Tyrone Siobhan Desmond Callum Shanice Imogen Hamish Kwame Rosalind Anjali Faisal Yolanda Declan Bradley Tobias Nigel Gareth Rhys Niamh Aoife Saoirse Oisín Ngozi Chidi Folake Olumide Thabo Sipho Wanjiru Kamau Nguyen Mei Xiu Jing Hiro Haruto Yuki Sakura " +
  "Людмила Зинаида Руслан Алёна Геннадий Жанна Тимур Варвара Эдуард Раиса Ильдар Снежана Рашид Клавдия Милана Вениамин Алмаз Айгуль Гульнара Рустам Фарид Заур Магомед Ахмед Аслан Нурлан Бекзат Айдар Марат Ринат Зухра Соломія Остап Зіновій Орися Назар Святослав Уляна Зоряна Панас Мирослава Христина Богдан Ярослав Тарас Оксана Надія Дарина";

const arabicFirst =
  "محمد أحمد محمود علي حسن حسين عمر عثمان خالد سعيد سعد فهد فيصل تركي سلطان ناصر نايف ماجد طارق زياد وليد يوسف يعقوب إبراهيم إسماعيل موسى عيسى داود سليمان هارون مصطفى كريم جمال كمال عادل سامي رامي هاني شريف أشرف أيمن إيهاب هشام وائل باسل بلال أنس معاذ حمزة زيد صلاح منصور راشد حمد جاسم غسان مروان نبيل فؤاد رشيد إدريس مهدي رضا عباس جعفر صادق فاطمة عائشة خديجة زينب مريم آمنة أمينة سارة هاجر ليلى سلمى نور نورة هند منى ندى هدى سعاد سميرة سميحة رانيا ريم رنا دانا دينا دعاء إيمان أمل أحلام آية أسماء حنان حياة خلود رحاب رزان رغد روان سلوى سهام شيماء صفاء عبير غادة فريدة كوثر لبنى لطيفة لمياء مها منال نجلاء نجوى نسرين نهى وفاء ياسمين يسرى عبدالله عبدالرحمن عبدالعزيز";
const arabicLast =
  "منصور حداد خليل السيد صالح شاهين درويش النجار المصري حسن حسين علي محمد أحمد إبراهيم يوسف سليمان عثمان الخطيب الخوري عواد قاسم ناصر سالم عمران فرج جابر بدوي حجازي رمضان شعبان عبدالله النمر مراد حمدان زيدان غانم";
const hebrewFirst =
  "רחל לאה רבקה שרה יעל נועה שירה מיכל תמר מאיה עדי ענת אורית הילה מירב לימור סיגל רונית דנה טל עידית גלית אסתר מרים חנה דבורה נעמי אביגיל הדס יסמין ליאת קרן שני אפרת אילנה ציפורה שושנה אברהם יצחק יעקב משה דוד דניאל יוסף יוסי שמעון ראובן בנימין אהרון איתן עומר נועם אורי גיא רונן אלון ניר ליאור עמית אסף יונתן יהונתן איתי עידן רועי שי דורון אבי אבנר אליהו אריאל ברוך גבריאל גדעון זאב חיים יגאל יהודה יואב מאיר מנחם מרדכי נתן עמוס עוזי צבי רפאל שלמה תומר אייל אריה";
const hebrewLast =
  "כהן לוי מזרחי פרץ ביטון אברהמי פרידמן אזולאי שפירא גבאי רוזנברג דהן אוחיון גולדשטיין חדד קליין מלכה שטרן עמר סגל יוסף ברקוביץ אדרי בוזגלו בן-דוד גרינברג דיין הרוש וייס זכאי חזן טל יצחקי כץ לביא מימון משה נחום סבג עזרא פלדמן צור קפלן רביב שגיא שוורץ תורגמן אלון ברק גולן דגן הלוי ויצמן חיון ישראלי אברהם רובינשטיין שמש";

/** Returns the names of a locale's list, which may be divided by gender. */
function listNames(names: object | null | undefined): string[] {
  return Object.values(names ?? {})
    .flat()
    .filter((name): name is string => typeof name === "string");
}

type Lists = { first: Set<string>; last: Set<string> };
let western: Lists | undefined;
let eastern: Record<"zh" | "ja" | "ko", Lists> | undefined;

function collect(some: readonly (typeof en)[]): Lists {
  const person = some.map(({ rawDefinitions }) => rawDefinitions.person);
  return {
    first: new Set(person.flatMap((one) => listNames(one?.first_name))),
    last: new Set(person.flatMap((one) => listNames(one?.last_name))),
  };
}

/** Loads the names of alphabetic scripts, in their form for comparison. */
function loadWestern(): Lists {
  if (western) return western;
  const { first, last } = collect(locales);
  const fold = (names: Iterable<string>) =>
    new Set([...names].filter((name) => name.length > 1 && !name.includes(" ")).map(foldName));
  western = {
    first: fold([
      ...first,
      ...commonNames,
      ...readWords(hindiFirst),
      ...readWords(otherFirst),
      ...readWords(arabicFirst),
      ...readWords(hebrewFirst),
    ]),
    last: fold([
      ...last,
      ...readWords(hindiLast),
      ...readWords(arabicLast),
      ...readWords(hebrewLast),
    ]),
  };
  return western;
}

/** Returns the form of a name for comparison: in lower case, with one form of each Arabic letter. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll(/[\u064b-\u065f’']/g, "");
}

/** Endings of names in Slavic languages and Finnish, longest first, and what they replace. */
const endings =
  /(?:ovi|owi|iem|em|om|ou|ei|ie|ej|ą|ę|a|e|y|i|u|ě|ům|ом|ем|ою|ею|ой|ей|єм|ові|еві|а|у|е|и|і|ы|ю|я|n|lle|lta|lla|sta|ssa)$/u;
const inflected = new Set(readWords("pl cs sk hr sr sl bs ru uk be bg mk fi et lv lt hu"));

/** Whether a word is a first name, in a case of its language's declension or with a Turkish suffix. */
export function isFirstName(word: string, language: string): boolean {
  const { first } = loadWestern();
  const name = foldName(word.replace(/['’]\p{Ll}{1,6}$/u, ""));
  if (first.has(name) || (name.includes("-") && name.split("-").every((part) => first.has(part))))
    return true;
  const stem = inflected.has(language) && name.length > 4 ? name.replace(endings, "") : name;
  if (stem.length < 3 || stem === name) return false;
  // "Pawłem" is Paweł: the last vowel is mute before an ending.
  const full = `${stem.slice(0, -1)}e${stem.slice(-1)}`;
  return (
    first.has(full) || ["", "a", "а", "о", "я", "й", "ь", "к"].some((end) => first.has(stem + end))
  );
}

/** Whether a word is a surname. */
export function isSurname(word: string): boolean {
  return loadWestern().last.has(foldName(word.replace(/['’]s$/, "")));
}

/** Returns the names of a language in Han, Kana or Hangul. */
export function listEasternNames(language: "zh" | "ja" | "ko"): Lists {
  eastern ??= { zh: collect([zh]), ja: collect([ja]), ko: collect([ko]) };
  return eastern[language];
}
