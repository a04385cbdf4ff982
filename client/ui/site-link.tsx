import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Gives addresses within the site in the language of this page; those of other pages stay as they are. */
export function useSiteHref(): (href: string) => string {
  const { rewrite } = useRouter().options;
  return (href) => {
    if (!rewrite?.output || !href.startsWith("/")) return href;
    const url = new URL(href, "http://localhost");
    rewrite.output({ url });
    return url.pathname + url.search + url.hash;
  };
}

/** A plain way to a page of the site, in the language of this one. */
export function SiteLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  return <a {...rest} href={useSiteHref()(href)} />;
}
