import { asTable } from "hub";

/** Words that eSpeak NG's Mandarin misreads, and characters that sound as the words should. */
const homophones: Readonly<Record<string, string>> = asTable({
  便宜: "骈宜",
  角色: "决色",
  还钱: "环钱",
  还款: "环款",
  盛饭: "成饭",
  盛汤: "成汤",
  姓曾: "姓增",
  姓单: "姓善",
  姓任: "姓人",
  姓解: "姓谢",
  姓仇: "姓求",
  姓查: "姓渣",
  姓朴: "姓瓢",
  倒车: "道车",
  缝衣: "逢衣",
  解数: "谢数",
  炮制: "袍制",
  悄悄: "锹锹",
  似的: "是的",
  琢磨: "昨摩",
  长大: "掌大",
  弹钢琴: "谈钢琴",
  弹琴: "谈琴",
  弹吉他: "谈吉他",
  系鞋带: "记鞋带",
  数一下: "鼠一下",
  数一数: "鼠一鼠",
  的士: "滴士",
});
const word = new RegExp(Object.keys(homophones).join("|"), "g");

/** Replaces misread words of Mandarin. Positions don't change. */
export function respellMandarin(text: string): string {
  return text.replaceAll(word, (written) => homophones[written] ?? written);
}
