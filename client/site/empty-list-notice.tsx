import type { ReactNode } from "react";
import { SiteLink } from "../ui/site-link";

/** A link to another page, within a sentence. */
export function InlineLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink className="text-accent-text underline underline-offset-4" href={href}>
      {children}
    </SiteLink>
  );
}

/** Shown instead of an empty list, with links to other pages. */
export function EmptyListNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-2 max-w-xl text-ink-muted">{children}</p>
    </div>
  );
}
