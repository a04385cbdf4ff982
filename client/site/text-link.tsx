import { SiteLink } from "../ui/site-link";

/** A link to another page of the site, below a text. */
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
