import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import page from "./booking-page.html" with { type: "text" };

/** The page for a website of the operator's own; its key is filled in where that is known. `requestOrigin`: the request's origin. */
export function bookingPageHtml(deps: Deps, requestOrigin: string): string {
  const { publicUrl, isPublicUrlSet } = deps.config;
  const { brand } = readOperator(deps);
  // Bun's types know pages only as what it bundles; imported as text it is one.
  const text = page as unknown as string;
  return text
    .replaceAll("https://rides.example.com", () => (isPublicUrlSet ? publicUrl : requestOrigin))
    .replaceAll("Your company", () => Bun.escapeHTML(brand));
}
