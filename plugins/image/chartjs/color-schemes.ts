import { openTable } from "hub/data-file";
import { fadeColor, formatCss, parseColor } from "../color/color.ts";
import { Callback } from "./callbacks.ts";
import { type ChartOptions, getOptions, isOptions } from "./legacy.ts";

const readSchemes = openTable(new URL("./color-schemes.tsv", import.meta.url), {
  name: "text",
  colors: "list",
});

/** The older names of schemes, such as `brewer.Set1-5` and `brewer.SetOne5`. */
const formerNames = [/^(brewer\.[A-Za-z]+)([1-3])-(\d+)$/, ["One", "Two", "Three"]] as const;

/**
 * Returns the data of a configuration with the colours of `chartjs-plugin-colorschemes`. Throws `invalid_input` for an
 * unknown scheme.
 */
export function applyColorScheme(
  { type, data, options }: ChartOptions,
  { at, refuse }: { at: string; refuse(path: string, problem: string): never },
): unknown {
  const { colorschemes } = getOptions(getOptions(options).plugins);
  const path = `${at}.options.plugins.colorschemes`;
  if (!isOptions(colorschemes) || !isOptions(data) || !Array.isArray(data.datasets)) return data;
  const { scheme = "brewer.Paired12", fillAlpha = 0.5, reverse, override, custom } = colorschemes;
  const named = Array.isArray(scheme) ? scheme : findScheme(String(scheme));
  if (!named || named.length === 0)
    return refuse(
      `${path}.scheme`,
      `must be a list of colours, or a name such as brewer.Paired12, office.Excel16 or tableau.Tableau10: it is ${JSON.stringify(scheme)}`,
    );
  const own = custom instanceof Callback ? custom.call(undefined, [named]) : undefined;
  const colors = Array.isArray(own) && own.length > 0 ? own : named;
  const alpha = typeof fillAlpha === "number" ? Math.min(1, Math.max(0, fillAlpha)) : 0.5;
  const choose = (index: number, opacity = 1) => {
    const place = index % colors.length;
    const color = colors[reverse === true ? colors.length - 1 - place : place];
    return formatCss(fadeColor(parseColor(String(color), `${path}.scheme`), opacity));
  };
  const datasets = data.datasets.map((dataset, index) => {
    if (!isOptions(dataset)) return dataset;
    const kind = String(dataset.type ?? type);
    const scheming = ["pie", "doughnut", "polarArea"].includes(kind)
      ? {
          backgroundColor: (Array.isArray(dataset.data) ? dataset.data : []).map((_, at) =>
            choose(at),
          ),
        }
      : ["line", "radar", "scatter"].includes(kind)
        ? {
            ...{ backgroundColor: choose(index, alpha), borderColor: choose(index) },
            ...{ pointBackgroundColor: choose(index, alpha), pointBorderColor: choose(index) },
          }
        : { backgroundColor: choose(index) };
    return override === true ? { ...dataset, ...scheming } : { ...scheming, ...dataset };
  });
  return { ...data, datasets };
}

function findScheme(name: string): readonly string[] | undefined {
  const [pattern, numbers] = formerNames;
  const current = name.replace(
    pattern,
    (_, family: string, set: string, count: string) =>
      `${family}${numbers[Number(set) - 1]}${count}`,
  );
  return readSchemes().find((row) => row.name === current)?.colors;
}
