import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

/** The link back to the list, above the page's title. */
export function BackLink({
  to,
  children,
}: {
  to: "/trips" | "/trips/repeating";
  children: ReactNode;
}) {
  return (
    <Link
      className="-mt-2 mb-2 inline-flex min-h-11 items-center gap-2 text-ink-muted text-sm hover:text-ink"
      to={to}
    >
      <ArrowLeft aria-hidden="true" className="rtl:rotate-180" size={18} />
      {children}
    </Link>
  );
}
