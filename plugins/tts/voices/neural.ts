import type { Gender, Voice } from "./voice.ts";

/**
 * Microsoft's neural voices by locale: female ones before the bar, male ones after it. An id is the locale, the
 * name and "Neural". Facts of https://learn.microsoft.com/azure/ai-services/speech-service/language-support
 */
const table = `
af-ZA Adri | Willem
am-ET Mekdes | Ameha
ar-AE Fatima | Hamdan
ar-BH Laila | Ali
ar-DZ Amina | Ismael
ar-EG Salma | Shakir
ar-IQ Rana | Bassel
ar-JO Sana | Taim
ar-KW Noura | Fahed
ar-LB Layla | Rami
ar-LY Iman | Omar
ar-MA Mouna | Jamal
ar-OM Aysha | Abdullah
ar-QA Amal | Moaz
ar-SA Zariyah | Hamed
ar-SY Amany | Laith
ar-TN Reem | Hedi
ar-YE Maryam | Saleh
az-AZ Banu | Babek
bg-BG Kalina | Borislav
bn-BD Nabanita | Pradeep
bn-IN Tanishaa | Bashkar
bs-BA Vesna | Goran
ca-ES Joana | Enric
cs-CZ Vlasta | Antonin
cy-GB Nia | Aled
da-DK Christel | Jeppe
de-AT Ingrid | Jonas
de-CH Leni | Jan
de-DE Amala Katja SeraphinaMultilingual | Conrad FlorianMultilingual Killian
el-GR Athina | Nestoras
en-AU Natasha | William
en-CA Clara | Liam
en-GB Libby Maisie Sonia | Ryan Thomas
en-HK Yan | Sam
en-IE Emily | Connor
en-IN NeerjaExpressive Neerja | Prabhat
en-KE Asilia | Chilemba
en-NG Ezinne | Abeo
en-NZ Molly | Mitchell
en-PH Rosa | James
en-SG Luna | Wayne
en-TZ Imani | Elimu
en-US Ana Aria AvaMultilingual Ava EmmaMultilingual Emma Jenny Michelle | AndrewMultilingual Andrew BrianMultilingual Brian Christopher Eric Guy Roger Steffan
en-ZA Leah | Luke
es-AR Elena | Tomas
es-BO Sofia | Marcelo
es-CL Catalina | Lorenzo
es-CO Salome | Gonzalo
es-CR Maria | Juan
es-CU Belkys | Manuel
es-DO Ramona | Emilio
es-EC Andrea | Luis
es-ES Elvira Ximena | Alvaro
es-GQ Teresa | Javier
es-GT Marta | Andres
es-HN Karla | Carlos
es-MX Dalia | Jorge
es-NI Yolanda | Federico
es-PA Margarita | Roberto
es-PE Camila | Alex
es-PR Karina | Victor
es-PY Tania | Mario
es-SV Lorena | Rodrigo
es-US Paloma | Alonso
es-UY Valentina | Mateo
es-VE Paola | Sebastian
et-EE Anu | Kert
fa-IR Dilara | Farid
fi-FI Noora | Harri
fil-PH Blessica | Angelo
fr-BE Charline | Gerard
fr-CA Sylvie | Antoine Jean Thierry
fr-CH Ariane | Fabrice
fr-FR Denise Eloise VivienneMultilingual | Henri RemyMultilingual
ga-IE Orla | Colm
gl-ES Sabela | Roi
gu-IN Dhwani | Niranjan
he-IL Hila | Avri
hi-IN Swara | Madhur
hr-HR Gabrijela | Srecko
hu-HU Noemi | Tamas
id-ID Gadis | Ardi
is-IS Gudrun | Gunnar
it-IT Elsa Isabella | Diego GiuseppeMultilingual
iu-Cans-CA Siqiniq | Taqqiq
iu-Latn-CA Siqiniq | Taqqiq
ja-JP Nanami | Keita
jv-ID Siti | Dimas
ka-GE Eka | Giorgi
kk-KZ Aigul | Daulet
km-KH Sreymom | Piseth
kn-IN Sapna | Gagan
ko-KR SunHi | HyunsuMultilingual InJoon
lo-LA Keomany | Chanthavong
lt-LT Ona | Leonas
lv-LV Everita | Nils
mk-MK Marija | Aleksandar
ml-IN Sobhana | Midhun
mn-MN Yesui | Bataa
mr-IN Aarohi | Manohar
ms-MY Yasmin | Osman
mt-MT Grace | Joseph
my-MM Nilar | Thiha
nb-NO Pernille | Finn
ne-NP Hemkala | Sagar
nl-BE Dena | Arnaud
nl-NL Colette Fenna | Maarten
pl-PL Zofia | Marek
ps-AF Latifa | GulNawaz
pt-BR Francisca ThalitaMultilingual | Antonio
pt-PT Raquel | Duarte
ro-RO Alina | Emil
ru-RU Svetlana | Dmitry
si-LK Thilini | Sameera
sk-SK Viktoria | Lukas
sl-SI Petra | Rok
so-SO Ubax | Muuse
sq-AL Anila | Ilir
sr-RS Sophie | Nicholas
su-ID Tuti | Jajang
sv-SE Sofie | Mattias
sw-KE Zuri | Rafiki
sw-TZ Rehema | Daudi
ta-IN Pallavi | Valluvar
ta-LK Saranya | Kumar
ta-MY Kani | Surya
ta-SG Venba | Anbu
te-IN Shruti | Mohan
th-TH Premwadee | Niwat
tr-TR Emel | Ahmet
uk-UA Polina | Ostap
ur-IN Gul | Salman
ur-PK Uzma | Asad
uz-UZ Madina | Sardor
vi-VN HoaiMy | NamMinh
zh-CN Xiaoxiao Xiaoyi | Yunjian Yunxi Yunxia Yunyang
zh-CN-liaoning Xiaobei | 
zh-CN-shaanxi Xiaoni | 
zh-HK HiuGaai HiuMaan | WanLung
zh-TW HsiaoChen HsiaoYu | YunJhe
zu-ZA Thando | Themba
`;

/** Returns the neural voices, by locale and name. */
export function listNeuralVoices(): Voice[] {
  return table.trim().split("\n").flatMap(parseVoices);
}

/** Creates a neural voice from its locale and name. */
function createNeuralVoice(locale: string, name: string, gender: Gender): Voice {
  const isMultilingual = name.endsWith("Multilingual");
  return {
    id: `${locale}-${name}Neural`,
    name: name.replace(/(Multilingual|Expressive)$/, ""),
    locale,
    gender,
    provider: "azure",
    multilingual: isMultilingual,
    neural: true,
    offline: false,
  };
}

function parseVoices(line: string): Voice[] {
  const [locale = "", ...words] = line.split(" ");
  const bar = words.indexOf("|");
  return words
    .filter((word) => word !== "|" && word !== "")
    .map((name) => createNeuralVoice(locale, name, words.indexOf(name) < bar ? "female" : "male"));
}
