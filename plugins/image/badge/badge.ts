import { answerOf } from "../answers.ts";
import { type Asked, badgeOf } from "./design.ts";
import { svgOf } from "./svg.ts";

type Answer = Awaited<ReturnType<typeof drawAnswer>>;

const keptMax = 2000;
const kept = new Map<string, Answer>();

/** Draws a badge. A page asks for the same few again and again: SVGs are kept, and answered at once. */
export function badge(asked: Asked): Answer | Promise<Answer> {
  const isKept =
    asked.format === "svg" && asked.response === "binary" && (asked.logo ?? "").length < 100;
  if (!isKept) return drawAnswer(asked);
  const key = JSON.stringify(asked);
  return kept.get(key) ?? drawAnswer(asked).then((answer) => keep(key, answer));
}

function keep(key: string, answer: Answer): Answer {
  if (kept.size >= keptMax) kept.clear();
  kept.set(key, answer);
  return answer;
}

async function drawAnswer(asked: Asked) {
  const design = await badgeOf(asked);
  const { place } = design;
  const format = asked.format === "json" ? "svg" : asked.format;
  const response = asked.format === "json" ? "json" : asked.response;
  return answerOf(
    {
      get svg() {
        return svgOf(design, { outlined: false });
      },
      get outlined() {
        return svgOf(design, { outlined: true });
      },
      width: place.left + place.right,
      height: place.height,
      alt: design.alt,
      texts: [asked.label, asked.message],
      contrast: design.contrast,
      details: { label: asked.label, message: asked.message },
    },
    { ...asked, format, response },
  );
}
