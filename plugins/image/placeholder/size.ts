import image from "../plugin.ts";

export interface Size {
  width: number;
  height: number;
  /** Pixels for each, where the size itself says so. */
  scale?: number;
}

const { sideMax } = image.limits;
const usual = { width: 600, height: 400 };

/** How large an image is to be. A side that is given stands over one of `size`. */
export function resolveSize(asked: {
  width?: number | undefined;
  height?: number | undefined;
  size?: string | undefined;
}): Size {
  const { width, height } = asked;
  if (asked.size !== undefined) {
    const read = readSize(asked.size);
    return { ...read, width: width ?? read.width, height: height ?? read.height };
  }
  const side = width ?? height;
  return side === undefined ? usual : { width: width ?? side, height: height ?? side };
}

/** Reads `600x400`, `300`, `16:9@800` and `600x400@2x`. */
function readSize(text: string): Size {
  const written = text.trim().toLowerCase();
  const byShape = /^(\d{1,4}):(\d{1,4})@(\d{1,5})(?:@([123])x)?$/.exec(written);
  const bySides = /^(\d{1,5})(?:[x×](\d{1,5}))?(?:@([123])x)?$/.exec(written);
  const parts = byShape ?? bySides;
  if (!parts) throw fault(text, "must be like 600x400, 300 or 16:9@800");
  const numbers = parts.slice(1).map((part) => (part ? Number(part) : undefined));
  const [first = 0, second, third = 0, fourth] = numbers;
  const size = byShape
    ? { width: third, height: Math.round((third * (second ?? 0)) / first) }
    : { width: first, height: second ?? first };
  const scale = byShape ? fourth : third || undefined;
  for (const side of [size.width, size.height])
    if (!(side >= 1 && side <= sideMax))
      throw fault(text, `must have sides from 1 to ${sideMax} pixels`);
  return scale === undefined ? size : { ...size, scale };
}

function fault(text: string, what: string): Error {
  return image.error("invalid_input", `query.size ${what}: it is ${JSON.stringify(text)}`, {
    at: "query.size",
  });
}
