import type { TextEntity } from "../../recognize/found.ts";

const han = "[\\p{Script=Han}]";
const number = "[\\d０-９一二三四五六七八九十百]{1,6}";
/**
 * Addresses from the largest unit to the smallest: Japanese, Chinese and Korean. Each is long because most of its units
 * are optional, and only their order makes an address of them.
 */
const patterns: readonly RegExp[] = [
  new RegExp(
    `(?:〒?\\d{3}-?\\d{4}[ 　]?)?(?:東京都|北海道|(?:京都|大阪)府|${han}{2,3}県|(?<![\\p{Script=Han}])${han}{1,3}市${han}{1,3}[区町](?!役所))(?:北|南|東|西)?[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ーヶケ]{1,20}?(?:\\d{1,2}条[北南東西]?)?${number}(?:(?:丁目|番地?|号|[-－−ー‐の之])(?:${number})?){0,8}(?:[ 　]?[\\p{Script=Katakana}\\p{Script=Han}ーA-Za-z]{1,20}[ 　]?\\d{1,4}(?:号室?|階)?)?`,
    "gu",
  ),
  new RegExp(
    `(?:(?:${han}{2,3}?(?:省|自治区)|北京|上海|天津|重庆)?${han}{2,4}?[市县縣])?(?:${han}{1,4}?[区區县縣镇鎮乡鄉])?${han}{1,8}?(?:路|街|大道|巷|弄|胡同|道|村)(?:${han}{0,2}段)?${number}(?:号|號|弄|巷)(?:院)?(?:[\\p{Script=Han}A-Za-z]{0,8}?\\d{1,4}(?:号楼|號樓|栋|棟|幢|座|单元|單元|室|楼|樓|层|層|房)?){0,4}`,
    "gu",
  ),
  /(?:(?:서울|부산|대구|인천|광주|대전|울산)(?:특별시|광역시|시)?|세종(?:특별자치시|시)?|[가-힣]{1,4}(?:특별자치)?도|(?=[가-힣]{1,4}시 )) ?(?:[가-힣]{1,6}[시군구] ?){1,3}[가-힣\d]{1,12}(?:로|길|동|읍|면)(?: ?\d{1,4}번?길)? ?\d{1,5}(?:-\d{1,4})?(?:번지)?(?:,? ?(?:[가-힣A-Za-z]{1,12} ?)?\d{1,4}(?:동|호|층)){0,3}/gu,
];

/** Finds Japanese, Chinese and Korean addresses. */
export function* findEasternAddresses(text: string): Generator<TextEntity> {
  for (const pattern of patterns)
    for (const { 0: value, index } of text.matchAll(pattern)) {
      const verb = /^(?:[居住位寄送搬]?[在于於到至]|住)/u.exec(value)?.[0].length ?? 0;
      yield { type: "address", start: index + verb, end: index + value.length, confidence: 0.85 };
    }
}
