/**
 * Returns the 13-bit value of a character in kanji mode (ISO/IEC 18004, 7.4.6), or undefined if the mode lacks it.
 * Only characters that all readers decode alike are included: Shift JIS assigns two Unicode characters to a few codes,
 * and some readers guess another encoding for Cyrillic letters and box drawings.
 */
export function kanjiValue(character: string): number | undefined {
  values ??= buildValues();
  return values.get(character);
}

let values: ReadonlyMap<string, number> | undefined;

const ambiguous = "＼～∥－￠￡￢〜‖−¢£¬";

function buildValues(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder("shift_jis");
  const found = new Map<string, number>();
  for (const [from, to, start] of [
    [0x8140, 0x83d6, 0x8140],
    [0x889f, 0x9ffc, 0x8140],
    [0xe040, 0xeaa4, 0xc140],
  ] as const)
    for (let code = from; code <= to; code++) {
      const character = decoder.decode(Uint8Array.of(code >> 8, code & 0xff));
      const offset = code - start;
      if (character.length === 1 && character !== "\ufffd" && !ambiguous.includes(character))
        found.set(character, (offset >> 8) * 0xc0 + (offset & 0xff));
    }
  return found;
}
