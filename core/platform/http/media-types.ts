/** The media type of JSON answers. */
export const jsonType = "application/json;charset=utf-8";
