import { Resvg } from "@resvg/resvg-js";

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="96" viewBox="0 0 360 96"><rect x="4" y="8" width="80" height="80" rx="20" fill="#0f766e"/><path d="M24 64V32l40 32V32" fill="none" stroke="#fff" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/><path d="M112 68V30h8l20 25V30h9v38h-8l-20-25v25zM166 30h9v38h-9zM190 68V30h8l20 25V30h9v38h-8l-20-25v25z" fill="#0f2f3a"/></svg>`;

/** A logo as a data URI. */
export const logo = `data:image/png;base64,${Buffer.from(new Resvg(mark).render().asPng()).toString("base64")}`;

/** The same business in several languages. */
export { default as samples } from "./invoice-samples.json" with { type: "json" };
