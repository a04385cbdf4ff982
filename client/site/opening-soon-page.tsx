import type { ReactNode } from "react";
import { Brand } from "../ui/brand";
import { HeroBackground } from "./hero-background";
import { SkipLink } from "../ui/skip-link";
import { useWords } from "../words/use-words";
import type { OperatorFacts } from "./operator-facts";
import { SiteLink } from "../ui/site-link";

/** The page that the public sees until the business opens: the operator's name, and how to write to them. */
export function OpeningSoonPage({
  operator: { brand, town, phone, email },
  children,
}: {
  operator: OperatorFacts;
  /** The form. */
  children: ReactNode;
}) {
  const t = useWords();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-line border-b">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
          <Brand name={brand} />
        </div>
      </header>
      <main className="flex-1" id="content" tabIndex={-1}>
        <HeroBackground picture={null}>
          <div className="mx-auto grid max-w-6xl gap-10 px-4 pt-12 pb-56 sm:px-6 lg:grid-cols-[1fr_30rem] lg:items-start lg:gap-16 lg:pt-24 lg:pb-72">
            <div className="max-w-xl text-land-ink">
              <p className="font-medium text-land-muted">{t("Opening soon")}</p>
              <h1 className="mt-2 break-words text-2xl">
                {t("{brand}, your car with a driver in {town}", { brand, town })}
              </h1>
              <p className="mt-6 break-words text-lg text-land-muted">
                {t(
                  "We’re getting everything ready. You can’t book here yet, but you can write to us: we’ll tell you when we open.",
                )}
              </p>
              {(phone || email) && (
                <ul className="mt-6 grid gap-1">
                  {phone && (
                    <UnderlinedLink href={`tel:${phone.replace(/[^+0-9]/g, "")}`}>
                      <span className="figures">{phone}</span>
                    </UnderlinedLink>
                  )}
                  {email && <UnderlinedLink href={`mailto:${email}`}>{email}</UnderlinedLink>}
                </ul>
              )}
            </div>
            <div className="min-w-0 rounded-xl bg-surface-raised p-6 text-ink shadow-lg" id="form">
              {children}
            </div>
          </div>
        </HeroBackground>
      </main>
      <footer className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-6 px-4 py-4 text-ink-muted text-sm sm:px-6">
        <span className="me-auto">{brand}</span>
        <UnderlinedLink href="/joinUs">{t("Drive with us")}</UnderlinedLink>
      </footer>
    </div>
  );
}

function UnderlinedLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink
      className="inline-flex min-h-11 items-center break-all font-medium underline underline-offset-4"
      href={href}
    >
      {children}
    </SiteLink>
  );
}
