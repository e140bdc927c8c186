import type { TSchema } from "@sinclair/typebox";
import type { LoadedRoute } from "../../../core/host/plugin/loaded-plugin.ts";
import { openWords } from "../../../core/lib/data-file.ts";
import { charts } from "./charts.ts";

const { prompts } = openWords(new URL("./prompts.txt", import.meta.url), ["prompts"])();

/** A request, and the caption of its image. */
export interface Picture {
  caption: string;
  route: LoadedRoute;
  asked: Record<string, unknown>;
}

const card = {
  title: "Building a small web server that never falls over",
  description:
    "What two years of running one process taught us about queues and telling people no.",
  site_name: "utilhub",
  author: "Ada Lovelace",
  handle: "@ada",
  date: "2026-01-02",
  reading_time: "6 min read",
  eyebrow: "Engineering",
  tags: "bun,typescript,queues",
  stat: "99.99%",
  cta: "Read the story",
};
const quote = "Simplicity is prerequisite for reliability, and reliability is what people pay for.";

const scripts = {
  Arabic: { title: "بناء خادم ويب صغير لا يسقط أبدا", author: "ليلى حداد", cta: "اقرأ القصة" },
  Hebrew: { title: "לבנות שרת קטן שלא נופל לעולם", author: "נועה כהן", cta: "לקריאה" },
  Japanese: { title: "決して落ちない小さなサーバーを作る", author: "山田 太郎", cta: "記事を読む" },
  Korean: { title: "절대 죽지 않는 작은 서버 만들기", author: "김민지", cta: "읽기" },
  Chinese: { title: "构建一个永不宕机的小型网络服务器", author: "王小明", cta: "阅读" },
  Hindi: { title: "एक छोटा सर्वर जो कभी नहीं गिरता", author: "आशा राव", cta: "पढ़ें" },
  Greek: { title: "Ένας μικρός διακομιστής που δεν πέφτει", author: "Νίκος Λ.", cta: "Διαβάστε" },
  Emoji: { title: "Ship it 🚀 before lunch 🥪 👩‍💻", author: "🦊 Fox", cta: "Go 👉" },
};

/** Returns the sections of the gallery: every value of each field that affects how a route's images look. */
export function buildSections(routes: readonly LoadedRoute[]): Record<string, Picture[]> {
  const found = (file: string) => routes.find((route) => route.file === file)!;
  const each = (file: string, field: string, asked: Record<string, unknown>): Picture[] => {
    const route = found(file);
    return listValues(route, field).map((value) => ({
      caption: `${field}=${value}`,
      route,
      asked: { ...asked, [field]: value },
    }));
  };
  const inBoth = (pictures: Picture[]) =>
    pictures.flatMap((picture) =>
      ["light", "dark"].map((theme) => ({
        ...picture,
        caption: `${picture.caption}, ${theme}`,
        asked: { ...picture.asked, theme },
      })),
    );
  const said = (pictures: Picture[]) =>
    pictures.map((picture) =>
      picture.asked.template === "quote"
        ? { ...picture, asked: { ...picture.asked, quote } }
        : picture,
    );
  return {
    templates: said(inBoth(each("og.get.ts", "template", card))),
    backgrounds: each("og.get.ts", "background", card),
    "background-patterns": each("og.get.ts", "pattern", { ...card, background: "pattern" }),
    scripts: Object.entries(scripts).flatMap(([script, own]) =>
      ["article", "event"].map((template) => ({
        caption: `${script}, ${template}`,
        route: found("og.get.ts"),
        asked: { ...own, template, date: "2026-01-02", site_name: "utilhub" },
      })),
    ),
    platforms: listValues(found("og.get.ts"), "template").flatMap((template) =>
      said(each("social-card.get.ts", "platform", { ...card, template })),
    ),
    banners: each("banner.get.ts", "preset", {
      title: "Field notes",
      subtitle: "Essays on small software, weekly",
      icon: "🌿",
    }),
    charts: charts.flatMap(({ caption, ...asked }) =>
      inBoth([{ caption, route: found("chart.post.ts"), asked: { ...asked, format: "png" } }]),
    ),
    prompts: [...prompts].flatMap((prompt) =>
      inStyles({ caption: prompt, route: found("generate.post.ts"), asked: { prompt } }),
    ),
    ...others(routes),
  };
}

/** Returns a prompt in every style, as images and not as JSON. */
function inStyles({ caption, route, asked }: Picture): Picture[] {
  const styles: readonly string[] = route.route.body?.properties.style?.enum ?? [];
  return styles.map((style) => ({
    caption: `${caption}, ${style}`,
    route,
    asked: { ...asked, style },
  }));
}

/** Routes whose appearance depends on one field. */
const fields: Readonly<Record<string, { field: string; asked: Record<string, unknown> }>> = {
  "avatar.get.ts": { field: "style", asked: { seed: "Ada Lovelace", size: 200 } },
  "badge.get.ts": { field: "style", asked: { label: "build", message: "passing", scale: 3 } },
  "placeholder.get.ts": { field: "pattern", asked: { size: "400x250" } },
  "gradient.get.ts": {
    field: "type",
    asked: { colors: "4354e6,d946ef,f59e0b", width: 400, height: 250 },
  },
  "pattern.get.ts": { field: "pattern", asked: { seed: "a", width: 400, height: 250 } },
};

function others(routes: readonly LoadedRoute[]): Record<string, Picture[]> {
  const shown = routes.flatMap((route) => {
    const { field, asked } = fields[route.file] ?? {};
    if (field === undefined) return [];
    const pictures = listValues(route, field).map((value) => ({
      caption: `${field}=${value}`,
      route,
      asked: { ...asked, format: "png", [field]: value },
    }));
    return [[`${route.file.split(".")[0]}s`, pictures] as const];
  });
  return Object.fromEntries(shown);
}

function listValues({ route }: LoadedRoute, field: string): readonly string[] {
  const schema: TSchema | undefined = route.query?.properties[field];
  return schema?.enum ?? [];
}
