/** The module without a second Chart.js. The package declares types only for its main file. */
declare module "chartjs-plugin-datalabels/dist/chartjs-plugin-datalabels.esm.js" {
  export { default } from "chartjs-plugin-datalabels";
}
