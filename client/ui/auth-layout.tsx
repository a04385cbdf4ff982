import type { ReactNode } from "react";
import { BrandLink } from "./brand";
import { NeedsScripts } from "./needs-scripts";
import { SkipLink } from "./skip-link";
import { DemoBanner } from "./demo-banner";

/**
 * A screen with one question: the form on one side and, from laptop width, a picture on the other. Without `art` it is
 * one centred column.
 */
export function AuthLayout({
  brand,
  demo,
  title,
  detail,
  art,
  aside,
  tools,
  children,
}: {
  brand: string;
  demo?: boolean;
  title: ReactNode;
  detail?: ReactNode;
  art?: ReactNode;
  /** The content under the form: other ways to sign in, small print. */
  aside?: ReactNode;
  /** The content at the bottom of the window. */
  tools?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {demo && <DemoBanner />}
      <div className={`grid flex-1 ${art ? "lg:grid-cols-2" : ""}`}>
        <div className="flex flex-col px-4 sm:px-8">
          <header className="flex h-16 items-center">
            <BrandLink brand={brand} className="min-h-11" />
          </header>
          <main
            className="mx-auto flex w-full max-w-md flex-1 flex-col justify-start pt-8 pb-16 sm:justify-center sm:pt-0"
            id="content"
            tabIndex={-1}
          >
            <h1 className="text-xl">{title}</h1>
            {detail && <div className="mt-2 text-ink-muted">{detail}</div>}
            <NeedsScripts />
            <div className="mt-8">{children}</div>
            {aside && <div className="mt-8 text-ink-muted text-sm">{aside}</div>}
          </main>
          {tools && <footer className="flex justify-center pb-4">{tools}</footer>}
        </div>
        {art && (
          <div aria-hidden="true" className="relative hidden overflow-hidden bg-land-top lg:block">
            {art}
          </div>
        )}
      </div>
    </div>
  );
}
