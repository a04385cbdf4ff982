import { createLazyFileRoute, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ClosingBanner } from "../site/lazy-closing-banner";
import { ButtonLink } from "../ui/button-link";
import { PublicShell } from "../site/public-shell";
import { VehicleArt } from "../ui/vehicle-art";
import { RichSentence, useWords } from "../words/use-words";

export const Route = createLazyFileRoute("/joinUs")({ component: JoinUs });

/** Two cards: sign-in for riders and for drivers. */
function JoinUs() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page } = Route.useLoaderData();
  const { brand, brandSlug, town } = settings;
  return (
    <PublicShell operator={settings}>
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-20">
        <h1 className="text-xl md:text-2xl">{t("Join {brand}", { brand })}</h1>
        <p className="mt-4 max-w-2xl text-ink-muted text-lg">
          {t("Sign in to continue. New here? The first code we send you opens your account.")}
        </p>
        <div className="mt-10 grid gap-4 md:grid-cols-2 md:gap-6">
          <SignInCard
            action={
              <ButtonLink to={`/${brandSlug}Client`} wide>
                {t("Sign in to ride")}
              </ButtonLink>
            }
            art={<VehicleArt className="w-64" kind="sedan" />}
            title={t("Ride with us")}
          >
            <p>
              {t(
                "Your trips, your receipts and your next car in {town}. All you need is an e-mail address or a phone number. We’ll send you a code, so you need no password.",
                { town },
              )}
            </p>
          </SignInCard>
          <SignInCard
            action={
              <ButtonLink to={`/${brandSlug}Driver`} variant="secondary" wide>
                {t("Sign in to drive")}
              </ButtonLink>
            }
            art={<VehicleArt className="w-64" kind="suv" />}
            title={t("Drive with us")}
          >
            <p>
              <RichSentence
                apply={(words) => (
                  <Link className="rounded-sm text-accent-text underline" to="/driver-apply">
                    {words}
                  </Link>
                )}
                brand={brand}
                text="See today’s trips, upcoming trips and your pay. Not driving for {brand} yet? <apply>Apply to drive</apply>."
              />
            </p>
          </SignInCard>
        </div>
      </div>
      {page.sections.length > 0 && (
        <section aria-labelledby="drive" className="border-line border-y bg-surface-raised">
          <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
            <h2 className="break-words text-xl" id="drive">
              {page.heading}
            </h2>
            <p className="mt-2 max-w-2xl break-words text-ink-muted text-lg">{page.lead}</p>
          </div>
        </section>
      )}
      <ClosingBanner operator={settings} sections={page.sections} />
    </PublicShell>
  );
}

function SignInCard({
  title,
  art,
  action,
  children,
}: {
  title: string;
  art: ReactNode;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col rounded-xl border border-line bg-surface-raised p-6 shadow-sm sm:p-8">
      <div className="mb-6">{art}</div>
      <h2 className="text-lg">{title}</h2>
      <div className="mt-2 mb-8 text-ink-muted">{children}</div>
      <div className="mt-auto">{action}</div>
    </section>
  );
}
