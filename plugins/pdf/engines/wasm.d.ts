declare module "*.wasm" {
  /** The path of the file, imported `with { type: "file" }`. */
  const path: string;
  export default path;
}
