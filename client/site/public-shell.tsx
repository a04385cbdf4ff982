import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { lazyServed } from "../lazy-served";
import type { OperatorFacts } from "./operator-facts";
import { BrandLink } from "../ui/brand";
import { ButtonLink } from "../ui/button-link";
import { DemoBanner } from "../ui/demo-banner";
import { Glyph } from "../ui/glyph";
import { SkipLink } from "../ui/skip-link";
import { useWords } from "../words/use-words";
import { type Phrase, phrase } from "../words/words";
import { SiteLink } from "../ui/site-link";

const Banner = lazyServed(async () => (await import("./shell/banner")).Banner);
const LanguageLinks = lazyServed(
  async () => (await import("./shell/language-links")).LanguageLinks,
);
const PublicFooter = lazyServed(async () => (await import("./shell/public-footer")).PublicFooter);

const mainLinks = [
  { label: phrase("Services"), href: "/services" },
  { label: phrase("Vehicles"), href: "/fleet" },
  { label: phrase("Prices"), href: "/pricing" },
  { label: phrase("About us"), href: "/about" },
  { label: phrase("Drive with us"), href: "/joinUs" },
  { label: phrase("Contact"), href: "/contact-us" },
];
const moreLinks = [
  { label: phrase("Questions"), href: "/faq" },
  { label: phrase("My trips"), href: "/trips" },
];

/** The header, page and footer of the public site. Works without scripts, because the menu is a `<details>`. */
export function PublicShell({
  operator,
  hidesBooking,
  children,
}: {
  operator: OperatorFacts;
  /** Whether to hide the offer of a ride in the header, for visitors who came for something else. */
  hidesBooking?: boolean;
  children: ReactNode;
}) {
  const t = useWords();
  const { site } = useRouter().options.context;
  return (
    <div className="flex min-h-dvh flex-col [--bar:4rem]">
      <SkipLink />
      {operator.demo && <DemoBanner />}
      {site?.banners.map((banner) => (
        <Banner banner={banner} key={banner.key} />
      ))}
      <header className="sticky top-0 z-30 border-line border-b bg-surface">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-4 sm:px-6">
          <BrandLink brand={operator.brand} className="me-auto min-h-11 min-w-0" />
          <nav aria-label={t("Main")} className="hidden items-center lg:flex">
            {mainLinks.map((way) => (
              <HeaderLink
                key={way.href}
                {...way}
                className="px-3 text-ink-muted text-sm transition hover:text-ink"
              />
            ))}
          </nav>
          <div className="flex items-center gap-2">
            <Link
              className="hidden min-h-11 items-center rounded-md px-3 font-medium text-sm transition hover:bg-surface-sunken sm:flex"
              to={"/trips" as string}
            >
              {t("My trips")}
            </Link>
            {!hidesBooking && (
              <ButtonLink
                className="!text-sm"
                to={operator.bookingClosed ? "/contact-us" : "/reservation"}
              >
                {operator.bookingClosed ? t("Contact us") : t("Book a ride")}
              </ButtonLink>
            )}
            {/* The size is fixed, because until the summary arrives browsers write "Details". */}
            <details className="group relative size-11 lg:hidden">
              <summary
                aria-label={t("Menu")}
                className="grid size-11 list-none place-content-center rounded-md text-ink-muted hover:bg-surface-sunken"
              >
                <Glyph d="M4 5h16M4 12h16M4 19h16" size={22} />
              </summary>
              <nav
                aria-label={t("Menu")}
                className="absolute end-0 top-13 max-h-[calc(100dvh-5rem)] w-60 overflow-y-auto rounded-lg border border-line bg-surface-raised p-2 shadow-lg"
              >
                {[...mainLinks, ...moreLinks].map((way) => (
                  <HeaderLink key={way.href} {...way} className="px-3 hover:bg-surface-sunken" />
                ))}
                <LanguageLinks className="mt-2 flex flex-wrap gap-x-4 border-line border-t px-3 pt-2 text-sm" />
              </nav>
            </details>
          </div>
        </div>
      </header>
      <main className="flex-1" id="content" tabIndex={-1}>
        {children}
      </main>
      <PublicFooter operator={operator} site={site} />
    </div>
  );
}

function HeaderLink({
  label,
  href,
  className,
}: {
  label: Phrase;
  href: string;
  className: string;
}) {
  const t = useWords();
  return (
    <SiteLink className={`flex min-h-11 items-center rounded-md ${className}`} href={href}>
      {t.of(label)}
    </SiteLink>
  );
}
