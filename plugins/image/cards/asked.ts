import { over, parseColor, type Rgba, white } from "../color/color.ts";
import image from "../plugin.ts";
import type { Content, Ground, Pictures } from "./card.ts";
import { type CardOptions, drawCard } from "./draw.ts";
import type { CardAsked } from "./fields.ts";
import type { Size } from "./platforms.ts";
import { cardPng } from "./png.ts";

/** Draws a card as a query describes it. Throws `invalid_input`. */
export function readCard(
  asked: CardAsked,
  { pictures, ...size }: { pictures: Pictures; width: number; height: number; safe?: Size["safe"] },
) {
  const content = buildContent(asked);
  const drawn = drawCard(content, { ...size, ...toCardOptions(asked), pictures });
  const png = (scale: number) => cardPng(drawn.svg, scale);
  return { ...drawn, ...size, png, alt: describeCard(content), texts: listTexts(content) };
}

/** What a card says, in a sentence. */
function describeCard({ title, description, quote, author, site_name }: Content): string {
  const said = quote === undefined ? title : `“${quote}” ${title}`;
  const by = author === undefined ? "" : ` By ${author}.`;
  const end = /[.!?…。！？]$/u.test(said) ? "" : ".";
  return (
    [`${said}${end}`, description].filter(Boolean).join(" ") +
    by +
    (site_name ? ` ${site_name}` : "")
  );
}

/** Whatever a card may have written on it. */
function listTexts({ day, tags = [], ...content }: Content): (string | undefined)[] {
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

function buildContent(asked: CardAsked): Content {
  const { date, locale } = asked;
  return { ...asked, ...(date !== undefined && formatDates(date, locale)) };
}

/** Writes a date of ISO 8601 as the locale does, whole and for a leaf of a calendar. */
function formatDates(text: string, locale: string): Pick<Content, "date" | "day"> {
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

function toCardOptions(asked: CardAsked): Omit<CardOptions, "width" | "height" | "pictures"> {
  const { template, theme, accent, dir } = asked;
  const isNamed = theme === "light" || theme === "dark" || theme === "auto";
  return {
    template,
    dir,
    ground: parseGround(asked.background, asked),
    theme: isNamed ? theme : opaque(theme, "query.theme"),
    accent: accent === undefined ? undefined : opaque(accent, "query.accent"),
  };
}

/** The ground that the fields of a query describe. */
export function parseGround(
  kind: Ground["kind"],
  { colors = [], angle, pattern }: Pick<CardAsked, "colors" | "angle" | "pattern">,
): Ground {
  const parsed = colors.map((color, at) => opaque(color, `query.colors.${at}`));
  return { kind, angle, pattern, colors: parsed };
}

/** A colour as it is on white. */
function opaque(color: string, at: string): Rgba {
  return over(parseColor(color, at), white);
}
