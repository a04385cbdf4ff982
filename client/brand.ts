import { type ParsedLocation, notFound, redirect } from "@tanstack/react-router";
import type { RouterContext } from "./router-context";

/**
 * For `beforeLoad` of the routes `/{$brand}Client…` and `/{$brand}Driver…`: any prefix but the
 * operator's own is an address that leads nowhere, but for those of before, which lead to the own. Letter case doesn't matter.
 */
export function requireBrand({
  params,
  context,
  location,
}: {
  params: { brand: string };
  context: RouterContext;
  location: ParsedLocation;
}): void {
  const asked = params.brand.toLowerCase();
  const { brandSlug, formerSlugs } = context.settings;
  if (asked === brandSlug) return;
  if (!formerSlugs.includes(asked)) throw notFound();
  throw redirect({ href: `/${brandSlug}${location.href.slice(1 + asked.length)}` });
}
