/** Tags with which a page starts (https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type). */
const starts = (
  "<!doctype html|<html|<head|<script|<iframe|<h1|<div|<font|<table|<a|<style|<title|<b|<body|<br|<p|<!--" +
  // Not in the standard, but in pages without a frame.
  "|<meta|<link|<base"
).split("|");

const sniffedBytes = 1445;

/** Returns whether content without a media type is an HTML page, as browsers decide it. */
export function isHtml(bytes: Uint8Array): boolean {
  const text = new TextDecoder("latin1")
    .decode(bytes.subarray(0, sniffedBytes))
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .toLowerCase();
  return starts.some((start) => {
    const next = text.charAt(start.length);
    return (
      text.startsWith(start) && (start === "<!--" || next === " " || next === ">" || next === "\n")
    );
  });
}
