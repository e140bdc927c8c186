declare module "chartjs-chart-financial/dist/chartjs-chart-financial.esm.js" {
  import type { ChartComponentLike } from "chart.js";

  export const CandlestickController: ChartComponentLike;
  export const CandlestickElement: ChartComponentLike;
  export const OhlcController: ChartComponentLike;
  export const OhlcElement: ChartComponentLike;
}
