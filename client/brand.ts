import { notFound } from "@tanstack/react-router";
import type { RouterContext } from "./router-context";

/**
 * For `beforeLoad` of the routes `/{$brand}Client…` and `/{$brand}Driver…`: any prefix but the
 * operator's own is an address that leads nowhere. Letter case doesn't matter.
 */
export function requireBrand({
  params,
  context,
}: {
  params: { brand: string };
  context: RouterContext;
}): void {
  if (params.brand.toLowerCase() !== context.settings.brandSlug) throw notFound();
}
