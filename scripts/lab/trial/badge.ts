import { type BadgeRequest, resolveBadge } from "../../../plugins/image/badge/design.ts";
import { renderSvg } from "../../../plugins/image/badge/svg.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface BadgeMaker {
  makeBadge(format: { label: string; message: string; color: string; style: string }): string;
}

const styles = ["flat", "flat-square", "plastic", "for-the-badge", "social"];
const colors = ["brightgreen", "orange", "red", "blue"];

export default {
  engine: "image/badge",
  ours: ["plugins/image/badge/{colors,design,geometry,svg}.ts"],
  theirs: ["badge-maker"],
  async measure() {
    const { makeBadge } = await importPackage<BadgeMaker>("badge-maker");
    const languages = ["en", "de", "fr", "pl", "ru", "el", "ja", "ar"].map(
      (one) => new Intl.DisplayNames([one], { type: "language" }),
    );
    const inputs = styles.flatMap((style, row) =>
      languages.flatMap((names) =>
        ["en", "de", "zh", "hi", "cs", "pt", "ta", "uk"].map((code, at) => ({
          style,
          label: names.of(code) ?? code,
          message: `v${at}.${row}.1 & <${code}>`,
          color: colors[at % colors.length] ?? "blue",
        })),
      ),
    );
    const theirs = inputs.map((one) => makeBadge(one));
    const ours: string[] = [];
    for (const { style, ...texts } of inputs)
      ours.push(
        renderSvg(await resolveBadge({ ...texts, ...defaults, style } as BadgeRequest), {
          outlined: false,
        }),
      );
    const weigh = (badges: readonly string[]) =>
      badges.reduce((sum, svg) => sum + Buffer.byteLength(svg), 0);
    const set = "names of 8 languages in 8 languages, in five styles";
    const sameWidth = ours.filter(
      (svg, index) => getWidth(svg) === getWidth(theirs[index] ?? ""),
    ).length;
    return [
      {
        set,
        inputs: inputs.length,
        figure: "badges as wide as those of shields.io",
        ours: sameWidth,
        theirs: { "badge-maker": inputs.length },
      },
      {
        set,
        inputs: inputs.length,
        figure: "bytes",
        ours: weigh(ours),
        theirs: { "badge-maker": weigh(theirs) },
        fewerIsBetter: true,
      },
    ];
  },
} satisfies Row;

/** The defaults of the endpoint. */
const defaults = {
  contrast: "usual",
  format: "svg",
  response: "binary",
  logo_width: 14,
  id_suffix: "",
};

function getWidth(svg: string): string | undefined {
  return /<svg[^>]* width="([^"]+)"/.exec(svg)?.[1];
}
