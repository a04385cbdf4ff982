import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { BookingClosedBanner } from "../../ui/booking-closed-banner";
import { RiderShell } from "../../ui/rider-shell";
import { useAuth } from "../client-auth";
import { LanguageChoice } from "../language-choice";
import { isProfileComplete } from "../profile";
import { recheckSession, signedOutSession } from "../session";
import { BookingFlow } from "./booking-flow";
import type { BookingSearch, BookingStep } from "../../booking/search";
import { RichSentence } from "../../words/use-words";

/** The booking with its frame, at both its addresses. */
export function BookingPage({
  api,
  settings,
  search,
  path,
}: {
  api: Api;
  settings: Settings;
  search: BookingSearch;
  path: "/reservation" | "/booking";
}) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const params = { brand: settings.brandSlug };
  const go = useCallback(
    (step: BookingStep, options?: { replace: boolean }) =>
      void navigate({ to: path, search: { step }, replace: options?.replace ?? false }),
    [navigate, path],
  );
  const signIn = async () => {
    // The session may have ended since the page was opened, so check it again.
    const { authenticated } = user ? await recheckSession(api) : signedOutSession;
    await (authenticated
      ? navigate({ to: "/booking", search: { step: "confirm" } })
      : navigate({ to: "/{$brand}Client", params }));
  };
  return (
    <RiderShell
      isBare={!user}
      brand={settings.brand}
      demo={settings.demo}
      tools={<LanguageChoice />}
      wide
    >
      {settings.bookingClosed && (
        <div className="mb-6 lg:max-w-2xl">
          <BookingClosedBanner phone={settings.phone} text={settings.bookingClosed} />
        </div>
      )}
      <BookingFlow
        api={api}
        go={go}
        onBooked={({ id, number }, isForColleague) =>
          void (isForColleague
            ? navigate({ to: "/profile/company", search: { booked: number } })
            : navigate({ to: "/trips/$id", params: { id }, search: { booked: true } }))
        }
        onSignIn={() => void signIn()}
        search={search}
        settings={settings}
        // A rider without a name can't book yet, so `/booking` asks for the name.
        user={isProfileComplete(user) ? user : null}
      />
      {!user && search.step !== "confirm" && (
        <p className="mt-8 text-center text-ink-muted text-sm lg:max-w-2xl">
          <RichSentence
            link={(words) => (
              <Link
                className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
                params={params}
                to="/{$brand}Client"
              >
                {words}
              </Link>
            )}
            text="Have an account? <link>Sign in</link>"
          />
        </p>
      )}
    </RiderShell>
  );
}
