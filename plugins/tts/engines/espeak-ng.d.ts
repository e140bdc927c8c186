/** Its package has no types, and may be missing. */
declare module "@echogarden/espeak-ng-emscripten" {
  const open: (options: { printErr(line: string): void }) => Promise<never>;
  export default open;
}
