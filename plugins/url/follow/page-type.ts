/** The media type of a page. */
export const pageType = "text/html; charset=utf-8";
