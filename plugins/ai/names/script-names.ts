import type { TextEntity } from "../recognize/found.ts";
import { openPatterns } from "./patterns.ts";

const listPatterns = openPatterns(new URL("./script-names.tsv", import.meta.url));

/** Common words that begin with a surname's character and precede the same words as names do. */
const notNames =
  /^(?:高兴|高興|任何|何人|于是|金融|金额|高级|高級|马上|馬上|方便|白色|黄色|江苏|江蘇|林业|石油|田径|武汉|武漢|钱包|万一|万元|向量|汤药|严重|毛利|许多|許多|周末|周六|周日|高中|高校|范围|金属|程序|程度|曾经|曾經|夏天|夏季|谢谢|謝謝|余额|余額|雷达|孔子|孟子|이것|그것|저것|우리|여기|하나|모두|지금|오늘|이번|인천|서울|부산|대구|대전|광주|정말|사실|주소|전화|이름|고객|환자|한국|중국|미국|일본|안녕|전체|담당|회사|성명|정보|이메일|연락처)/u;

const otherScript =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Finds names of people in Han, Kana, Hangul, Cyrillic, Arabic and Devanagari, by their form and context. */
export function* findScriptNames(text: string): Generator<TextEntity> {
  if (!otherScript.test(text)) return;
  for (const { pattern, confidence } of listPatterns("person"))
    for (const match of text.matchAll(pattern)) {
      const name = match.groups?.name ?? "";
      if (name === "" || notNames.test(name)) continue;
      const start = match.index + match[0].indexOf(name);
      yield { type: "person", start, end: start + name.length, confidence, normalized: name };
    }
}
