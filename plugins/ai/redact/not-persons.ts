import type { TextEntity } from "../recognize/found.ts";
import { isPersonLabel } from "./person-labels.ts";

/** Brands, characters and works that have a person's name, in lower case. */
const brands = new Set(
  `earl grey|lady grey|calvin klein|hugo boss|jil sander|harley davidson|louis vuitton|yves rocher|yves saint laurent|leroy merlin|giorgio armani|salvatore ferragamo|carolina herrera|adolfo domínguez|tommy hilfiger|ralph lauren|karl lagerfeld|christian dior|paul smith|michael kors|marc jacobs|jack wolfskin|jack daniels|jack daniel|johnnie walker|jim beam|uncle ben|aunt jemima|betty crocker|ben jerry|dr pepper|dr. pepper|dr oetker|dr. oetker|dr martens|dr. martens|dr. martens|dr. beckmann|albert heijn|douwe egberts|peter langhout|ferrero rocher|maria filó|maria filo|jean paul gaultier|guy laroche|jacques dessange|franck provost|jean-louis david|ted baker|vera wang|wendy|ann taylor|victoria secret|fred perry|john deere|rolls royce|mary kay|laura ashley|cath kidston|max mara|miu miu|roberto cavalli|mario badescu|alfa romeo|romeo giulia|seat león|seat leon|mercedes benz|mercedes vito|mercedes sprinter|mercedes citan|aston martin|estée lauder|elizabeth arden|martini rosso|amaro lucano|jan linders|van gend|pedro ximénez|pedro ximenez|kate spade|dolce gabbana|moët chandon|harvey nichols|nina ricci|sonia rykiel|jan sobieski|пётр первый|edison|tesla|lady gaga|peter paul|tom tailor|gerry weber|marc o'polo|rené lezard|philipp plein|salamander|käpt'n iglo|captain morgan|jose cuervo|josé cuervo|don julio|santa claus|father christmas|easter bunny|mickey mouse|donald duck|harry potter|sherlock holmes|james bond|peter pan|robin hood|robinson crusoe|jane eyre|anna karenina|oliver twist|david copperfield|romeo|juliet|hamlet|othello|macbeth|don quijote|don quixote|doña bárbara|don juan|madame bovary|jean valjean|effi briest|max havelaar|pan tadeusz|pana tadeusza|dom casmurro|tom sawyer|huckleberry finn|moby dick|dorian gray|emma bovary|josef k|pippi långstrump|gösta berling|евгений онегин|евгения онегина|анна каренина|анну каренину|тарас бульба|дон кихот|маша и медведь|jan palach|tarte tatin|belle hélène|melba|caesar|bloody mary|tom collins|shirley temple|松本清|王老吉|李宁|张小泉|李锦记|陈克明|白天|金融|安静|高兴|方便|马上|黄昏|安全|成功|平安|健康|文明|和平|温和|黄金|古老|时尚|万岁|高端|安康|安宁|永远|管理|金华|常德|张家口|张家界|石家庄|홍길동전|춘향전|정말|조금|이제|이니스프리`.split(
    "|",
  ),
);
const makes =
  /^(?:Ford(?:em|a)?|Renault|Seat|Opel|Citroën|Citroen|Fiat|Audi|Porsche|Peugeot|Dacia|Toyota|Nissan|Škoda|Skoda|Volvo|Chevrolet|Suzuki|Mazda|Hyundai|Kia|Volkswagen|Lada|Форд|Рено|Опель|Тойота) \p{Lu}/u;
/** Words before a name that is a part of a place's, institution's or prize's name. */
const venueBefore =
  /(?:^|[^\p{L}])(?:hospital|hôpital|ospedale|szpital|spitalul|nemocnice|больница|лікарня|clínica|piața|νοσοκομείο|مستشفى|avenue|rue|place|boulevard|aéroport|lycée|prix|collège|calle|plaza|avenida|aeropuerto|premio|instituto|colegio|via|viale|piazza|aeroporto|liceo|rua|praça|prêmio|prémio|estádio|strada|bulevardul|aeroportul|teatrul|liceul|ulice|ulica|ulicy|ulici|lotnisko|náměstí|letiště|plac|улица|улице|улицы|проспект|площадь|аэропорт|премия|вулиця|вулиці|площа|аеропорт|οδός|οδό|πλατεία|αεροδρόμιο|шоссе|شارع|مطار|جامعة|جائزة|stadion|theorem of|Satz von|Preis|tribunal de|tribunale di|mount|lake|fort|port|saint) $/iu;
