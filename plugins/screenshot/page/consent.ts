/** Selectors of the elements that contain common consent dialogs. */
export const consentBoxes: readonly string[] = [
  "#onetrust-consent-sdk",
  "#onetrust-banner-sdk",
  "#CybotCookiebotDialog",
  "#CybotCookiebotDialogBodyUnderlay",
  "#didomi-host",
  "#didomi-popup",
  "#qc-cmp2-container",
  "#usercentrics-root",
  "#usercentrics-cmp-ui",
  "#truste-consent-track",
  "#consent_blackbar",
  ".truste_overlay",
  ".truste_box_overlay",
  "#cmpbox",
  "#cmpbox2",
  "#cmpwrapper",
  "#iubenda-cs-banner",
  "#cookie-law-info-bar",
  "#cookiescript_injected",
  "#cookie-notice",
  "#cookieConsent",
  "#cookie-consent",
  "#cookie-banner",
  "#cookiebanner",
  "#cookie-bar",
  "#cookies-banner",
  "#gdpr-cookie-message",
  "#gdpr-consent-tool-wrapper",
  "#moove_gdpr_cookie_info_bar",
  ".moove-gdpr-info-bar-hidden",
  "#BorlabsCookieBox",
  "#klaro .cookie-modal",
  ".klaro .cookie-notice",
  "#tarteaucitronRoot",
  "#axeptio_overlay",
  "#sp-cc",
  "#hs-eu-cookie-confirmation",
  "#ccc",
  "#ccc-overlay",
  "#ketch-consent-banner",
  "#osano-cm-window",
  "#transcend-consent-manager",
  "#termly-code-snippet-support",
  "#cookiefirst-root",
  "#shopify-pc__banner",
  ".cc-window",
  ".cc-banner",
  ".cky-consent-container",
  ".cky-overlay",
  ".osano-cm-dialog",
  ".fc-consent-root",
  ".cookie-consent-banner",
  ".cookie-banner",
  ".cookie-notice-container",
  ".evidon-banner",
  ".js-cookie-consent",
  'div[id^="sp_message_container_"]',
  'iframe[id^="sp_message_iframe_"]',
  "#pubtech-cmp",
  "#snigel-cmp-framework",
];

/**
 * Script that runs in the page. It hides any overlay that mentions cookies and has a button, and restores
 * scrolling.
 */
export const hideBanners = `(() => {
  const words = /cookie|consent|gdpr|privacy|datenschutz|einwillig|confidentialit|privacidad|galletas|riservatezza|prywatno|cookies/i;
  const lies = (element) => ["fixed", "sticky"].includes(getComputedStyle(element).position);
  let hidden = 0;
  for (const element of [...document.querySelectorAll("body *")].slice(0, 20000)) {
    if (!lies(element)) continue;
    const text = (element.innerText ?? "").slice(0, 4000);
    if (text.length < 20 || text.length > 3500 || !words.test(text)) continue;
    if (!element.querySelector("button,a,[role=button],input[type=submit],input[type=button]")) continue;
    if (element.querySelector("nav,main,article,h1")) continue;
    element.style.setProperty("display", "none", "important");
    hidden++;
  }
  for (const backdrop of hidden ? document.querySelectorAll("body > *") : []) {
    const box = backdrop.getBoundingClientRect();
    const covers = box.width >= innerWidth && box.height >= innerHeight;
    if (lies(backdrop) && covers && !backdrop.innerText?.trim() && !backdrop.querySelector("img,video,canvas"))
      backdrop.style.setProperty("display", "none", "important");
  }
  for (const root of [document.documentElement, document.body])
    if (root && getComputedStyle(root).overflowY === "hidden" && root.scrollHeight > innerHeight)
      root.style.setProperty("overflow", "visible", "important");
})()`;
