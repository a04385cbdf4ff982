import { type ParsedLocation, notFound, redirect } from "@tanstack/react-router";
import type { RouterContext } from "./router-context";

/**
 * Checks the brand in `beforeLoad` of the routes `/{$brand}Client…` and `/{$brand}Driver…`. Any prefix except the
 * operator's is not found, but former prefixes redirect to the current one. Ignores letter case.
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
  const requestedBrand = params.brand.toLowerCase();
  const { brandSlug, formerSlugs } = context.settings;
  if (requestedBrand === brandSlug) return;
  if (!formerSlugs.includes(requestedBrand)) throw notFound();
  throw redirect({ href: `/${brandSlug}${location.href.slice(1 + requestedBrand.length)}` });
}
