import { asTable, oneOf, type Static, t } from "hub";
import image from "../plugin.ts";
import { createDice } from "../random.ts";
import { avatarFields, type StyleName } from "./request.ts";

/** The DiceBear styles with a similar style here, and their default backgrounds in DiceBear. */
const styles: Readonly<Record<string, { style: StyleName; background?: string }>> = asTable({
  initials: { style: "initials" },
  identicon: { style: "identicon", background: "transparent" },
  shapes: { style: "shapes" },
  rings: { style: "rings", background: "transparent" },
  "pixel-art": { style: "pixel", background: "transparent" },
  bottts: { style: "robot", background: "transparent" },
  "fun-emoji": { style: "smiley" },
});

const color = t.String({ pattern: "^(transparent|[A-Fa-f0-9]{6})$" });
const { size, flip, rotate, rounded } = avatarFields;

/** The query fields of DiceBear that are supported. */
export const dicebearFields = {
  seed: t.String({
    minLength: 1,
    maxLength: image.limits.seedMax,
    default: "avatar",
    description: "Any text; the same text always gives the same picture",
  }),
  size,
  backgroundColor: t.Optional(
    t.Array(color, {
      minItems: 1,
      maxItems: 20,
      description:
        "The background as six hexadecimal digits or `transparent`; the seed chooses one of several",
    }),
  ),
  backgroundType: oneOf(["solid"], {
    default: "solid",
    description: "Gradients are not supported",
  }),
  radius: { ...rounded, description: "The corner radius in percent; 50 gives a circle" },
  flip,
  rotate,
  chars: t.Optional(
    t.Integer({ minimum: 1, maximum: 3, description: "The maximum number of `initials`" }),
  ),
  textColor: t.Optional(
    t.Array(color, { minItems: 1, maxItems: 20, description: "The colour of `initials`" }),
  ),
  fontWeight: t.Integer({
    minimum: 100,
    maximum: 900,
    default: 400,
    description: "The weight of `initials`: bold from 600",
  }),
};

/** The file formats, which are part of the path. */
export const dicebearFormats = oneOf(["svg", "png", "jpg", "webp"], {
  description: "The file format",
});

declare const fields: ReturnType<typeof t.Object<typeof dicebearFields>>;
interface DicebearRequest extends Static<typeof fields> {
  style: string;
  format: Static<typeof dicebearFormats>;
}

/** Draws a DiceBear avatar in a similar style. */
export async function answerDicebear({ seed, format, ...request }: DicebearRequest) {
  const known = Object.hasOwn(styles, request.style) ? styles[request.style] : undefined;
  if (!known)
    throw image.error(
      "not_found",
      `path.style must be one of ${Object.keys(styles).join(", ")}: it is ${JSON.stringify(request.style)}`,
      { at: "path.style" },
    );
  const dice = createDice(seed);
  const choose = (colors: readonly string[] | undefined) => colors && dice.pick(colors);
  const background = choose(request.backgroundColor) ?? known.background;
  const ink = choose(request.textColor);
  const [{ avatar }, { toFileAnswer }] = await Promise.all([
    import("./avatar.ts"),
    import("../answers.ts"),
  ]);
  const drawn = avatar({
    ...{ seed, style: known.style, format, size: request.size },
    ...{ rounded: request.radius, flip: request.flip, rotate: request.rotate },
    ...(background !== undefined && { background }),
    ...(ink !== undefined && known.style === "initials" && { color: ink }),
    ...{ length: request.chars ?? 2, bold: request.fontWeight >= 600, uppercase: true },
    ...{ scale: 1, response: "binary" },
  });
  return toFileAnswer(await drawn);
}
