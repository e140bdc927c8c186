import {
  BoxAndWiskers,
  BoxPlotController,
  Violin,
  ViolinController,
} from "@sgratzl/chartjs-chart-boxplot";
import { Chart } from "chart.js";
import {
  CandlestickController,
  CandlestickElement,
  OhlcController,
  OhlcElement,
} from "chartjs-chart-financial/dist/chartjs-chart-financial.esm.js";
import { Flow, SankeyController } from "chartjs-chart-sankey";

/** Registers the types of packages: box plots, violins, Sankey diagrams and prices. */
export function registerFurtherTypes(): void {
  Chart.register(
    ...[BoxPlotController, BoxAndWiskers, ViolinController, Violin],
    ...[SankeyController, Flow],
    ...[CandlestickController, CandlestickElement, OhlcController, OhlcElement],
  );
}
