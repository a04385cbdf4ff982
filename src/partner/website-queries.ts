import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import page from "./booking-page.html" with { type: "text" };

/**
 * Returns the page for the operator's own website. The server's URL is the public one if that is set, else
 * `requestOrigin`, the origin of the request.
 */
export function bookingPageHtml(deps: Deps, requestOrigin: string): string {
  const { publicUrl, isPublicUrlSet } = deps.config;
  const { brand } = readOperator(deps);
  // The page is imported as text, but Bun's types only know pages as bundles.
  const text = page as unknown as string;
  return text
    .replaceAll("https://rides.example.com", () => (isPublicUrlSet ? publicUrl : requestOrigin))
    .replaceAll("Your company", () => Bun.escapeHTML(brand));
}
