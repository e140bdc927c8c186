/** jq compiled to WebAssembly. The package has no type declarations. */
declare module "jq-web" {
  const jq: Promise<{
    raw(json: string, filter: string, flags: readonly string[]): string | undefined;
  }>;
  export default jq;
}
