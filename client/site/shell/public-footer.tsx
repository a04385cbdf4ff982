import { type ReactNode, useEffect, useState } from "react";
import { lazy } from "../../lazy";
import type { Language } from "../../../src/settings/languages/languages-contract";
import { rememberLanguage, requestedLanguage } from "../../words/remember-language";
import { useIsOffered } from "../../use-is-offered";
import type { OverviewAnswer } from "../../../src/content/contract";
import { servicePath } from "../service-path";
import { Brand } from "../../ui/brand";
import { OpeningHours } from "../../ui/opening-hours";
import { useWords } from "../../words/use-words";
import { LanguageLinks } from "./language-links";
import type { OperatorFacts } from "../operator-facts";
import { SiteLink } from "../../ui/site-link";

const LanguageOffer = lazy(async () => (await import("../language-offer")).LanguageOffer);

type LinkEntry = readonly [href: string, label: string];

/** The footer of the public site: links to every page, and the operator's contact details. */
export function PublicFooter({
  operator,
  site,
}: {
  operator: OperatorFacts;
  /** The pages to link to. Unknown ones are left out. */
  site: OverviewAnswer | undefined;
}) {
  const { brand, brandSlug, town, phone, email, openingHours, bookingClosed } = operator;
  const t = useWords();
  const services = site?.services.slice(0, 8) ?? [];
  const isOffered = useIsOffered();
  return (
    <footer className="border-line border-t bg-surface-sunken">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-10 px-4 py-12 text-sm sm:px-6 md:grid-cols-4 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1.3fr]">
        <div className="col-span-2 md:col-span-4 lg:col-span-1">
          <Brand name={brand} />
          <p className="mt-4 max-w-xs text-ink-muted">
            {t("Cars with drivers in {town}, booked ahead at a price you know.", { town })}
          </p>
        </div>
        <FooterLinks
          title={t.in("a list of links", "Ride")}
          ways={[
            ...(bookingClosed
              ? []
              : [
                  ["/reservation", t("Book a ride")] as const,
                  ["/request-ride", t("Request a ride")] as const,
                ]),
            ["/fleet", t("Vehicles")],
            ["/pricing", t("Prices")],
            [`/${brandSlug}Client`, t("Rider sign-in")],
          ]}
        />
        <FooterLinks
          title={t("Services")}
          ways={[
            ...services.map(({ slug, name }): LinkEntry => [servicePath(slug), name]),
            ...(isOffered("company-account")
              ? [["/company-account", t("For companies")] as const]
              : []),
            ["/services", t("All services")],
          ]}
        />
        <FooterLinks
          title={brand}
          ways={[
            ["/about", t("About us")],
            ...(site?.hasTeam ? [["/team", t("Team")] as const] : []),
            ...(site?.hasHistory ? [["/history", t("History")] as const] : []),
            ...(site?.hasPosts ? [["/blog", t("News")] as const] : []),
            ["/faq", t("Questions")],
            ["/joinUs", t("Drive with us")],
            [`/${brandSlug}Driver`, t("Driver sign-in")],
          ]}
        />
        <div className="min-w-0 max-[22rem]:col-span-2">
          <p className="mb-2 font-semibold">{t("Contact")}</p>
          <ul>
            {phone && (
              <FooterLink href={`tel:${phone.replace(/[^+0-9]/g, "")}`}>
                <span className="figures">{phone}</span>
              </FooterLink>
            )}
            {email && <FooterLink href={`mailto:${email}`}>{email}</FooterLink>}
            <FooterLink href="/contact-us">{t("Write to us")}</FooterLink>
            <FooterLink href="/lost-property">{t("Lost something?")}</FooterLink>
            <FooterLink href="/found-property">{t("Found something?")}</FooterLink>
            <li className="py-1 text-ink-muted">{town}</li>
          </ul>
          {openingHours && (
            <div className="mt-2">
              <p className="sr-only">{t("Opening hours")}</p>
              <OpeningHours week={openingHours} />
            </div>
          )}
        </div>
      </div>
      <div className="mx-auto max-w-6xl px-4 pb-4 text-sm sm:px-6">
        <LanguageLinks className="flex flex-wrap gap-x-6" />
      </div>
      <p className="mx-auto max-w-6xl px-4 pb-8 text-ink-muted text-xs sm:px-6">
        {t("Data: {sources}", { sources: "GeoNames (CC BY 4.0), IP2Location LITE" })}
        {site?.analyticsScriptUrl && (
          // The button that asks for consent again (see `consent.tsx`). It is shown once that has loaded, with its
          // space reserved.
          <button
            className="invisible block min-h-11 underline in-data-asks:visible"
            data-consent={site.analyticsScriptUrl}
            type="button"
          >
            {t("Statistics and cookies")}
          </button>
        )}
      </p>
      <OtherLanguageOffer />
    </footer>
  );
}

/** Offers the page in the language of the browser, if that is another language. */
function OtherLanguageOffer() {
  const t = useWords();
  const [offeredLanguage, setOfferedLanguage] = useState<Language>();
  useEffect(() => {
    const language = requestedLanguage();
    if (language && language !== t.language) setOfferedLanguage(language);
  }, [t]);
  const refuse = () => {
    rememberLanguage(t.language);
    setOfferedLanguage(undefined);
  };
  return offeredLanguage && <LanguageOffer language={offeredLanguage} onDismiss={refuse} />;
}

function FooterLinks({ title, ways: links }: { title: string; ways: readonly LinkEntry[] }) {
  return (
    <nav aria-label={title}>
      <p className="mb-2 break-words font-semibold">{title}</p>
      <ul>
        {links.map(([href, label]) => (
          <FooterLink href={href} key={href}>
            {label}
          </FooterLink>
        ))}
      </ul>
    </nav>
  );
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <SiteLink
        className="inline-flex min-h-11 min-w-11 max-w-full items-center wrap-anywhere text-ink-muted transition hover:text-ink sm:min-h-8"
        href={href}
      >
        {children}
      </SiteLink>
    </li>
  );
}
