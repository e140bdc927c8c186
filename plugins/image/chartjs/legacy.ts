import { Code } from "./relaxed.ts";

/** An object of options. */
export type ChartOptions = Record<string, unknown>;

/** Returns whether a value is a plain object. */
export function isOptions(value: unknown): value is ChartOptions {
  const isObject =
    Object.prototype.toString.call(value) === "[object Object]" && value instanceof Object;
  return isObject && !(value instanceof Code);
}

/** Returns an object of options, empty for any other value. */
export function getOptions(value: unknown): ChartOptions {
  return isOptions(value) ? value : {};
}

/** The types whose former name includes the direction. */
const uprightTypes = new Map<unknown, string>([
  ["horizontalBar", "bar"],
  ["horizontalBoxPlot", "boxplot"],
  ["horizontalBoxplot", "boxplot"],
  ["horizontalViolin", "violin"],
]);

/**
 * Rewrites the options of Chart.js 2 that many addresses still have as those of version 4. If the configuration is
 * written for version 2, it also gets the defaults of QuickChart and of that version.
 */
export function upgradeConfig(config: ChartOptions, isVersion2 = false): ChartOptions {
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
  if (plugins.roundedBars !== undefined) {
    const { roundedBars } = plugins;
    const { cornerRadius = 10 } = getOptions(roundedBars);
    const { bar, ...elements } = getOptions(options.elements);
    if (roundedBars !== false)
      options.elements = { ...elements, bar: { borderRadius: cornerRadius, ...getOptions(bar) } };
    delete plugins.roundedBars;
  }
  upgradeAngles(options);
  const scales = upgradeScales(options.scales);
  if (isOptions(options.scale)) {
    scales.r = upgradeScale(options.scale);
    delete options.scale;
  }
  // Bars always start at zero.
  const startsAtZero = ["line", "scatter", "bubble"].includes(String(upgraded.type));
  if (isVersion2 && !options.scales && startsAtZero)
    Object.assign(scales, { x: {}, y: { beginAtZero: true } });
  if (Object.keys(scales).length > 0) options.scales = scales;
  if (Object.keys(plugins).length > 0 || options.plugins) options.plugins = plugins;
  if (Object.keys(options).length > 0) upgraded.options = options;
  const { fill = getOptions(getOptions(options.elements).line).fill } = options;
  const defaults = {
    ...findFirstAxes(config.options),
    ...(isVersion2 && fill === undefined && { fill: true }),
  };
  const { data, type } = upgraded;
  return { ...upgraded, ...(isOptions(data) && { data: upgradeData(data, type, defaults) }) };
}

/** Returns the names of the first axes, which datasets of Chart.js 2 have unless they name another. */
function findFirstAxes(options: unknown): ChartOptions {
  const { xAxes, yAxes } = getOptions(getOptions(options).scales);
  const [xAxisID, yAxisID] = [xAxes, yAxes].map((axes) =>
    Array.isArray(axes) ? getOptions(axes[0]).id : undefined,
  );
  return { ...(xAxisID !== undefined && { xAxisID }), ...(yAxisID !== undefined && { yAxisID }) };
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
  const { enabled, xPadding: x, yPadding: y, cornerRadius, ...look } = label;
  const box = {
    ...((x !== undefined || y !== undefined) && { padding: { x: x ?? 6, y: y ?? 6 } }),
    ...(cornerRadius !== undefined && { borderRadius: cornerRadius }),
  };
  const display = look.display ?? enabled;
  return { ...upgraded, label: { ...box, ...upgradeText(look), display } };
}

function upgradeData(data: ChartOptions, type: unknown, defaults: ChartOptions): ChartOptions {
  if (!Array.isArray(data.datasets)) return data;
  return {
    ...data,
    datasets: data.datasets.map((dataset) => {
      if (!isOptions(dataset)) return dataset;
      const { lineTension, steppedLine, ...rest } = dataset;
      const { fill, ...axes } = defaults;
      const isLine = (rest.type ?? type) === "line" && rest.showLine !== false;
      return {
        ...axes,
        ...(isLine && fill !== undefined && { fill }),
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
      upgraded[name] = isOptions(scale) ? upgradeScale(scale) : scale;
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
  distribution,
  ...rest
}: ChartOptions): ChartOptions {
  const scale: ChartOptions = { ...rest };
  if (distribution === "series" && rest.type === "time") scale.type = "timeseries";
  if (isOptions(scaleLabel)) {
    const { labelString, ...look } = scaleLabel;
    scale.title = upgradeText({ text: labelString, ...look });
  }
  const lines = gridLines ?? rest.grid;
  if (isOptions(lines)) {
    const { drawBorder: display, borderColor: color, borderWidth: width, ...grid } = lines;
    scale.grid = omit(grid, ["zeroLineColor", "zeroLineWidth", "zeroLineBorderDash"]);
    const border = Object.entries({ display, color, width }).filter(([, one]) => one !== undefined);
    if (border.length > 0)
      scale.border = { ...Object.fromEntries(border), ...getOptions(rest.border) };
  }
  if (isOptions(ticks)) {
    const { userCallback: callback, ...look } = ticks;
    const own = upgradeText({ ...(callback !== undefined && { callback }), ...look });
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

function omit(options: ChartOptions, names: readonly string[]): ChartOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)));
}

/** Collects `fontSize` and its like in `font`. */
function upgradeText(text: ChartOptions): ChartOptions {
  const { fontColor, fontSize, fontFamily, fontStyle, lineHeight, fullWidth, ...rest } = text;
  const isBold = fontStyle === "bold";
  const font = {
    ...(fontSize !== undefined && { size: fontSize }),
    ...(fontFamily !== undefined && { family: fontFamily }),
    ...(fontStyle !== undefined && (isBold ? { weight: "bold" } : { style: fontStyle })),
    ...(lineHeight !== undefined && { lineHeight }),
  };
  return {
    ...rest,
    ...(fullWidth !== undefined && { fullSize: fullWidth }),
    ...(fontColor !== undefined && { color: fontColor }),
    ...(Object.keys(font).length > 0 && { font: { ...font, ...getOptions(rest.font) } }),
  };
}
