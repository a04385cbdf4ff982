import type { ReactNode } from "react";
import { Glyph } from "../../ui/glyph";
import { useIsOffered } from "../../use-is-offered";
import type { OperatorFacts } from "../operator-facts";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";
import { PublicShell } from "../public-shell";
import { SiteLink } from "../../ui/site-link";

const glyphs = {
  phone:
    "M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2",
  mail: "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M22 7l-10 6L2 7",
  pin: "M20 10c0 5-5.5 10.2-7.4 11.800a1 1 0 0 1-1.2 0C9.5 20.2 4 15 4 10a8 8 0 0 1 16 0M9 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
};

/** The topics that have their own form. */
const otherForms = [
  ["/lost-property", phrase("I lost something")],
  ["/found-property", phrase("I found something")],
  ["/home-care#enquiry", phrase("Care rides and help at home")],
  ["/language-translation#enquiry", phrase("An interpreter")],
  ["/depanage#enquiry", phrase("Help on the road")],
  ["/company-account", phrase("An account for my company")],
] as const;

/** The frame of the contact page: contact details beside the form. */
export function ContactPage({
  operator,
  children,
}: {
  operator: OperatorFacts;
  /** The form, or the thank-you message after sending. */
  children: ReactNode;
}) {
  const t = useWords();
  const { brand, town, phone, email } = operator;
  const isOffered = useIsOffered();
  return (
    <PublicShell operator={operator}>
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:py-20 lg:grid-cols-[20rem_1fr] lg:gap-16">
        <div>
          <h1 className="text-xl md:text-2xl">{t("Contact us")}</h1>
          <p className="mt-4 text-ink-muted text-lg">
            {t(
              "A question before you book, something about a trip, or an idea for us: {brand} in {town} reads every message.",
              { brand, town },
            )}
          </p>
          <ul className="mt-8 grid gap-4">
            {phone && (
              <ContactMethod
                href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
                icon={glyphs.phone}
                title={<span className="figures">{phone}</span>}
              >
                {t("For a trip today, it’s quickest to call.")}
              </ContactMethod>
            )}
            {email && (
              <ContactMethod href={`mailto:${email}`} icon={glyphs.mail} title={email}>
                {t("You can also send an e-mail.")}
              </ContactMethod>
            )}
            <ContactMethod icon={glyphs.pin} title={town}>
              {t("This is where we are based.")}
            </ContactMethod>
          </ul>
          <nav aria-label={t("Other forms")} className="mt-8 border-line border-t pt-4">
            <ul className="gap-x-6 sm:grid sm:grid-cols-2 lg:block">
              {otherForms
                .filter(([href]) => isOffered(href.slice(1).replace("#enquiry", "")))
                .map(([href, label]) => (
                  <li key={href}>
                    <SiteLink
                      className="onward flex min-h-11 items-center justify-between gap-4 hover:text-accent-text"
                      href={href}
                    >
                      {t.of(label)}
                    </SiteLink>
                  </li>
                ))}
            </ul>
          </nav>
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

function ContactMethod({
  icon,
  title,
  href,
  children,
}: {
  /** A path of `Glyph`. */
  icon: string;
  title: ReactNode;
  href?: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-4">
      <span className="grid size-11 shrink-0 place-content-center rounded-md bg-accent-surface text-accent-text">
        <Glyph d={icon} size={20} />
      </span>
      <div className="min-w-0">
        {href ? (
          <SiteLink
            className="inline-flex min-h-6 items-center break-all font-medium text-accent-text underline underline-offset-4"
            href={href}
          >
            {title}
          </SiteLink>
        ) : (
          <p className="font-medium">{title}</p>
        )}
        <p className="text-ink-muted text-sm">{children}</p>
      </div>
    </li>
  );
}
