import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/**
 * Gives addresses within the site in the language of this page. Those of pages with one address in all languages, such
 * as the booking, lead there by way of the server, which keeps the language.
 */
export function useSiteHref(): (href: string) => string {
  // A text may also stand where there is no router.
  const start = useRouter({ warn: false })?.basepath ?? "/";
  return (href) => (href.startsWith("/") ? start + href.slice(1) : href);
}

/** A plain way to a page of the site, in the language of this one. */
export function SiteLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  return <a {...rest} href={useSiteHref()(href)} />;
}
