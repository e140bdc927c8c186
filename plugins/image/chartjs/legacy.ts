import { Code } from "./relaxed.ts";

/** An object of options. */
export type ChartOptions = Record<string, unknown>;

/** Returns whether a value is a plain object. */
export function isOptions(value: unknown): value is ChartOptions {
  const isObject =
    Object.prototype.toString.call(value) === "[object Object]" && value instanceof Object;
  return isObject && !(value instanceof Code);
}

/** The types whose former name includes the direction. */
const uprightTypes = new Map<unknown, string>([
  ["horizontalBar", "bar"],
  ["horizontalBoxPlot", "boxplot"],
  ["horizontalBoxplot", "boxplot"],
  ["horizontalViolin", "violin"],
]);

/** Rewrites the options of Chart.js 2 that many addresses still have as those of version 4. */
export function upgradeConfig(config: ChartOptions): ChartOptions {
  const upgraded: ChartOptions = { ...config };
  const upright = uprightTypes.get(config.type);
  if (upright !== undefined) {
    upgraded.type = upright;
    upgraded.options = { indexAxis: "y", ...getOptions(config.options) };
  }
  const options = { ...getOptions(upgraded.options) };
  const plugins: ChartOptions = { ...getOptions(options.plugins) };
  for (const name of ["title", "legend"]) {
    const given = typeof options[name] === "boolean" ? { display: options[name] } : options[name];
    if (!isOptions(given)) continue;
    plugins[name] = upgradeText({ ...given, ...getOptions(plugins[name]) });
    delete options[name];
  }
  if (isOptions(options.annotation)) {
    plugins.annotation ??= upgradeAnnotations(options.annotation);
    delete options.annotation;
  }
  if (isOptions(plugins.legend) && isOptions(plugins.legend.labels))
    plugins.legend = { ...plugins.legend, labels: upgradeText(plugins.legend.labels) };
  if (isOptions(options.elements) && options.elements.rectangle !== undefined) {
    const { rectangle, ...elements } = options.elements;
    options.elements = { bar: rectangle, ...elements };
  }
  if (typeof options.cutoutPercentage === "number") {
    options.cutout = `${options.cutoutPercentage}%`;
    delete options.cutoutPercentage;
  }
  upgradeAngles(options);
  const scales = upgradeScales(options.scales);
  if (isOptions(options.scale)) {
    scales.r = upgradeScale(options.scale);
    delete options.scale;
  }
  if (Object.keys(scales).length > 0) options.scales = scales;
  if (Object.keys(plugins).length > 0) options.plugins = plugins;
  if (Object.keys(options).length > 0) upgraded.options = options;
  return { ...upgraded, ...(isOptions(config.data) && { data: upgradeData(config.data) }) };
}

/** Converts angles in radians, which start on the right, to degrees, which start at the top. */
function upgradeAngles(options: ChartOptions): void {
  const [rotation, circumference] = [options.rotation, options.circumference].map((angle) =>
    typeof angle === "number" ? angle : undefined,
  );
  // No chart has a circumference of six degrees.
  const isRadians =
    (circumference ?? rotation ?? 0) % 1 !== 0 && Math.abs(circumference ?? 0) <= turnMax;
  if (!isRadians || Math.abs(rotation ?? 0) > turnMax) return;
  if (rotation !== undefined) options.rotation = toDegrees(rotation) + 90;
  if (circumference !== undefined) options.circumference = toDegrees(circumference);
}

/** Converts radians with four decimals to degrees with two. */
function toDegrees(radians: number): number {
  return Math.round((radians / Math.PI) * 18_000) / 100;
}

/** A whole turn in radians, with the last decimal rounded up. */
const turnMax = 6.2832;

function upgradeAnnotations(annotation: ChartOptions): ChartOptions {
  const { annotations } = annotation;
  if (!Array.isArray(annotations)) return annotation;
  return { ...annotation, annotations: annotations.map(upgradeAnnotation) };
}

