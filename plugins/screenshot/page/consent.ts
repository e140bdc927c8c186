import type { FilterRules } from "../filters/filter-list.ts";
import source from "./hide-banners.js" with { type: "text" };

/** Subjects of consent banners. */
const subjects = [
  // The word is the same in most languages, also with their endings.
  "cookie",
  "kakor",
  "evästei",
  "informasjonskaps",
  "informationskaps",
  "ciastecz",
  "çerez",
  "куки",
  "sütik",
  "עוגיות",
  "คุกกี้",
  "クッキー",
  "쿠키",
  "ملفات تعريف الارتباط",
  "gdpr",
  "dsgvo",
  "rgpd",
  "ccpa",
  "(?:value|respect|care about) your privacy",
  "your (?:privacy|data) (?:choices|preferences|settings)",
  "do not sell",
  "store and/or access information on (?:a|your) device",
  "datenschutzeinstellung",
  "privatsphäre",
  "vie privée",
  "partenaires utilis(?:ons|ent) des traceurs",
  "données personnelles",
  "tu privacidad",
  "su privacidad",
  "datos personales",
  "la tua privacy",
  "dati personali",
  "sua privacidade",
  "dados pessoais",
  "je privacy",
  "uw privacy",
  "twoja prywatność",
  "twoją prywatność",
  "danych osobowych",
  "soukromí",
  "персональных данных",
  "конфиденциальност",
  "个人信息",
  "個人資料",
  "隐私",
  "隱私",
  "プライバシー",
  "개인정보",
];

/** The answers on the buttons of consent banners, from their first word. */
const answers = [
  // English
  "(?:i )?(?:accept|agree|consent|understand)|allow|got it|ok(?:ay)?$|reject|decline|deny|refuse|necessary only|only necessary|essential only|manage|customi[sz]e|do not sell|continue without|yes, i|save (?:and|&|preferences|settings)|dismiss|close",
  // German
  "(?:alle[sn]? |nur |ich )?(?:akzeptier|annehm|zustimm|ablehn|erlaub|stimme zu|notwendig|essenziell)|einverstanden|verstanden|einwillig|einstellungen|auswahl",
  // French
  "(?:j['’]|tout |je |n['’])?\\s?(?:accept|refus|autoris|compris|personnalis|param[eé]tr)|continuer sans|d['’]accord|ok pour",
  // Spanish, Portuguese and Italian
  "acept|rechaz|permitir|entendid|configur|de acuerdo|solo necesari|aceit|recus|rejeit|concord|permitir|entendi|accett|accetto|rifiut|acconsent|personalizz|ho capito|continua senza",
  // Dutch
  "accepteer|(?:alles|alle cookies) (?:accepteren|toestaan|weigeren|afwijzen)|akkoord|weiger|toestaan|alleen noodzakelijk|instellingen|ik ga akkoord",
  // Swedish, Norwegian, Danish and Finnish
  "acceptera|godkänn|avvisa|neka|tillåt|jag (?:godkänner|förstår)|godta|aksepter|avslå|tillat|accepter|afvis|tillad|kun nødvendige|hyväksy|hylkää|salli|vain välttämättömät",
  // Polish and Czech
  "akceptuj|zgadzam|zgoda|odrzu|zezw[oó]l|rozumiem|ustawienia|přijmout|souhlas|odmítnout|povolit|nastavení|rozumím",
  // Hungarian, Romanian, Croatian and Serbian
  "elfogad|rendben|elutas[ií]t|sunt de acord|refuz|prihva[ćt]|slažem se|odbij",
  // Greek and Bulgarian
  "αποδοχή|αποδέχομαι|απόρριψη|συμφωνώ|приемам|отказвам",
  // Vietnamese, Indonesian, Thai and Hebrew
  "chấp nhận|đồng ý|từ chối|terima|setuju|tolak|ยอมรับ|ปฏิเสธ|אישור|מסכים|קבל|דחה",
  // Turkish
  "kabul|reddet|izin ver|anladım|onayl|tümünü",
  // Russian and Ukrainian
  "принять|принимаю|соглас|отклон|разреш|понятно|хорошо|прийняти|погод|відхил",
  // Arabic
  "أوافق|موافق|قبول|رفض|السماح",
  // Japanese, Korean and Chinese
  "同意|許可|承諾|受け入れ|拒否|すべて|了解|동의|수락|거부|허용|확인|接受|拒绝|拒絕|允许|允許|知道了|全部",
];

/** The addresses and names of frames with a consent banner. */
const frames =
  "consent|cookie|gdpr|privacy-mgmt|sp_message|(?:^|[^a-z])cmp(?:$|[^a-z])|trustarc|truste";

/**
 * Builds a script that hides the consent banners of a page, and evaluates to a list of them. A banner is an element that
 * `filters` name, an overlay, or an element with a name such as "cookie-bar". The latter two speak of cookies or privacy,
 * and have a button to answer.
 */
export function buildBannerScript(filters?: FilterRules): string {
  return `(${source.slice(source.indexOf("({")).trimEnd().replace(/;$/, "")})({
  subjects: new RegExp(${JSON.stringify(subjects.join("|"))}, "iu"),
  answers: new RegExp(${JSON.stringify(`^(?:${answers.join("|")})`)}, "iu"),
  frames: new RegExp(${JSON.stringify(frames)}, "iu"),
  filters: ${filters ? writeFilters(filters) : "undefined"},
})`;
}

/** Writes filter rules as an expression. Lines of text are faster to transfer and parse than lists. */
function writeFilters({ generic, broad, specific, exceptions, exempt }: FilterRules): string {
  return JSON.stringify({
    generic: writeLines(generic),
    broad: broad.join("\n"),
    specific: writeLines(specific),
    exceptions: writeLines(exceptions),
    exempt,
  });
}

/** Writes a line for each selector: its key, a space and the selector, or only the selector if it is the key. */
function writeLines(entries: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...entries].flatMap(([key, selectors]) =>
    selectors.map((selector) => (selector === key ? key : `${key} ${selector}`)),
  );
  return lines.join("\n");
}
