/** The package, whose short name is taken by a module of the runtime. */
declare module "punycode/punycode.js" {
  const punycode: { encode(text: string): string; decode(data: string): string };
  export default punycode;
}
