import { createLazyFileRoute } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { lazyServed } from "../lazy-served";
import type { PostedForm } from "../../src/contact/posted-form-contract";
import { ClosingBanner } from "../site/lazy-closing-banner";
import { RideForm } from "../site/ride/ride-form";
import { createFieldRenderer, StaticRideFields } from "../site/ride/static-ride-fields";
import { PublicShell } from "../site/public-shell";
import { useWords } from "../words/use-words";

const WhereWeDrive = lazyServed(async () => (await import("../site/where-we-drive")).WhereWeDrive);
const RideRequested = lazyServed(
  async () => (await import("../site/ride/ride-requested")).RideRequested,
);
const PagePicture = lazyServed(async () => (await import("../site/page-hero")).PagePicture);

export const Route = createLazyFileRoute("/request-ride")({ component: RequestRide });

/** A ride request: shows the price at once and leads to the booking, or offers a call back. */
function RequestRide() {
  const { api, settings, postedForm } = Route.useRouteContext();
  const t = useWords();
  const { page, area } = Route.useLoaderData();
  const { sent: wasSent } = Route.useSearch();
  const [isSent, setIsSent] = useState(false);
  // Preloads in case the network fails later. `usePreload` would add a separate file here.
  useEffect(() => {
    RideRequested.preload().catch(() => {});
  }, []);
  const { heading, lead, sections, isPriced } = page;
  const { bookingClosed } = settings;
  return (
    <PublicShell operator={settings}>
      <div className="border-line border-b bg-surface-raised">
        <div className="mx-auto grid max-w-6xl gap-10 px-4 py-10 sm:px-6 md:py-16 lg:grid-cols-[1fr_28rem] lg:items-start lg:gap-20">
          <div className="min-w-0">
            <h1 className="break-words text-xl md:text-2xl">{heading}</h1>
            {lead && <p className="mt-4 max-w-xl break-words text-ink-muted text-lg">{lead}</p>}
            <div className="mt-10 max-w-xl max-lg:hidden">
              <PagePicture drawing="ride" picture={page.picture} />
            </div>
          </div>
          <div className="min-w-0 rounded-xl border border-line bg-surface p-4 shadow-sm sm:p-6">
            {isSent || wasSent ? (
              <RideRequested focused={isSent} />
            ) : bookingClosed === null ? (
              <RideForm
                api={api}
                isPriced={isPriced}
                label={
                  isPriced ? (
                    <>
                      <span className="noscript:hidden">{t("See prices")}</span>
                      <span className="noscript:inline hidden">{t("Send the request")}</span>
                    </>
                  ) : (
                    t("Send the request")
                  )
                }
                onQuoteRequest={() => setIsSent(true)}
                settings={settings}
                staticFields={
                  <BasicRideRequest
                    isPriced={isPriced}
                    postedForm={postedForm}
                    town={settings.town}
                  />
                }
              />
            ) : (
              <>
                <h2 className="text-lg">{t("Booking is closed")}</h2>
                <p className="mt-2 whitespace-pre-line break-words text-ink-muted">
                  {t.known(bookingClosed)}
                </p>
              </>
            )}
          </div>
        </div>
      </div>
      <WhereWeDrive area={area} operator={settings} />
      <ClosingBanner operator={settings} sections={sections} />
    </PublicShell>
  );
}

/** The form without scripts, or without prices, which also asks whom to call back. */
function BasicRideRequest({
  town,
  postedForm,
  isPriced,
}: {
  town: string;
  postedForm: PostedForm | undefined;
  isPriced: boolean;
}) {
  const t = useWords();
  // The form on the home page has only places, so a missing name isn't a fault.
  const returnedForm =
    postedForm && postedForm.typed.name === undefined ? { ...postedForm, faults: {} } : postedForm;
  const renderField = createFieldRenderer(returnedForm);
  const callerFields = (
    <div className="grid gap-4">
      {returnedForm && returnedForm.code !== "request.invalid" && (
        <p className="rounded-md bg-danger-surface px-4 py-3 text-danger-ink text-sm" role="alert">
          {t("We couldn’t send your request. Please try again later, or call us.")}
        </p>
      )}
      <p className="text-ink-muted text-sm">
        {t(
          "Tell us who you are and we’ll call you back with the price. Nothing is booked until you say so.",
        )}
      </p>
      {renderField("name", t("Your name"), {
        autoComplete: "name",
        maxLength: 120,
        required: true,
      })}
      {renderField("contact", t("Phone number or e-mail address"), {
        maxLength: 320,
        required: true,
      })}
      {renderField("text", t("What we should know (optional)"), { maxLength: 2_000 })}
      {/* A trap for programs that fill in every field. People never see it. */}
      <label aria-hidden="true" className="sr-only">
        {t("Leave this empty")}
        <input autoComplete="off" name="website" tabIndex={-1} type="text" />
      </label>
    </div>
  );
  return (
    <>
      <StaticRideFields postedForm={returnedForm} town={town} />
      {returnedForm || !isPriced ? callerFields : <noscript>{callerFields}</noscript>}
    </>
  );
}
