/** The build without child processes. The package has no type declarations for it. */
declare module "recheck/lib/browser.js" {
  export { checkSync } from "recheck";
}