function upgradeAnnotation(annotation: unknown): unknown {
  if (!isOptions(annotation)) return annotation;
  const { mode: _, label, ...rest } = annotation;
  const upgraded: ChartOptions = { ...rest };
  for (const name of ["scaleID", "xScaleID", "yScaleID"])
    if (typeof rest[name] === "string") upgraded[name] = rest[name].replace(/-axis-0$/, "");
  if (!isOptions(label)) return upgraded;
  const { enabled, ...look } = label;
  return { ...upgraded, label: { ...upgradeText(look), display: look.display ?? enabled } };
}

function getOptions(value: unknown): ChartOptions {
  return isOptions(value) ? value : {};
}

function upgradeData(data: ChartOptions): ChartOptions {
  if (!Array.isArray(data.datasets)) return data;
  return {
    ...data,
    datasets: data.datasets.map((dataset) => {
      if (!isOptions(dataset)) return dataset;
      const { lineTension, steppedLine, ...rest } = dataset;
      return {
        ...rest,
        ...(rest.type === "horizontalBar" && { type: "bar" }),
        ...(lineTension !== undefined && rest.tension === undefined && { tension: lineTension }),
        ...(steppedLine !== undefined && rest.stepped === undefined && { stepped: steppedLine }),
      };
    }),
  };
}

function upgradeScales(scales: unknown): ChartOptions {
  const upgraded: ChartOptions = {};
  if (!isOptions(scales)) return upgraded;
  for (const [name, scale] of Object.entries(scales)) {
    const axis = name === "xAxes" ? "x" : name === "yAxes" ? "y" : undefined;
    const list = Array.isArray(scale) ? scale : axis && isOptions(scale) ? [scale] : undefined;
    if (!axis || !list) {
      upgraded[name] = scale;
      continue;
    }
    for (const [index, one] of list.entries()) {
      if (!isOptions(one)) continue;
      const id = typeof one.id === "string" ? one.id : index === 0 ? axis : `${axis}-axis-${index}`;
      const position = axis === "y" && index > 0 && !one.position ? { position: "right" } : {};
      upgraded[id] = { axis, ...position, ...upgradeScale(one) };
    }
  }
  return upgraded;
}

/** The options that moved from the ticks to their axis. */
const moved = ["min", "max", "suggestedMin", "suggestedMax", "beginAtZero", "reverse"];

function upgradeScale({
  id: _,
  scaleLabel,
  gridLines,
  ticks,
  ...rest
}: ChartOptions): ChartOptions {
  const scale: ChartOptions = { ...rest };
  if (isOptions(scaleLabel)) {
    const { labelString, ...look } = scaleLabel;
    scale.title = upgradeText({ text: labelString, ...look });
  }
  if (isOptions(gridLines)) {
    const { zeroLineColor: _color, zeroLineWidth: _width, drawBorder, ...grid } = gridLines;
    scale.grid = grid;
    if (drawBorder !== undefined) scale.border = { display: drawBorder };
  }
  if (isOptions(ticks)) {
    const own = upgradeText(ticks);
    for (const name of moved)
      if (own[name] !== undefined) {
        scale[name] ??= own[name];
        delete own[name];
      }
    scale.ticks = own;
  }
  if (isOptions(scale.pointLabels)) scale.pointLabels = upgradeText(scale.pointLabels);
  return scale;
}

/** Collects `fontSize` and its like in `font`. */
function upgradeText(text: ChartOptions): ChartOptions {
  const { fontColor, fontSize, fontFamily, fontStyle, lineHeight, ...rest } = text;
  const isBold = fontStyle === "bold";
  const font = {
    ...(fontSize !== undefined && { size: fontSize }),
    ...(fontFamily !== undefined && { family: fontFamily }),
    ...(fontStyle !== undefined && (isBold ? { weight: "bold" } : { style: fontStyle })),
    ...(lineHeight !== undefined && { lineHeight }),
  };
  return {
    ...rest,
    ...(fontColor !== undefined && { color: fontColor }),
    ...(Object.keys(font).length > 0 && { font: { ...font, ...getOptions(rest.font) } }),
  };
}
