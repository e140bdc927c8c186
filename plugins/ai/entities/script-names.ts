import type { TextEntity } from "../recognize/found.ts";

// The commonest surnames: the Ministry of Public Security's list for China, with their traditional forms, and those
// with most bearers in Japan (Meiji Yasuda) and Korea (Statistics Korea).
const chinese =
  "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤";
const chinesePair = "欧阳|歐陽|上官|司马|司馬|诸葛|諸葛|皇甫|东方|慕容|令狐";
const japanese =
  "佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|林|斎藤|斉藤|清水|山崎|森|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村|中山|和田|石田|森田|上田|原|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|今井|工藤|高田|増田|丸山|杉山|村田|大塚|新井|小山|平野|藤本|河野|上野|野口|武田|松井|千葉|菅原|岩崎|久保|木下|佐野|野村|松尾|市川|菊地|杉本|古川|大西|島田|水野|桜井|高野|渡部|吉川|山内|西田|飯田|菊池|西川|小松|北村|安田|五十嵐|川口|平田|関|中田|久保田|服部|東|岩田|土屋|川崎|福島|本田|辻|樋口|秋山|田口|永井|山中|中西|吉村|川上|石原|馬場|大橋|松岡|浜田|森本|星野|矢野|浅野|松下|大久保|吉岡|小池|野田|荒木|熊谷|松浦|大谷|内藤|黒田|尾崎|川村|永田|望月|堀|松村|田辺|荒井|菅野|西山|早川|須藤|大島|鎌田";
const korean =
  "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용";

const han = "\\p{Script=Han}";
/** Words after a Chinese name: its owner's title, or what belongs to them. */
const chineseAfter =
  "(?:你好|您好|先生|女士|小姐|太太|老师|老師|教授|医生|醫生|经理|經理|主任|律师|律師|博士|同学|同學|总监|工程师|的?(?:身份证|身分證|电话|電話|手机|手機|邮箱|信箱|住址|地址|家庭住址|护照|银行卡|銀行卡|密码|生日|出生|账号|微信)|[，,（(] ?(?:男|女|身份证|电话|手机|住))";
const chineseBefore =
  "(?:(?:姓名|名字|联系人|聯絡人|收件人|收货人|患者|客户|客戶|员工|員工|申请人|申請人|负责人|负責人|当事人|户名|持卡人|签名|经办人|法定代表人)(?:[:：是为為叫]|[ \\t]){0,3}|我(?:的名字)?(?:叫|是|名叫)|证人|證人|原告|被告|家属|尊敬的|感谢|据|(?:名叫|叫做|叫作|大家好，我是))";
const japaneseAfter =
  "(?:さん|様|さま|氏|君|くん|ちゃん|先生|部長|課長|社長|教授|選手|議員|首相|大臣|容疑者|被告|医師|博士|です|と申します)";
const japaneseBefore =
  "(?:(?:氏名|お名前|名前|担当者?|患者|代表者|宛名|申込者|契約者|受取人|連絡先)(?:[:：はがをの]|[ \\t　]){0,3}|(?:私|わたし|僕)は)";
const koreanAfter =
  "(?:씨|님|군|양(?![가-힣])|선생님?|교수님?|과장님?|부장님?|대표님?|팀장님?|사장님?|대리님?|박사님?|의사|환자|고객님?|학생|기자|변호사)";
const koreanBefore =
  "(?:(?:이름|성명|성함|담당자?|환자|고객|예금주|수신인?|받는 ?사람|보내는 ?사람|대표자?|신청인)(?:은|는|이|:|：| ){0,3}|(?<![가-힣])(?:제 이름은|저는|나는) ?)";

const given = {
  chinese: `(?:[${chinese}]|${chinesePair})${han}{1,2}?`,
  japanese: `(?:${japanese})[ 　]?(?:${han}|[\\p{Script=Hiragana}\\p{Script=Katakana}ー]){0,4}?`,
  korean: `[${korean}][가-힣]{1,2}?`,
};

