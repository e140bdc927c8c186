import { oneOf, type Static, t } from "hub";
import { createDice } from "../dice.ts";
import image from "../plugin.ts";
import { avatarFields, type StyleName } from "./options.ts";

/** The styles of DiceBear that this hub has one of the same kind for, and what stands behind each there. */
const styles: Readonly<Record<string, { style: StyleName; background?: string }>> = {
  initials: { style: "initials" },
  identicon: { style: "identicon", background: "transparent" },
  shapes: { style: "shapes" },
  rings: { style: "rings", background: "transparent" },
  "pixel-art": { style: "pixel", background: "transparent" },
  bottts: { style: "robot", background: "transparent" },
  "fun-emoji": { style: "smiley" },
};

const color = t.String({ pattern: "^(transparent|[A-Fa-f0-9]{6})$" });
const { size, flip, rotate, rounded } = avatarFields;

/** What DiceBear takes in the query, as far as this hub draws by it. */
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
        "The background as six hexadecimal digits or `transparent`; of several the seed chooses one",
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
    description: "How bold `initials` are: they are bold from 600",
  }),
};

/** The kinds of file, as they end the address. */
export const dicebearFormats = oneOf(["svg", "png", "jpg", "webp"], {
  description: "The kind of file",
});

declare const fields: ReturnType<typeof t.Object<typeof dicebearFields>>;
interface DicebearRequest extends Static<typeof fields> {
  style: string;
  format: Static<typeof dicebearFormats>;
}

/** Draws what DiceBear would be asked for, in a style of the hub's own. */
export async function answerDicebear({ seed, format, ...asked }: DicebearRequest) {
  const known = Object.hasOwn(styles, asked.style) ? styles[asked.style] : undefined;
  if (!known)
    throw image.error(
      "not_found",
      `path.style must be one of ${Object.keys(styles).join(", ")}: it is ${JSON.stringify(asked.style)}`,
      { at: "path.style" },
    );
  const dice = createDice(seed);
  const choose = (colors: readonly string[] | undefined) => colors && dice.pick(colors);
  const background = choose(asked.backgroundColor) ?? known.background;
  const ink = choose(asked.textColor);
  const [{ avatar }, { toFileAnswer: fileOf }] = await Promise.all([
    import("./avatar.ts"),
    import("../answers.ts"),
  ]);
  const drawn = avatar({
    ...{ seed, style: known.style, format, size: asked.size },
    ...{ rounded: asked.radius, flip: asked.flip, rotate: asked.rotate },
    ...(background !== undefined && { background }),
    ...(ink !== undefined && known.style === "initials" && { color: ink }),
    ...{ length: asked.chars ?? 2, bold: asked.fontWeight >= 600, uppercase: true },
    ...{ scale: 1, response: "binary" },
  });
  return fileOf(await drawn);
}