/** Words after a name that make it a place's, prize's, shop's or illness's name. */
const venueAfter =
  /^(?:['’]s|s|['’])?[ -](?:bulb|coil|lamp|[Hh]ospital|[Kk]inderziekenhuis|barnsjukhus|sjukhus|Hastanesi|Krankenhaus|Klinik|Street|Avenue|Boulevard|Tunnel|Bridge|Airport|Square|Park|Prize|Award|Medal|Stadium|Institute|University|Foundation|Museum|Memorial|Day|[Dd]isease|[Ss]yndrome|[Tt]heorem|[Tt]ransform|[Ee]quation|[Cc]onstant|dish|dishes|flask|burner|scale|store|stores|jacket|jeans|perfume|handbag|sauce|salad|tea|blend|Straße|Platz|Allee|Preis|Schule|Universität|Stiftung|Gesellschaft|Krankheit|Rundfahrt|Backpulver|torg|gata|plein|straat|kade|Reizen|Plein|square|Bulvarı|Caddesi|Havalimanı|Meydanı|Üniversitesi|Stadı|मार्ग|हवाई|रोड|विश्वविद्यालय|स्टेडियम|चौक|Haus|Center|Zentrum)(?!\p{L})/u;
const score = /^ \d{1,3} ?[-–:] ?\d{1,3}(?!\d)/u;

/** Signatures and contacts that are a service, without a person's name. */
const desks =
  /^(?:Ihre?|Eure?|Uw|Your|Votre|Vostr[oa]) \p{Lu}[\p{L}-]{1,40}$|(?:^| )(?:Desk|Reception|Helpline|Hotline|Helpdesk|Kundendienst|Kundenservice)$/u;

/** Whether a finding of a person is a brand, a work, a place named for a person, or a team. */
export function isOtherThanPerson(text: string, { type, start, end }: TextEntity): boolean {
  if (type !== "person") return false;
  const name = text.slice(start, end);
  if (brands.has(name.toLowerCase()) || makes.test(name)) return true;
  if (
    /[;؛]|^(?:Monte|Mont|Lago|Ron|Tierra|Больница|Лікарня|Gröna|Jardim) |Bulvarı$|^(?:San Marino|San José|Den Haag|Den Bosch)$/u.test(
      name,
    )
  )
    return true;
  if (
    /^(?:Frau|Herr|Liebe|Sehr geehrte) (?:Kollegin|Kollege|Doktor|Nachbarin|Nachbar)$/u.test(name)
  )
    return true;
  if (desks.test(name) || (text[end] === ":" && isPersonLabel(name.toLowerCase()))) return true;
  const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 40)];
  if (venueBefore.test(before) || venueAfter.test(after) || score.test(after)) return true;
  if (/plein$|straße$|platz$|gatan$/u.test(name)) return true;
  // "Ben & Jerry's", "Marks & Spencer", "Johnson & Johnson"
  const isSingle = !/[\s,]/u.test(name);
  if (isSingle && (/ & $/u.test(before) || /^(?:['’]s)? & \p{Lu}/u.test(after))) return true;
  return (
    isSingle &&
    /^(?:Washington|Downing|Macy|Valentine|Wendy|Lincoln|Petri|Bunsen|Mercedes)$/u.test(name) &&
    !/(?:Mr|Mrs|Ms|Dr)\.? $/u.test(before)
  );
}

/** Words for relatives and roles that a tagger takes for the beginning of a name. */
const leading =
  /^(?:(?:Zeznanie|Výpověď|Tanık|Присутствовали|Отсутствовали|Свидетель|Свідок|Kiracı|Davacı|Davalı|sister|brother|mother|father|wife|husband|colleague|tenant|patient|doctor|nurse|aunt|uncle|cousin|friend|Пациентка?|Примет|Приймe|Пацієнтка?|Ответчик|Истец|Коллега|Citiți|어제|오늘|내일|동료|세입자|환자|고객|우리|이웃|친구) )/u;

/** Returns a finding without words for relatives and roles before the name. */
export function trimPerson(text: string, one: TextEntity): TextEntity {
  if (one.type !== "person") return one;
  const length = leading.exec(text.slice(one.start, one.end))?.[0].length ?? 0;
  return length === 0 ? one : { ...one, start: one.start + length, normalized: undefined };
}
