/** The drawing functions for plugin authors. Import it from the work that a handler loads lazily. */
export {
  type Chart,
  type ChartType,
  chartTypes,
  type Datum,
  type NumberStyle,
  type Series,
} from "./chart/chart.ts";
export { chartOutlines, chartSvg } from "./chart/draw.ts";
export { inkOn, resolveTheme, textColors } from "./chart/theme.ts";
export { parseMoment } from "./chart/time-ticks.ts";
export { contrast, luminance, over, toLinear } from "./color/color.ts";
export { encodePng, type IndexedImage, type Rgba } from "./png/encode.ts";
export { type CanvasModule, loadCanvas } from "./raster/canvas.ts";
export { isHeic, parseHeic } from "./raster/heif.ts";
export {
  encodeImage,
  type ImageFormat,
  type Pixels,
  type RasterOptions,
  rasterise,
} from "./raster/rasterise.ts";
export type { RawImage } from "./raster/raw-image.ts";
export {
  type Contour,
  pathData,
  polygon,
  polygons,
  relativeData,
  roundedSquare,
  type Step,
  short,
} from "./shape/contour.ts";
export { type Coverage, computeCoverage, inLevels } from "./shape/coverage.ts";
export { sanitiseSvg } from "./svg/sanitise.ts";
export {
  type Attributes,
  type Child,
  type DocumentOptions,
  escapeXml,
  formatNumber,
  SvgElement,
  svg,
  svgDocument,
} from "./svg/svg.ts";
export { visualRuns } from "./text/bidi.ts";
export { buildContours, glyphContours } from "./text/contours.ts";
export type { Family, Language, Weight } from "./text/families.ts";
export type { HubFont } from "./text/font.ts";
export {
  type LaidLine,
  type Layout,
  type LayoutOptions,
  layoutText,
  layoutTextNow,
  measure,
} from "./text/layout.ts";
export { measureInk, type OutlineOptions, outlines } from "./text/outlines.ts";
export { type FontRun, missingGlyphs, splitFontRuns, type TextOptions } from "./text/runs.ts";
export type { PlacedGlyph, Run } from "./text/shape.ts";
