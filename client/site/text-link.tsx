import type { ReactNode } from "react";

/** A way to another page, within a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
      href={href}
    >
      {children}
    </a>
  );
}