const eastern: readonly { pattern: RegExp; confidence: number }[] = [
  { pattern: new RegExp(`(?<name>${given.chinese})(?=${chineseAfter})`, "gu"), confidence: 0.8 },
  {
    pattern: new RegExp(
      `(?<=${chineseBefore})(?<name>(?:[${chinese}]|${chinesePair})${han}{1,2})(?=[^${"\\p{Script=Han}"}]|$|的|电|手|身|住|地|邮|先|女)`,
      "gu",
    ),
    confidence: 0.85,
  },
  { pattern: new RegExp(`(?<name>${given.japanese})(?=${japaneseAfter})`, "gu"), confidence: 0.8 },
  {
    pattern: new RegExp(
      `(?<=${japaneseBefore})(?<name>(?:${japanese})[ 　]?(?:${han}{1,3}|(?!です|でし|さん|さま|くん|ちゃん|[はがのをにもと])[\\p{Script=Hiragana}\\p{Script=Katakana}ー]{2,4}?))(?=[、。，,\\s（(]|$|です|と|の|は|が|電)`,
      "gu",
    ),
    confidence: 0.85,
  },
  {
    pattern: new RegExp(
      `(?<![가-힣])(?<name>[${korean}][가-힣]{2})(?= ?${koreanAfter}|의 (?:전화|주민|주소|연락처|이메일|계좌|생일))`,
      "gu",
    ),
    confidence: 0.8,
  },
  {
    pattern: new RegExp(
      `(?<=${koreanBefore})(?<name>[${korean}][가-힣]{1,2})(?=[^가-힣]|$|입니다|이고|이며|이에요|예요|씨|님|의)`,
      "gu",
    ),
    confidence: 0.85,
  },
];

const cyrillicWord = "\\p{Lu}[\\p{Ll}\\u2019ʼ'-]{1,24}";
const patronymic = "\\p{Lu}\\p{Ll}{1,16}(?:вич|вна|чна|ьич|мич)\\p{Ll}{0,3}";
const cyrillicNames =
  "Александр|Алексей|Анастасия|Анатолий|Андрей|Анна|Антон|Артём|Борис|Вадим|Валентин|Валерий|Василий|Вера|Виктор|Виктория|Виталий|Владимир|Владислав|Вячеслав|Галина|Георгий|Григорий|Дарья|Денис|Дмитрий|Евгений|Евгения|Екатерина|Елена|Елизавета|Иван|Игорь|Ирина|Кирилл|Константин|Ксения|Лариса|Людмила|Максим|Марина|Мария|Михаил|Надежда|Наталья|Наталия|Никита|Николай|Оксана|Олег|Ольга|Павел|Пётр|Петр|Полина|Роман|Светлана|Сергей|Степан|Тарас|Татьяна|Фёдор|Юлия|Юрий|Яна|Олександр|Олексій|Андрій|Дмитро|Євген|Іван|Ірина|Катерина|Микола|Михайло|Наталія|Олена|Петро|Сергій|Тетяна|Юрій|Володимир|Василь|Георги|Иванка|Стоян|Петър|Никола";
const cyrillic: readonly { pattern: RegExp; confidence: number }[] = [
  // Surname, first name and patronymic in either order.
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?<name>(?:${cyrillicWord} )?${cyrillicWord} ${patronymic}(?: ${cyrillicWord})?)(?!\\p{L})`,
      "gu",
    ),
    confidence: 0.9,
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?<name>(?:${cyrillicNames})\\p{Ll}{0,3} ${cyrillicWord})(?!\\p{L})`,
      "gu",
    ),
    confidence: 0.85,
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?<name>${cyrillicWord} (?:${cyrillicNames})\\p{Ll}{0,2})(?!\\p{L})`,
      "gu",
    ),
    confidence: 0.75,
  },
  // "Иванов И. И."
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?<name>${cyrillicWord} \\p{Lu}\\. ?\\p{Lu}\\.|\\p{Lu}\\. ?\\p{Lu}\\. ?${cyrillicWord})(?!\\p{L})`,
      "gu",
    ),
    confidence: 0.85,
  },
  {
    pattern: new RegExp(
      `(?<=(?<!\\p{L})(?:[Зз]овут|[Зз]вати|[Кк]азвам се|[Ии]мя|[Іі]м[’'ʼ]я|[Гг]-н|[Гг]-жа|[Гг]осподин|[Гг]оспожа|[Пп]ан|[Пп]ані):? )(?<name>${cyrillicWord}(?: ${cyrillicWord}){0,2})`,
      "gu",
    ),
    confidence: 0.8,
  },
];

