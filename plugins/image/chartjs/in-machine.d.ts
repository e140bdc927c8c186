/** The text of the script. */
declare const source: string;
export default source;
