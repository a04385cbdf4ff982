import type { ReactNode } from "react";
import type { OperatorFacts } from "../operator-facts";
import { Said } from "../../words/use-words";
import { PhoneLink } from "../phone-link";
import { PublicShell } from "../public-shell";
import { SiteLink } from "../../ui/site-link";

/** The page of something lost or found: what happens with it, and the form beside. */
export function PropertyPage({
  operator,
  heading,
  lead,
  beside,
  children,
}: {
  operator: OperatorFacts;
  heading: string;
  lead: string;
  /** Beneath the lead. */
  beside: ReactNode;
  /** The form. */
  children: ReactNode;
}) {
  const { phone } = operator;
  return (
    <PublicShell operator={operator}>
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:py-20 lg:grid-cols-[20rem_1fr] lg:gap-16">
        <div>
          <h1 className="text-xl md:text-2xl">{heading}</h1>
          <p className="mt-4 text-ink-muted text-lg">{lead}</p>
          <div className="mt-6 grid gap-4 text-ink-muted">
            {beside}
            {phone && (
              <p>
                <Said phone={<PhoneLink phone={phone} />} text="Is it urgent? Call {phone}" />
              </p>
            )}
          </div>
        </div>
        <div
          className="min-w-0 scroll-mt-(--bar) self-start rounded-xl border border-line bg-surface-raised p-6 shadow-sm sm:p-8"
          id="form"
        >
          {children}
        </div>
      </div>
    </PublicShell>
  );
}

/** A way to another page, within a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
      href={href}
    >
      {children}
    </SiteLink>
  );
}
