import { SiteLink } from "../ui/site-link";

/** A way to another page of the site, beneath a text. */
export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <SiteLink
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
      href={href}
    >
      {children}
    </SiteLink>
  );
}
