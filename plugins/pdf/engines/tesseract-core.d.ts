declare module "tesseract.js-core/tesseract-core*" {
  /** Starts an engine, with the options of Emscripten. */
  const create: (options: object) => Promise<unknown>;
  export default create;
}
