/** The package has no types, and may not be installed. */
declare module "@echogarden/espeak-ng-emscripten" {
  const open: (options: { printErr(line: string): void }) => Promise<never>;
  export default open;
}
