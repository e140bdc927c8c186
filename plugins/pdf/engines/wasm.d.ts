declare module "*.wasm" {
  /** Where the file is, by `with { type: "file" }`. */
  const path: string;
  export default path;
}
