/** The build without child processes, which its package does not declare. */
declare module "recheck/lib/browser.js" {
  export { checkSync } from "recheck";
}
