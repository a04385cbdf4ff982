import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { SendCodeAnswer } from "../../../src/accounts/contract";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { ApiError } from "../../api-error";
import { emptyContact, LoginField } from "../../sign-in/login-field";
import "../../sign-in/navigation-state";
import { useNotice } from "../../sign-in/notice-popup";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { DuskScene } from "../../ui/dusk-scene";
import { driverIdentifierFault, sendDriverCode } from "./driver-session";

/** How long the success message stands before the code is asked for. */
const successMs = 2000;

/** The driver's sign-in. Somebody we do not know is shown the way to the application. */
export function DriverLogin({ api, settings }: { api: Api; settings: Settings }) {
  const navigate = useNavigate();
  const [contact, setContact] = useState(emptyContact);
  const [sendError, setSendError] = useState<string | null>(null);
  const [unknown, setUnknown] = useState(false);
  const [sending, setSending] = useState(false);
  const { tell, popup } = useNotice();

  const blocked = sendError !== null || contact.fault !== null || contact.text === "";
  const goVerify = (verification: SendCodeAnswer) =>
    void navigate({
      to: "/{$brand}Driver/DriverVerify",
      params: { brand: settings.brandSlug },
      state: { verification },
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (blocked || sending) return;
    setSending(true);
    try {
      const answer = await sendDriverCode(api, contact.identifier, contact.code);
      if (answer?.usercontact && answer.newuser) {
        tell({
          kind: "success",
          text: answer.isEmail ? "Check your inbox." : "Check your messages.",
          closeAfterMs: successMs,
          afterwards: () => goVerify(answer),
        });
      } else {
        tell({ kind: "info", text: "We couldn't find your contact details. Please try again." });
      }
    } catch (failure) {
      const text = (failure instanceof Error && failure.message) || "Failed to send OTP";
      setSendError(text);
      setUnknown(failure instanceof ApiError && failure.code === "driver.unknown");
      tell({ kind: "error", text });
    } finally {
      setSending(false);
    }
  };

  return (
    <AuthLayout
      art={<DuskScene />}
      aside={
        <>
          <p>
            By continuing, you agree that calls and SMS, including automated ones, may be sent to
            the number you give.
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-6">
            <p className="text-base text-ink">
              {unknown
                ? "Drive with us: it begins with an application."
                : `Not driving for ${settings.brand} yet?`}
            </p>
            <ButtonLink to="/driver-apply" variant={unknown ? "primary" : "secondary"}>
              Apply to drive
            </ButtonLink>
          </div>
        </>
      }
      brand={settings.brand}
      demo={settings.demo}
      detail={<p>Sign in to see your trips and offers.</p>}
      title="What's your phone number or email?"
    >
      <form className="grid gap-4" method="post" noValidate onSubmit={submit}>
        <LoginField
          api={api}
          contact={contact}
          error={sendError}
          faultOf={driverIdentifierFault}
          onContact={(next) => {
            if (next.text !== contact.text) {
              setSendError(null);
              setUnknown(false);
            }
            setContact(next);
          }}
        />
        <Button
          busy={sending}
          busyLabel="Sending..."
          disabled={blocked}
          size="large"
          type="submit"
          wide
        >
          Continue
        </Button>
      </form>
      {popup}
    </AuthLayout>
  );
}
