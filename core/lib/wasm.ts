/**
 * Compiles a WebAssembly file of a package, imported `with { type: "file" }`. Plugins have no other way to read
 * files outside their folder.
 */
export async function compileWasm(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await Bun.file(path).bytes());
}
