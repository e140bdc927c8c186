/** The options that a picture supports: names with their own options, or true for any data. */
export interface Supported {
  readonly [name: string]: true | "formatter" | Supported;
}

/** Returns names that support any data. */
function names(list: string): Record<string, true> {
  return Object.fromEntries(list.split(/\s+/).map((name) => [name, true as const]));
}

const title = names("display text color font padding align position fullSize");

const scale: Supported = {
  ...names(
    `type axis position display min max suggestedMin suggestedMax beginAtZero stacked reverse offset bounds
     weight grace stack stackWeight startAngle labels adapters alignToPixels clip backgroundColor`,
  ),
  title,
  ticks: {
    ...names(
      `display color font padding stepSize count maxTicksLimit precision autoSkip autoSkipPadding minRotation
       maxRotation mirror align crossAlign labelOffset includeBounds showLabelBackdrop backdropColor
       backdropPadding textStrokeColor textStrokeWidth source major sampleSize z format`,
    ),
    callback: "formatter",
  },
  grid: names(
    `display color lineWidth drawOnChartArea drawTicks tickLength tickColor tickWidth tickBorderDash
     tickBorderDashOffset offset circular z borderDash borderDashOffset`,
  ),
  border: names("display color width dash dashOffset z"),
  angleLines: names("display color lineWidth borderDash borderDashOffset"),
  pointLabels: {
    ...names(
      "display color font padding backdropColor backdropPadding borderRadius centerPointLabels",
    ),
    callback: "formatter",
  },
  time: names("unit minUnit displayFormats tooltipFormat parser round isoWeekday stepSize"),
};

/** The labels on values of `chartjs-plugin-datalabels`. */
const dataLabels: Supported = {
  ...names(
    `display color font align anchor offset padding rotation clamp clip opacity backgroundColor borderColor
     borderRadius borderWidth textAlign textStrokeColor textStrokeWidth textShadowBlur textShadowColor labels
     listeners`,
  ),
  formatter: "formatter",
};

/** The options of a dataset, of any type. */
export const supportedDataset: Supported = {
  ...names(
    `type label data order hidden stack xAxisID yAxisID rAxisID indexAxis parsing normalized clip grouped base
     backgroundColor borderColor borderWidth borderRadius borderSkipped barPercentage barThickness
     categoryPercentage inflateAmount maxBarThickness minBarLength skipNull enableBorderRadius
     borderCapStyle borderDash borderDashOffset borderJoinStyle capBezierPoints cubicInterpolationMode fill
     tension lineTension showLine spanGaps stepped drawActiveElementsOnTop
     pointBackgroundColor pointBorderColor pointBorderWidth pointHitRadius pointRadius pointRotation pointStyle
     radius rotation hitRadius angle borderAlign circular offset weight circumference cutout spacing
     animation animations transitions tooltip`,
  ),
  datalabels: dataLabels,
};

const element = names(
  `backgroundColor borderColor borderWidth borderRadius borderSkipped borderCapStyle borderDash borderDashOffset
   borderJoinStyle borderAlign capBezierPoints cubicInterpolationMode fill stepped tension radius rotation
   pointStyle hitRadius offset spacing angle circular inflateAmount`,
);

/** The options without effect on a picture: they may be anything, code included. */
export const ignoredOptions: ReadonlySet<string> = new Set(
  `animation animations transitions hover interaction events onHover onClick onResize onLeave responsive
   maintainAspectRatio aspectRatio resizeDelay devicePixelRatio tooltips responsiveAnimationDuration listeners
   tooltip tooltipFormat legendCallback hoverBackgroundColor hoverBorderColor hoverBorderWidth hoverBorderRadius
   hoverBorderDash hoverRadius hoverOffset hoverMode pointHoverRadius pointHoverBackgroundColor
   pointHoverBorderColor pointHoverBorderWidth enter leave click deferred`.split(/\s+/),
);

/** The options of a chart. */
export const supportedOptions: Supported = {
  ...names(
    `indexAxis font color backgroundColor borderColor locale clip cutout rotation circumference radius spacing
     spanGaps showLine skipNull stacked barPercentage categoryPercentage barThickness maxBarThickness minBarLength
     grouped parsing normalized borderRadius fill offset`,
  ),
  layout: names("padding autoPadding"),
  elements: { arc: element, bar: element, line: element, point: element },
  datasets: {
    bar: supportedDataset,
    line: supportedDataset,
    bubble: supportedDataset,
    doughnut: supportedDataset,
    pie: supportedDataset,
    polarArea: supportedDataset,
    radar: supportedDataset,
    scatter: supportedDataset,
  },
  plugins: {
    title,
    subtitle: title,
    legend: {
      ...names("display position align reverse fullSize maxHeight maxWidth rtl textDirection"),
      title: names("display text color font padding position"),
      labels: names(
        `boxWidth boxHeight color font padding pointStyle pointStyleWidth usePointStyle useBorderRadius
         borderRadius textAlign`,
      ),
    },
    filler: names("propagate drawTime"),
    decimation: names("enabled algorithm samples threshold"),
    colors: names("enabled forceOverride"),
    datalabels: dataLabels,
    doughnutlabel: { labels: true, color: true, font: true },
    annotation: names("annotations clip drawTime common"),
  },
};

/** The options of each axis. */
export const supportedScale: Supported = scale;

export const chartTypes: ReadonlySet<string> = new Set(
  "bar line scatter bubble pie doughnut polarArea radar".split(" "),
);

export const scaleTypes: ReadonlySet<string> = new Set(
  "linear logarithmic category time timeseries radialLinear".split(" "),
);

export const annotationTypes: ReadonlySet<string> = new Set(
  "line box ellipse label point polygon doughnutLabel".split(" "),
);

export const pointStyles: ReadonlySet<string> = new Set(
  "circle cross crossRot dash line rect rectRounded rectRot star triangle".split(" "),
);
