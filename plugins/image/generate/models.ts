/** The sizes that a family of models draws. */
const families = [
  { name: "gpt-image", sizes: ["1024x1024", "1536x1024", "1024x1536"] },
  { name: "dall-e-3", sizes: ["1024x1024", "1792x1024", "1024x1792"] },
  { name: "", sizes: ["256x256", "512x512", "1024x1024"] },
] as const;

/** The size that is nearest to what is asked for: of like proportions, and large enough if one is. */
export function sizeFor(
  model: string,
  { width, height }: { width: number; height: number },
): string {
  const { sizes } = families.find(({ name }) => model.startsWith(name))!;
  const distance = (size: string) => {
    const [w, h] = size.split("x").map(Number) as [number, number];
    const shape = Math.abs(Math.log((w / h) * (height / width)));
    const isSmall = w < width || h < height;
    return shape * 4 + (isSmall ? 2 : 0) + Math.log((w * h) / (width * height)) * 0.5;
  };
  return sizes.reduce((one, two) => (distance(two) < distance(one) ? two : one));
}

/** Whether a model draws no more than one picture at a time. */
export function onePerCall(model: string): boolean {
  return model.startsWith("dall-e-3");
}

/** Whether a model can be told to answer with the picture itself: others do so always. */
export function takesFormat(model: string): boolean {
  return !model.startsWith("gpt-image");
}
