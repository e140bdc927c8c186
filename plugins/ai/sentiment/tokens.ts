// Short names of Unicode CLDR, for emoji that express a feeling. A name is read as words. If none of the words of
// CLDR's name is rated, a rated word replaces it.
const named = `
😀 grinning face|😃 grinning face with big eyes|😄 grinning face with smiling eyes|😁 beaming face with smiling eyes
😆 grinning squinting face|😅 grinning face with sweat|🤣 rolling on the floor laughing|😂 face with tears of joy
🙂 slightly smiling face|🙃 upside-down face|😉 winking face|😊 smiling face with smiling eyes
😇 smiling face with halo|🥰 smiling face with hearts|😍 smiling face with heart-eyes love|🤩 star-struck excited
😘 face blowing a kiss|😗 kissing face|😚 kissing face with closed eyes|😙 kissing face with smiling eyes
🥲 smiling face with tear|😋 face savoring delicious food|😛 face with tongue playful|😜 winking face playful
🤪 zany face crazy fun|😝 squinting face playful|🤑 money-mouth face|🤗 smiling face hugging|🤭 face giggling
🤫 shushing face|🤔 thinking face|🤐 zipper-mouth face|🤨 face with raised eyebrow suspicious|😐 neutral face
😑 expressionless face|😶 face without mouth|😏 smirking face|😒 unamused face unhappy|🙄 face with rolling eyes annoyed
😬 grimacing face|🤥 lying face|😌 relieved face|😔 pensive face sad|😪 sleepy face|🤤 drooling face
😴 sleeping face|😷 face with medical mask|🤒 sick face with thermometer|🤕 hurt face with head-bandage
🤢 nauseated face disgusting|🤮 face vomiting disgusting|🤧 sneezing face|🥵 hot face|🥶 cold face|🥴 woozy face
😵 dizzy face|🤯 exploding head|🤠 cowboy hat face|🥳 partying face happy|😎 smiling face with sunglasses cool
🤓 nerd face|🧐 face with monocle|😕 confused face|😟 worried face|🙁 slightly frowning face|☹ frowning face
😮 face with open mouth|😯 hushed face|😲 astonished face|😳 flushed face embarrassed|🥺 pleading face
😦 frowning face with open mouth|😧 anguished face|😨 fearful face|😰 anxious face with sweat|😥 sad but relieved face
😢 crying face|😭 loudly crying face|😱 face screaming in fear|😖 confounded face distress|😣 persevering face
😞 disappointed face|😓 downcast face with sweat sad|😩 weary face|😫 tired face|🥱 yawning face bored
😤 face with steam from nose frustrated|😡 enraged face rage|😠 angry face|🤬 face with symbols on mouth angry
😈 smiling face with horns|👿 angry face with horns|💀 skull|☠ skull and crossbones|💩 pile of poo crap
🤡 clown face|👹 ogre|👺 goblin|👻 ghost|👽 alien|🤖 robot|😺 grinning cat|😸 grinning cat with smiling eyes
😹 cat with tears of joy|😻 smiling cat with heart-eyes love|😼 cat with wry smile|😽 kissing cat|🙀 weary cat
😿 crying cat|😾 angry cat|💋 kiss mark|💌 love letter|💘 heart with arrow|💝 heart with ribbon|💖 sparkling heart
💗 growing heart|💓 beating heart|💞 revolving hearts|💕 two hearts|💟 heart decoration|❣ heart exclamation
💔 broken heart|❤ red heart|🧡 orange heart|💛 yellow heart|💚 green heart|💙 blue heart|💜 purple heart
🤎 brown heart|🖤 black heart|🤍 white heart|🩷 pink heart|🩵 light blue heart|🩶 grey heart|💯 hundred points perfect
💢 anger symbol|💥 collision|💣 bomb|👍 thumbs up good|👎 thumbs down bad|👌 OK hand|✌ victory hand
🤞 crossed fingers hope|🤟 love-you gesture love|🤘 sign of the horns awesome|🤙 call me hand|👏 clapping hands bravo
🙌 raising hands hurray|🫶 heart hands|🤝 handshake agree|🙏 folded hands|💪 flexed biceps strong|🖕 middle finger fuck
👊 oncoming fist|🤦 person facepalming annoyed|🤷 person shrugging|🙅 person gesturing no|🎉 party popper celebrate
🎊 confetti ball celebrate|🎁 wrapped gift|🏆 trophy winner|🥇 1st place medal winner|✨ sparkles|⭐ star|🌟 glowing star
🔥 flame awesome|🌈 rainbow|☀ sun|🌹 rose|💐 bouquet|👑 crown|💎 gem stone|✅ check mark button good|✔ check mark
❌ cross mark|⚠ warning|🚫 prohibited|☺ smiling face|😻 smiling cat with heart-eyes love|🫠 melting face
🥹 face holding back tears|🫡 saluting face|🤌 pinched fingers|👀 eyes|🤮 face vomiting disgusting|🥂 clinking glasses cheers
🍀 four leaf clover lucky|📉 chart decreasing|📈 chart increasing|🚀 rocket|🆘 SOS button help|💤 zzz|🗑 wastebasket garbage
`;

