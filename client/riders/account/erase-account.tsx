import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { PrivacyState } from "../../../src/privacy/contract";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { useActions } from "../../forms/use-actions";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FieldError } from "../../ui/field";
import { Moment } from "../../ui/moment";
import { endSession } from "../../pwa/end-session";
import { Popup } from "../../ui/popup";
import { Section } from "../../ui/section";
import { forgetDraft } from "../../booking/draft-storage";
import { deleteUnsentMessages } from "../../messages/unsent-messages";
import { useAuth } from "../client-auth";
import { ConfirmByCode } from "./confirm-by-code";
import { useWords } from "../../words/use-words";

/**
 * Deletes the account. Shows what is deleted, what the law requires to be kept and what must be done first, and asks
 * for a code.
 */
export function EraseAccount({
  api,
  settings,
  state,
}: {
  api: Api;
  settings: Settings;
  state: PrivacyState;
}) {
  const t = useWords();
  const { checkSession } = useAuth();
  const navigate = useNavigate();
  const [isStarted, setIsStarted] = useState(false);
  const { act, busy, failure } = useActions({
    fallback: t("That did not work. Please try again."),
  });
  const [isErased, setIsErased] = useState(false);
  const { tripUnderWay, tripsAhead, contact } = state;

  const erase = async (otp?: string) => {
    await read(api.users.erasure.$post({ json: otp ? { otp } : {} }));
    forgetDraft();
    deleteUnsentMessages("rider");
    // The session ends at once, because some people never press OK.
    endSession("rider");
    setIsErased(true);
  };
  const leave = async () => {
    await checkSession();
    await navigate({ to: "/", replace: true });
  };

  return (
    <Section title={t("Delete your account")}>
      <Card>
        <p className="text-ink-muted">
          {t(
            "We delete your name, contacts, picture, saved places, messages and sign-ins at once, on all devices. They cannot be restored. The law requires us to keep a record of agreed trips: number, time, price and driver. We remove your name, phone number and places from this record.",
          )}
        </p>
        {tripUnderWay ? (
          <p className="mt-4 font-medium">
            {t("You have a trip under way. You can delete your account once it has ended.")}
          </p>
        ) : tripsAhead.length > 0 ? (
          <TripsBlockingErasure state={state} timeZone={settings.timeZone} />
        ) : !isStarted ? (
          <Button className="mt-4" onClick={() => setIsStarted(true)} variant="secondary">
            {t("Delete my account…")}
          </Button>
        ) : (
          <div className="mt-4 rounded-md bg-danger-surface p-4">
            <p className="mb-3 font-medium text-danger-ink">
              {t("This cannot be undone. You may want to get a copy of your data first.")}
            </p>
            {contact ? (
              <ConfirmByCode
                action={t("Delete my account")}
                api={api}
                contact={contact}
                danger
                onCode={erase}
                settings={settings}
              />
            ) : (
              <Button busy={busy} onClick={() => void act("erase", () => erase())} variant="danger">
                {t("Delete my account")}
              </Button>
            )}
            <Button className="mt-2 -ms-4" onClick={() => setIsStarted(false)} variant="quiet">
              {t("Keep my account")}
            </Button>
          </div>
        )}
        <FieldError id="erase-error">{failure}</FieldError>
      </Card>
      <Popup kind="success" onClose={() => void leave()} open={isErased} title={t("Goodbye")}>
        {t("Your account is deleted. Thank you for riding with {brand}.", {
          brand: settings.brand,
        })}
      </Popup>
    </Section>
  );
}

/** The trips to cancel first. Each trip's page shows the fee before cancelling. */
function TripsBlockingErasure({ state, timeZone }: { state: PrivacyState; timeZone: string }) {
  const t = useWords();
  return (
    <div className="mt-4">
      <p className="font-medium">{t("Cancel your upcoming trips first:")}</p>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {state.tripsAhead.map(({ id, number, pickupAt, pickup, dropoff }) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2" key={id}>
            <span className="min-w-0 grow basis-56">
              <span className="block font-medium">
                <Moment at={pickupAt} timeZone={timeZone} />
              </span>
              <span className="wrap-anywhere block text-ink-muted text-sm">
                {t("{pickup} to {dropoff}", { pickup, dropoff })}
              </span>
            </span>
            <Link
              className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
              params={{ id }}
              to="/trips/$id"
            >
              {t("Cancel trip {number}", { number })}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-muted text-sm">
        {t("You’ll see the cancellation fee before you confirm.")}
      </p>
    </div>
  );
}
