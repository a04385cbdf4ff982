import type { ReactNode } from "react";
import { Glyph } from "../ui/glyph";
import { SiteLink } from "../ui/site-link";

/** The link above a heading, back to the list that contains the page. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink
      className="-ms-1 mb-3 inline-flex min-h-11 items-center gap-1 rounded-sm text-ink-muted text-sm transition hover:text-ink"
      href={href}
    >
      <Glyph d="m14 6-6 6 6 6" size={18} />
      {children}
    </SiteLink>
  );
}
