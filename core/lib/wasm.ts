/**
 * Compiles a WebAssembly file of a package, imported `with { type: "file" }`. Plugins read other files of packages
 * with `readPackageFile`.
 */
export async function compileWasm(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await Bun.file(path).bytes());
}
