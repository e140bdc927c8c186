import image from "../plugin.ts";

export interface PlaceholderSize {
  width: number;
  height: number;
  /** Device pixels per pixel, if the size sets it. */
  scale?: number;
}

const { sideMax } = image.limits;
const defaultSize = { width: 600, height: 400 };

/** Resolves the size of an image. `width` and `height` override the sides in `size`. */
export function resolveSize(request: {
  width?: number | undefined;
  height?: number | undefined;
  size?: string | undefined;
}): PlaceholderSize {
  const { width, height } = request;
  if (request.size !== undefined) {
    const parsed = readSize(request.size);
    return { ...parsed, width: width ?? parsed.width, height: height ?? parsed.height };
  }
  const side = width ?? height;
  return side === undefined ? defaultSize : { width: width ?? side, height: height ?? side };
}

/** Parses `600x400`, `300`, `16:9@800` and `600x400@2x`. */
function readSize(text: string): PlaceholderSize {
  const normalised = text.trim().toLowerCase();
  const byShape = /^(\d{1,4}):(\d{1,4})@(\d{1,5})(?:@([123])x)?$/.exec(normalised);
  const bySides = /^(\d{1,5})(?:[x×](\d{1,5}))?(?:@([123])x)?$/.exec(normalised);
  const parts = byShape ?? bySides;
  if (!parts) throw createSizeError(text, "must have the form 600x400, 300 or 16:9@800");
  const numbers = parts.slice(1).map((part) => (part ? Number(part) : undefined));
  const [first = 0, second, third = 0, fourth] = numbers;
  const size = byShape
    ? { width: third, height: Math.round((third * (second ?? 0)) / first) }
    : { width: first, height: second ?? first };
  const scale = byShape ? fourth : third || undefined;
  for (const side of [size.width, size.height])
    if (!(side >= 1 && side <= sideMax))
      throw createSizeError(text, `must have sides from 1 to ${sideMax} pixels`);
  return scale === undefined ? size : { ...size, scale };
}

function createSizeError(text: string, what: string): Error {
  return image.error("invalid_input", `query.size ${what}: it is ${JSON.stringify(text)}`, {
    at: "query.size",
  });
}
