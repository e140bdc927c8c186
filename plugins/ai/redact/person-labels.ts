import { openWords } from "hub/data-file";
import { getFieldType } from "./field-labels.ts";

const readLabels = openWords(new URL("./person-labels.txt", import.meta.url), ["roles"]);

/** Whether a label precedes people's names. */
export function isPersonLabel(label: string): boolean {
  return (
    readLabels().roles.has(label) || getFieldType(label) === "person" || easternRole.test(label)
  );
}

/** Words for people in Han end with a character for a person: "看房人", "内見者". */
const easternRole = /^\p{Script=Han}{1,5}[者人主员員师師士]$/u;

/** Labels of other things than people whose values have capitals, in lower case. */
const others =
  /(?:company|firm|city|town|country|place|location|product|brand|model|title|subject|re|topic|project|street|address|department|school|bank|hotel|club|team|book|film|song|album|currency|language|religion|nationality|colour|color|status|category|type|note|ps|warning|example|day|month|source|version|firma|stadt|ort|land|produkt|marke|modell|titel|betreff|thema|projekt|abteilung|schule|hinweis|beispiel|farbe|ville|pays|lieu|produit|marque|modèle|titre|objet|sujet|projet|service|école|ciudad|país|lugar|producto|marca|modelo|título|asunto|tema|proyecto|città|paese|luogo|prodotto|modello|titolo|oggetto|progetto|cidade|produto|assunto|projeto|stad|plaats|merk|onderwerp|miasto|kraj|miejsce|produkt|marka|tytuł|temat|projekt|stad|plats|märke|ämne|město|země|místo|značka|název|předmět|oraș|țara|locul|produs|titlu|subiect|şehir|ülke|yer|ürün|konu|başlık|город|страна|место|товар|марка|модель|название|тема|проект|місто|країна|місце|назва|πόλη|χώρα|προϊόν|θέμα|τίτλος|http|https)$/u;

/** Whether the value of an unknown label may be a name. */
export function mayPrecedeName(label: string): boolean {
  return label.length > 2 && label.length < 30 && !/\d/.test(label) && !others.test(label);
}
