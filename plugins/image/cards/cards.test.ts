import { describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, sampleCases, testHub } from "hub/testing";
import sharp from "sharp";
import { bannerFields } from "./banner-fields.ts";
import { type CardOptions, drawCard } from "./draw.ts";
import { templates } from "./layout/card.ts";
import { platformNames, platforms } from "./platforms.ts";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><rect width="9" height="9" fill="#f00"/></svg>`;
const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0f0" } })
  .png()
  .toBuffer();
const hub = await testHub(`${import.meta.dir}/..`, {
  net: {
    "pictures.example": ({ url }) =>
      url.endsWith("/dot.png")
        ? new Response(dot, { headers: { "content-type": "image/png" } })
        : new Response("no", { status: 404 }),
  },
});
const get = (path: string, query: Record<string, string> = {}) =>
  hub.get(`/api/image/${path}?${new URLSearchParams({ title: "A title", ...query })}`);
const fetchSvg = async (path: string, query: Record<string, string> = {}) =>
  (await get(path, { format: "svg", ...query })).text();

const long = {
  title: "An unreasonably long headline ".repeat(7).slice(0, 200),
  description: "And a description that goes on and on. ".repeat(9).slice(0, 300),
  site_name: "An extraordinarily long site name, Inc. & Sons, Ltd.",
  author: "Wolfeschlegelsteinhausenbergerdorff the Elder and his Sons",
  handle: "@a_handle_that_is_far_too_long_for_any_card",
  date: "Wednesday, the 30th of September",
  reading_time: "one hundred and twenty-five minutes",
  eyebrow: "Engineering and infrastructure",
  tags: ["typescript", "architecture", "queues", "databases", "reliability"],
  stat: "$1,299,999.00",
  cta: "Read all of the story right now",
};
const usual: Omit<CardOptions, "template" | "width" | "height"> = {
  theme: "light",
  dir: "auto",
  pictures: {},
  ground: { kind: "auto", colors: [], angle: 135, pattern: "dots" },
};

/** Returns the extent of the letters of a drawing, which are its paths with a fill. */
function reach(svg: string) {
  const points = [...svg.matchAll(/<path fill="[^"]*" d="([^"]*)"/g)].flatMap(([, d]) =>
    parsePoints(d!),
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

const numbersOf: Readonly<Record<string, number>> = { M: 2, l: 2, q: 4, c: 6 };

/** Returns the line ends of an outline: the point before each M. */
function parsePoints(d: string): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of d.matchAll(/([Mlqc])([^Mlqcz]*)/g)) {
    const numbers = rest!.match(/-?(?:\d+\.?\d*|\.\d+)/g)!.map(Number);
    const count = numbersOf[letter!]!;
    for (let at = count; at <= numbers.length; at += count) {
      const [dx, dy] = [numbers[at - 2]!, numbers[at - 1]!];
      [x, y] = letter === "M" ? [dx, dy] : [x + dx, y + dy];
      points.push([x, y]);
    }
  }
  return points;
}

test.each(sampleCases(platformNames, 2))(
  "all words of all templates are in the safe area of %s",
  (name) => {
    const { width, height, safe } = platforms[name];
    for (const template of templates)
      for (const quote of [undefined, long.description]) {
        const svg = drawCard({ ...long, quote }, { ...usual, template, width, height, safe }).svg;
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
        const { left, right, top, bottom } = reach(svg);
        expect(left).toBeGreaterThan(safe.left);
        expect(right).toBeLessThan(width - safe.right);
        expect(top).toBeGreaterThan(safe.top);
        expect(bottom).toBeLessThan(height - safe.bottom);
      }
  },
);

test.each(sampleCases(platformNames, 3))(
  "a card for %s has its exact pixel size",
  async (platform) => {
    const answer = await get("social-card", { platform });
    const { width, height } = await sharp(await answer.bytes()).metadata();
    expect({ width, height }).toMatchObject({
      width: platforms[platform].width,
      height: platforms[platform].height,
    });
  },
);

test("a right-to-left card starts on the right", async () => {
  const [left, right] = await Promise.all([
    fetchSvg("og", { template: "minimal" }),
    fetchSvg("og", { template: "minimal", title: "مرحبا" }),
  ]);
  expect(reach(left!).left).toBeLessThan(100);
  expect(reach(right!).right).toBeGreaterThan(1100);
  expect(reach(await fetchSvg("og", { template: "minimal", dir: "rtl" })).right).toBeGreaterThan(
    1100,
  );
});

test("a card with the viewer's preferred theme contains both themes", async () => {
  const svg = await fetchSvg("og", { theme: "auto" });
  expect(svg).toContain("prefers-color-scheme:dark");
  expect(svg.match(/<g class="[ld]">/g)).toHaveLength(2);
  expect(new Set(svg.match(/id="\w+"/g)).size).toBe(svg.match(/id="\w+"/g)!.length);
});

test.each(["light", "dark", "0f766e", "gold", "#fff"])(
  "the words of a card in %s are readable",
  async (theme) => {
    const { contrast_ratio } = await json(await get("og", { theme, response: "json" }));
    expect(contrast_ratio).toBeGreaterThan(4.5);
  },
);

test("writes a date in the format of the locale, and as a calendar page", async () => {
  const [plain, english, german] = await Promise.all(
    ["soon", "2026-03-14", "2026-03-14&locale=de"].map(async (date) => {
      const answer = await hub.get(`/api/image/og?title=x&template=event&format=svg&date=${date}`);
      return answer.text();
    }),
  );
  expect(english!.length).toBeGreaterThan(plain!.length + 1000);
  expect(german).not.toBe(english);
});

test.each(["article", "product", "code", "minimal", "split"])(
  "a date with direction marks stays next to the author of a %s",
  async (template) => {
    const author = { site_name: "أ", author: "أ", date: "2026-03-14", locale: "ar", template };
    for (const title of ["مرحبا", "Hello"]) {
      const withDate = reach(await fetchSvg("og", { title, ...author }));
      const withText = reach(await fetchSvg("og", { title, ...author, date: "x/y/z" }));
      expect(Math.abs(withDate.left - withText.left)).toBeLessThan(120);
      expect(Math.abs(withDate.right - withText.right)).toBeLessThan(120);
    }
  },
);

test("returns the meta tags for a page with the card as JSON", async () => {
  const query = { response: "json", description: `"Quoted" & <b>`, site_name: "Site", scale: "2" };
  const { meta, html, alt } = await json(await get("og", query));
  const tag = (name: string) => meta.find((one: { name: string }) => one.name === name)?.content;
  expect(tag("og:image:width")).toBe("2400");
  expect(tag("twitter:card")).toBe("summary_large_image");
  expect(html).toContain("&quot;Quoted&quot; &amp; &lt;b&gt;");
  expect(alt).toBe('A title. "Quoted" & <b> Site');
  const again = await hub.get(tag("og:image").replace("http://localhost", ""));
  expect(again.headers.get("content-type")).toBe("image/png");
});

test("returns the meta tags for a platform's card as JSON", async () => {
  const query = { response: "json", platform: "linkedin" };
  const { meta, html } = await json(await get("social-card", query));
  const [image] = meta.filter(({ name }: { name: string }) => name === "og:image");
  expect(image.content).toMatch(/social-card\?.*platform=linkedin/);
  expect(html).toContain('property="og:image:width"');
  const shown = await hub.get(image.content.replace("http://localhost", ""));
  expect(shown.headers.get("content-type")).toBe("image/png");
});

test("returns the cards of all platforms in one archive", async () => {
  const answer = await get("social-card", { variants: "true", format: "svg" });
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const names = Object.keys(unzipSync(await answer.bytes()));
  expect(names).toHaveLength(12);
  expect(names).toContain("instagram-story-1080x1920.svg");
});

test("loads images by URL, and is then cached for an hour only", async () => {
  const answer = await get("og", {
    format: "svg",
    author: "Ada",
    avatar_url: "https://pictures.example/dot.png",
  });
  expect(answer.headers.get("cache-control")).toContain("max-age=3600");
  expect(await answer.text()).toContain('href="data:image/png;base64,');
});

test("sanitises and rasterizes an SVG among the images", async () => {
  const logo_url = `data:image/svg+xml;base64,${btoa(logo)}`;
  const answer = await get("og", { format: "svg", logo_url });
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const text = await answer.text();
  expect(text).toContain('href="data:image/png;base64,');
  expect(text).not.toContain("script");
});

test.each([
  ["https://pictures.example/none.png", 422, "unusable_picture"],
  ["data:image/png;base64,bm90IGFuIGltYWdl", 422, "unusable_picture"],
  ["data:image/png;base64,iVBORw0KGgoAAAAN", 422, "unusable_picture"],
  [`data:image/svg+xml;base64,${btoa("<svg><")}`, 422, "unusable_picture"],
  ["data:text/html,x", 400, "invalid_input"],
  ["file:///etc/passwd", 400, "invalid_input"],
])("an image from %s is rejected", async (avatar_url, status, code) => {
  expect(await json(await get("og", { avatar_url }))).toMatchObject({ status, code });
});

test("doesn't decode an image of too many pixels", async () => {
  const huge = '<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"/>';
  const avatar_url = `data:image/svg+xml;base64,${btoa(huge)}`;
  const answer = await json(await get("og", { avatar_url }));
  expect(answer.detail).toContain("6000 × 6000");
});

test.each([
  ["og", { theme: "no colour" }, "query.theme"],
  ["og", { accent: "12" }, "query.accent"],
  ["og", { colors: "red,nope" }, "query.colors.1"],
  ["og", { date: "2026-01-01", locale: "no such" }, "query.locale"],
  ["og", { width: "599" }, "query.width"],
  ["og", { title: "" }, "query.title"],
  ["social-card", { variants: "true", response: "json" }, "query.response"],
  ["social-card", { variants: "true", scale: "2" }, "query.scale"],
  ["social-card", { platform: "myspace" }, "query.platform"],
  ["banner", { width: "300" }, "query.width"],
  ["banner", { preset: "custom", height: "3001" }, "query.height"],
  ["banner", { color: "url(#x)" }, "query.color"],
])("%s with %j is rejected", async (path, query, at) => {
  const answer = await json(await get(path, query as Record<string, string>));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.errors[0].location).toBe(at);
});

describe("texts without enough space", () => {
  const long = "Words and more words ".repeat(9).trim();

  test("are reported if they are shortened or left out", async () => {
    const small = { title: long, description: "Left out", template: "split", platform: "twitter" };
    const fields = { ...small, author: "A. ".repeat(26), stat: "$49", cta: "Read it" };
    const answer = await get("social-card", { ...fields, response: "json" });
    const { cut_texts } = await json(answer);
    expect(cut_texts).toContain("author");
    expect((await get("social-card", fields)).headers.get("x-cut-texts")).toBe(
      cut_texts.join(", "),
    );
    const words = { title: long.slice(0, 120), subtitle: long, layout: "side" };
    const banner = { ...words, preset: "custom", width: "200", height: "200" };
    expect((await get("banner", banner)).headers.get("x-cut-texts")).toBe("title, subtitle");
  });

  test("are reported if the design has no place for them", async () => {
    const fields = { template: "docs", author: "Ada", stat: "$49", date: "2026-03-14" };
    const tags = { tags: "Straße,queues", eyebrow: "Straße", response: "json" };
    const { cut_texts } = await json(await get("og", { ...fields, ...tags }));
    expect(cut_texts).toEqual(["author", "stat", "date"]);
    const lines = "a\\n".repeat(60);
    const code = await get("og", { title: lines, template: "code", eyebrow: "a.ts" });
    expect(code.headers.get("x-cut-texts")).toBe("title");
  });

  test("aren't reported if all of them are shown", async () => {
    for (const path of ["og", "banner"]) {
      const fields = { title: "Short", format: "svg" };
      expect((await get(path, fields)).headers.get("x-cut-texts")).toBeNull();
    }
    const whole = await json(await get("og", { title: long, format: "svg", response: "json" }));
    expect(whole.cut_texts).toEqual([]);
  });
});

test("rejects too many pixels", async () => {
  const answer = await get("banner", {
    preset: "custom",
    width: "3000",
    height: "3000",
    scale: "3",
  });
  expect(await json(answer)).toMatchObject({ status: 422, code: "image_too_large" });
});

test.each([
  ["github", "1280", "640"],
  ["twitter-header", "1500", "500"],
  ["youtube", "2560", "1440"],
])("the banner %s is %s × %s", async (preset, width, height) => {
  expect(await fetchSvg("banner", { preset })).toContain(`viewBox="0 0 ${width} ${height}"`);
});

test("a banner has its words in the requested position, following the reading direction", async () => {
  const at = async (query: Record<string, string>) =>
    reach(await fetchSvg("banner", { preset: "custom", ...query }));
  expect((await at({ align: "start" })).left).toBeLessThan(120);
  expect((await at({ align: "end" })).right).toBeGreaterThan(1080);
  expect((await at({ align: "start", title: "שלום" })).right).toBeGreaterThan(1080);
  const { left, right } = await at({ align: "center" });
  expect(Math.abs((left + right) / 2 - 600)).toBeLessThan(10);
});

const layouts: readonly string[] = bannerFields.layout.enum;

test.each(layouts)(
  "the banner layout %s keeps long and short words within the safe area, in both directions",
  async (layout) => {
    for (const [title, icon] of [
      ["Short", "🧰"],
      [long.title.slice(0, 120), "🧰"],
      ["עברית ועוד עברית", "א"],
      ["日本語の見出し", undefined],
    ] as const) {
      const query = { layout, preset: "youtube", title, subtitle: long.description.slice(0, 200) };
      const svg = await fetchSvg("banner", { ...query, ...(icon !== undefined && { icon }) });
      const { left, right, top, bottom } = reach(svg);
      expect([left > 507, right < 2560 - 507, top > 508, bottom < 1440 - 509]).toEqual(
        Array(4).fill(true),
      );
    }
  },
);

test("the layouts of a banner differ", async () => {
  const svgs = await Promise.all(
    layouts.map((layout) => fetchSvg("banner", { layout, subtitle: "A subtitle", icon: "🧰" })),
  );
  expect(new Set(svgs).size).toBe(8);
  const [centred, , headline] = svgs.map(reach);
  expect(headline?.bottom).toBeGreaterThan((centred?.bottom ?? 0) + 40);
});

test.each(layouts)(
  "the banner layout %s has readable words on every background",
  async (layout) => {
    for (const query of [
      { background: "gradient", title: "Ship faster with utilhub", icon: "🚀" },
      {
        background: "gradient",
        colors: "0f766e,22d3ee",
        title: long.title.slice(0, 90),
        icon: "N",
      },
      { background: "solid", colors: "fde047", title: "Short" },
      { background: "pattern", colors: "7c2d12", title: "مرحبا بالعالم", icon: "م" },
    ]) {
      const answer = await get("banner", {
        preset: "custom",
        subtitle: "A subtitle",
        layout,
        ...query,
      });
      // The letters on the tile of `side` are large.
      const least = layout === "side" ? 3 : 4.5;
      const contrast = Number(answer.headers.get("x-low-contrast") ?? 21);
      expect(contrast, JSON.stringify(query)).toBeGreaterThanOrEqual(least);
    }
  },
);

test("the words of a banner are in the centre that every screen shows", async () => {
  const query = { preset: "youtube", title: long.title.slice(0, 120), subtitle: long.title };
  const { left, right, top, bottom } = reach(await fetchSvg("banner", query));
  expect(left).toBeGreaterThan(507);
  expect(right).toBeLessThan(2560 - 507);
  expect(top).toBeGreaterThan(508);
  expect(bottom).toBeLessThan(1440 - 509);
});
