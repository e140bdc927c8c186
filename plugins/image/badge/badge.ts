import { buildAnswer } from "../answers.ts";
import { type BadgeRequest, resolveBadge } from "./design.ts";
import { renderSvg } from "./svg.ts";

type Answer = Awaited<ReturnType<typeof drawAnswer>>;

const keptMax = 2000;
const kept = new Map<string, Answer>();

/** Draws a badge. A page asks for the same few again and again: SVGs are kept, and answered at once. */
export function badge(asked: BadgeRequest): Answer | Promise<Answer> {
  const isKept =
    asked.format === "svg" && asked.response === "binary" && (asked.logo ?? "").length < 100;
  if (!isKept) return drawAnswer(asked);
  const key = JSON.stringify(asked);
  return kept.get(key) ?? drawAnswer(asked).then((answer) => cacheAnswer(key, answer));
}

function cacheAnswer(key: string, answer: Answer): Answer {
  if (kept.size >= keptMax) kept.clear();
  kept.set(key, answer);
  return answer;
}

async function drawAnswer(asked: BadgeRequest) {
  const design = await resolveBadge(asked);
  const { place } = design;
  const format = asked.format === "json" ? "svg" : asked.format;
  const response = asked.format === "json" ? "json" : asked.response;
  return buildAnswer(
    {
      get svg() {
        return renderSvg(design, { outlined: false });
      },
      get outlined() {
        return renderSvg(design, { outlined: true });
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
