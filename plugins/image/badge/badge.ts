import { buildAnswer } from "../answers.ts";
import { type BadgeRequest, resolveBadge } from "./design.ts";
import { renderSvg } from "./svg.ts";

type Answer = Awaited<ReturnType<typeof drawAnswer>>;

const cacheMax = 2000;
const cache = new Map<string, Answer>();

/** Draws a badge. SVGs are cached: pages request the same few repeatedly. */
export function badge(request: BadgeRequest): Answer | Promise<Answer> {
  const isCacheable =
    request.format === "svg" && request.response === "binary" && (request.logo ?? "").length < 100;
  if (!isCacheable) return drawAnswer(request);
  const key = JSON.stringify(request);
  return cache.get(key) ?? drawAnswer(request).then((answer) => cacheAnswer(key, answer));
}

function cacheAnswer(key: string, answer: Answer): Answer {
  if (cache.size >= cacheMax) cache.clear();
  cache.set(key, answer);
  return answer;
}

async function drawAnswer(request: BadgeRequest) {
  const design = await resolveBadge(request);
  const { geometry } = design;
  const format = request.format === "json" ? "svg" : request.format;
  const response = request.format === "json" ? "json" : request.response;
  return buildAnswer(
    {
      get svg() {
        return renderSvg(design, { outlined: false });
      },
      get outlined() {
        return renderSvg(design, { outlined: true });
      },
      width: geometry.left + geometry.right,
      height: geometry.height,
      alt: design.alt,
      texts: [request.label, request.message],
      contrast: design.contrast,
      details: { label: request.label, message: request.message },
    },
    { ...request, format, response },
  );
}
