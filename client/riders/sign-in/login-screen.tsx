import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { SendCodeAnswer } from "../../../src/accounts/contract";
import type { Provider, ProviderFault } from "../../../src/accounts/provider-contract";
import { loginFieldError } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { DuskScene } from "../../ui/dusk-scene";
import { useAuth, wordsOf } from "../client-auth";
import { emptyContact, LoginField } from "../../sign-in/login-field";
import "../../sign-in/navigation-state";
import { useNotice } from "../../sign-in/notice-popup";
import { ProviderButtons } from "./provider-buttons";
import { ProviderFaultBanner } from "./provider-fault";
import { SignInPlaceholder } from "./sign-in-placeholder";

/** How long the success message stands before the code is asked for. */
const successMs = 2000;

/** The rider's sign-in: one field, one button, and the ways by another provider. */
export function LoginScreen({
  api,
  settings,
  notice,
  provider,
}: {
  api: Api;
  settings: Settings;
  /**
   * Why the server sent the visitor here. `provider`: it does not offer that sign-in; else what
   * became of a sign-in by `provider`.
   */
  notice: "provider" | ProviderFault | null;
  provider: Provider | null;
}) {
  const auth = useAuth();
  const navigate = useNavigate();
  const brand = settings.brandSlug;
  const [contact, setContact] = useState(emptyContact);
  const [sendError, setSendError] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const { tell, popup } = useNotice(
    notice === "provider"
      ? {
          kind: "info",
          text: "This server does not offer that way to sign in. Please continue with your email or phone number.",
          afterwards: () =>
            void navigate({ to: "/{$brand}Client", params: { brand }, search: {}, replace: true }),
        }
      : null,
  );

  if (auth.isLoading) return <SignInPlaceholder />;

  const blocked = sendError !== null || contact.fault !== null || contact.text === "";
  const goVerify = (verification: SendCodeAnswer) =>
    void navigate({
      to: "/{$brand}Client/ClientVerify",
      params: { brand },
      state: { verification },
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (blocked || sending) return;
    setSending(true);
    try {
      const answer = await auth.sendCode(contact.identifier, contact.code);
      if (answer?.usercontact && answer.newuser) {
        tell({
          kind: "success",
          text: answer.isEmail ? "Check your inbox." : "Check your messages.",
          closeAfterMs: successMs,
          afterwards: () => goVerify(answer),
        });
      } else {
        tell({
          kind: "info",
          text: "We couldn't find your contact details. Please try again.",
        });
      }
    } catch (failure) {
      const text = wordsOf(failure, "Failed to send OTP. Please try again.");
      setSendError(text);
      tell({ kind: "error", text });
    } finally {
      setSending(false);
    }
  };

  return (
    <AuthLayout
      art={<DuskScene />}
      aside={
        <p>
          By continuing, you agree that calls and SMS, including automated ones, may be sent to the
          number you give.
        </p>
      }
      brand={settings.brand}
      demo={settings.demo}
      detail={
        notice &&
        notice !== "provider" &&
        provider && <ProviderFaultBanner fault={notice} provider={provider} />
      }
      title="What's your phone number or email?"
    >
      <form className="grid gap-4" method="post" noValidate onSubmit={submit}>
        <LoginField
          api={api}
          contact={contact}
          error={sendError}
          faultOf={loginFieldError}
          onContact={(next) => {
            if (next.text !== contact.text) setSendError(null);
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
      <p aria-hidden="true" className="my-6 flex items-center gap-4 text-ink-faint text-sm">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </p>
      <ProviderButtons api={api} />
      {popup}
    </AuthLayout>
  );
}