/** The words that an emoji is read as. */
const emojiNames: ReadonlyMap<string, readonly string[]> = new Map(
  named
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [sign = "", ...words] = entry.trim().split(" ");
      return [sign, words];
    }),
);

/** A word or emoticon, with its position in the text. */
export interface Token {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Whether it has letters and all are capitals. */
  isUpper: boolean;
  isEmoji: boolean;
  /** Index of its sentence, by the marks and line breaks before it. */
  sentence: number;
}

const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’„«»…–—¡¿。！？、");

/**
 * Splits a text at spaces into words and emoticons. Punctuation around a word is dropped if more than two
 * characters remain, because shorter ones may be emoticons. An emoji is replaced by the words of its name.
 */
export function splitTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let start = -1;
  let sentence = 0;
  let index = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const width = char.length;
    const isPart = code > 0x200c && isEmojiPart(code);
    const words = code > 0x2000 ? emojiNames.get(text.slice(index, index + width)) : undefined;
    if (words || isPart || isSpace(code)) {
      if (start >= 0) {
        tokens.push({ ...readToken(text, start, index), sentence });
        if (/[.!?。！？][)"'”’»]?$/.test(text.slice(Math.max(0, index - 2), index))) sentence++;
      }
      if (code === 0x0a && tokens.at(-1)?.sentence === sentence) sentence++;
      start = -1;
    } else if (start < 0) start = index;
    for (const word of words ?? [])
      tokens.push({ ...token(word, index, index + width), isEmoji: true, sentence });
    index += width;
  }
  if (start >= 0) tokens.push({ ...readToken(text, start, text.length), sentence });
  return tokens;
}

function readToken(text: string, from: number, to: number): Token {
  let [start, end] = [from, to];
  while (start < end && punctuation.has(text.charAt(start))) start++;
  while (end > start && punctuation.has(text.charAt(end - 1))) end--;
  return end - start <= 2
    ? token(text.slice(from, to), from, to)
    : token(text.slice(start, end), start, end);
}

function token(text: string, start: number, end: number): Token {
  const lower = text.toLowerCase().replaceAll("’", "'");
  const isUpper = text !== text.toLowerCase() && text === text.toUpperCase();
  return { text, lower, start, end, isUpper, isEmoji: false, sentence: 0 };
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return true;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The contribution of a token to a text's sentiment, and the reasons why it differs from the rating. */
export interface Valence {
  rating: number;
  valence: number;
  because: string[];
}

/** Whether a character is part of an emoji: joiners, variation selectors and skin tones. */
function isEmojiPart(code: number): boolean {
  return (
    code === 0x200d || code === 0xfe0f || code === 0xfe0e || (code >= 0x1f3fb && code <= 0x1f3ff)
  );
}