const arabicWord = "\\p{Script=Arabic}[\\p{Script=Arabic}\\p{M}]{1,14}";
const indianWord = "\\p{Script=Devanagari}[\\p{Script=Devanagari}\\p{M}]{0,14}";
const titled: readonly { pattern: RegExp; confidence: number }[] = [
  {
    pattern: new RegExp(
      `(?<=(?<!\\p{L})(?:السيدة?|الدكتورة?|الأستاذة?|الآنسة|المهندسة?|اسمي(?: هو)?|الاسم(?: الكامل)?:?|أنا|يدعى|المدعو|العميل|المريض|الموظف) )(?<name>${arabicWord}(?: (?:بن|ابن|عبد|أبو|آل) ${arabicWord}|(?: (?!(?:في|من|على|إلى|هو|هي|رقم|هاتف|هاتفه|ورقم|وهو|وهي|الذي|التي|بريده|عنوانه|المحترمة?|يعمل|تعمل|يعيش|تعيش|يسكن|تسكن|قال|قالت|عن|مع|و)(?!\\p{L}))${arabicWord})){0,1}(?: ال\\p{L}{2,10}ي)?)(?!\\p{L})`,
      "gu",
    ),
    confidence: 0.8,
  },
  {
    pattern: new RegExp(
      `(?<=(?:^|[\\s,।])(?:श्री|श्रीमती|सुश्री|डॉ\\.?|डॉक्टर|प्रो\\.?|मेरा नाम|नाम:?|ग्राहक|मरीज़?) )(?<name>(?!है|का|की|के|और|में|से|पर|को|ने)${indianWord}(?: (?!है|हैं|का|की|के|और|में|से|पर|को|ने|फ़ोन|फोन|मोबाइल|पता)${indianWord}){0,1})`,
      "gu",
    ),
    confidence: 0.8,
  },
];

/** Common words that begin with a surname's character and precede the same words as names do. */
const notNames =
  /^(?:高兴|高興|任何|何人|于是|金融|金额|高级|高級|马上|馬上|方便|白色|黄色|江苏|江蘇|林业|石油|田径|武汉|武漢|钱包|万一|万元|向量|汤药|严重|毛利|许多|許多|周末|周六|周日|高中|高校|范围|金属|程序|程度|曾经|曾經|夏天|夏季|谢谢|謝謝|余额|余額|雷达|孔子|孟子|이것|그것|저것|우리|여기|하나|모두|지금|오늘|이번|인천|서울|부산|대구|대전|광주|정말|사실|주소|전화|이름|고객|환자|한국|중국|미국|일본|안녕|전체|담당|회사|성명|정보|이메일|연락처)/u;

const otherScript =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Finds names of people in Han, Kana, Hangul, Cyrillic, Arabic and Devanagari, by their form and context. */
export function* findScriptNames(text: string): Generator<TextEntity> {
  if (!otherScript.test(text)) return;
  for (const { pattern, confidence } of [...eastern, ...cyrillic, ...titled])
    for (const match of text.matchAll(pattern)) {
      const name = match.groups?.name ?? "";
      if (name === "" || notNames.test(name)) continue;
      const start = match.index + match[0].indexOf(name);
      yield { type: "person", start, end: start + name.length, confidence, normalized: name };
    }
}
