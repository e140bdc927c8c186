import { over, parseColor, type Rgba, white } from "../color/color.ts";
import image from "../plugin.ts";
import { type CardOptions, drawCard } from "./draw.ts";
import type { CardContent, Ground, Pictures } from "./layout/card.ts";
import type { PlatformSize } from "./platforms.ts";
import { cardPng } from "./png.ts";
import type { CardRequest } from "./request.ts";

/** Draws a card from a request. Throws `invalid_input`. */
export function readCard(
  request: CardRequest,
  {
    pictures,
    ...size
  }: { pictures: Pictures; width: number; height: number; safe?: PlatformSize["safe"] },
) {
  const content = buildContent(request);
  const drawn = drawCard(content, { ...size, ...toCardOptions(request), pictures });
  const png = (scale: number) => cardPng(drawn.svg, scale);
  return {
    ...{ ...drawn, ...size, png },
    alt: describeCard(content),
    texts: listTexts(content),
    headers: buildCutHeader(drawn.cut),
  };
}

/** Builds the header with the fields whose texts are shortened or left out. */
export function buildCutHeader(cut: readonly string[]): Record<string, string> {
  return cut.length > 0 ? { "x-cut-texts": cut.join(", ") } : {};
}

/** Describes a card in a sentence. */
function describeCard({ title, description, quote, author, site_name }: CardContent): string {
  const statement = quote === undefined ? title : `“${quote}” ${title}`;
  const byline = author === undefined ? "" : ` By ${author}.`;
  const end = /[.!?…。！？]$/u.test(statement) ? "" : ".";
  return (
    [`${statement}${end}`, description].filter(Boolean).join(" ") +
    byline +
    (site_name ? ` ${site_name}` : "")
  );
}

/** Lists all texts that a card may show. */
function listTexts({ day, tags = [], ...content }: CardContent): (string | undefined)[] {
  const { title, description, site_name, author, handle, date, reading_time } = content;
  const { eyebrow, quote, stat, cta } = content;
  return [
    title,
    description,
    site_name,
    author,
    handle,
    date,
    reading_time,
    eyebrow,
    quote,
    stat,
    cta,
    day?.whole,
    day?.month,
    ...tags,
  ];
}

function buildContent(request: CardRequest): CardContent {
  const { date, locale } = request;
  return { ...request, ...(date !== undefined && formatDates(date, locale)) };
}

/** Formats an ISO 8601 date for the locale, in full and as parts for a calendar leaf. */
function formatDates(text: string, locale: string): Pick<CardContent, "date" | "day"> {
  const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text)
    ? Date.parse(text.slice(0, 10))
    : Number.NaN;
  if (Number.isNaN(time)) return { date: text };
  const formatDate = (shape: Intl.DateTimeFormatOptions) => {
    try {
      return new Intl.DateTimeFormat(locale, { ...shape, timeZone: "UTC" }).format(time);
    } catch (cause) {
      const must = "query.locale must be a language tag such as en or de-CH";
      throw image.error("invalid_input", `${must}: it is ${JSON.stringify(locale)}`, {
        at: "query.locale",
        cause,
      });
    }
  };
  const clock = /T(\d{2}:\d{2})/.exec(text)?.[1];
  const whole = formatDate({ weekday: "long", day: "numeric", month: "short", year: "numeric" });
  return {
    date: formatDate({ dateStyle: "medium" }),
    day: {
      number: String(new Date(time).getUTCDate()),
      month: formatDate({ month: "short" }),
      whole: clock === undefined ? whole : `${whole} ${clock}`,
    },
  };
}

function toCardOptions(request: CardRequest): Omit<CardOptions, "width" | "height" | "pictures"> {
  const { template, theme, accent, dir } = request;
  const isNamed = theme === "light" || theme === "dark" || theme === "auto";
  return {
    template,
    dir,
    ground: parseBackground(request.background, request),
    theme: isNamed ? theme : opaque(theme, "query.theme"),
    accent: accent === undefined ? undefined : opaque(accent, "query.accent"),
  };
}

/** Parses the background from a request. */
export function parseBackground(
  kind: Ground["kind"],
  { colors = [], angle, pattern }: Pick<CardRequest, "colors" | "angle" | "pattern">,
): Ground {
  const parsed = colors.map((color, at) => opaque(color, `query.colors.${at}`));
  return { kind, angle, pattern, colors: parsed };
}

/** Parses a colour as it appears on white. */
function opaque(color: string, at: string): Rgba {
  return over(parseColor(color, at), white);
}
