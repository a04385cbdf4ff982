import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/**
 * Returns a function that converts addresses within the site to the page's language. Pages with one address for all
 * languages, such as the booking, are reached through the server, which keeps the language.
 */
export function useSiteHref(): (href: string) => string {
  // A text may also be rendered without a router.
  const start = useRouter({ warn: false })?.basepath ?? "/";
  return (href) => (href.startsWith("/") ? start + href.slice(1) : href);
}

/** A plain link to a page of the site, in the page's language. */
export function SiteLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  return <a {...rest} href={useSiteHref()(href)} />;
}
