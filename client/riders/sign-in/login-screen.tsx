import { useNavigate } from "@tanstack/react-router";
import type { Provider, ProviderFault } from "../../../src/accounts/providers/provider-contract";
import { loginFieldError } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { wordsOf } from "../../api-error";
import { LanguageChoice } from "../language-choice";
import { AuthLayout } from "../../ui/auth-layout";
import { ButtonLink } from "../../ui/button-link";
import { Landscape } from "../../ui/landscape";
import { useAuth } from "../client-auth";
import { ConsentLine, LoginForm } from "../../sign-in/login-form";
import "../../sign-in/navigation-state";
import { useNoticePopup } from "../../sign-in/notice-popup";
import { ProviderButtons } from "./provider-buttons";
import { ProviderFaultBanner } from "./provider-fault-banner";
import { useSignedInElsewhere } from "./use-signed-in-elsewhere";
import { SignInPlaceholder } from "./sign-in-placeholder";
import { useWords } from "../../words/use-words";

/** The rider's sign-in: one field, one button, and the provider buttons. */
export function LoginScreen({
  api,
  settings,
  notice,
  provider,
}: {
  api: Api;
  settings: Settings;
  /**
   * Why the server sent the visitor here: `provider` means that a sign-in is not offered, any other value is the
   * outcome of a sign-in with `provider`.
   */
  notice: "provider" | ProviderFault | null;
  provider: Provider | null;
}) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const brand = settings.brandSlug;
  const { popup } = useNoticePopup(
    notice === "provider"
      ? {
          kind: "info",
          text: t(
            "You can’t sign in that way here. Please continue with your e-mail or phone number.",
          ),
          onClosed: () =>
            void navigate({ to: "/{$brand}Client", params: { brand }, search: {}, replace: true }),
        }
      : null,
  );

  useSignedInElsewhere(api, () => void navigate({ to: "/" }));

  if (auth.isLoading) return <SignInPlaceholder />;
  if (!settings.isOpen) return <OpeningSoon settings={settings} />;

  return (
    <AuthLayout
      art={<Landscape />}
      aside={<ConsentLine />}
      brand={settings.brand}
      demo={settings.demo}
      detail={
        notice &&
        notice !== "provider" &&
        provider && (
          <div className="pt-2">
            <ProviderFaultBanner fault={notice} provider={provider} />
          </div>
        )
      }
      title={t("What's your phone number or email?")}
      tools={<LanguageChoice />}
    >
      <LoginForm
        api={api}
        faultOf={loginFieldError}
        onSent={(verification) =>
          void navigate({
            to: "/{$brand}Client/ClientVerify",
            params: { brand },
            state: { verification },
          })
        }
        send={auth.sendCode}
        settings={settings}
        wordsOf={(failure) => wordsOf(failure, t("Failed to send OTP. Please try again."))}
      />
      <p aria-hidden="true" className="my-6 flex items-center gap-4 text-ink-faint text-sm">
        <span className="h-px flex-1 bg-line" />
        {t("or")}
        <span className="h-px flex-1 bg-line" />
      </p>
      <ProviderButtons api={api} />
      {popup}
    </AuthLayout>
  );
}

/** Replaces the sign-in until the business opens. */
function OpeningSoon({ settings }: { settings: Settings }) {
  const t = useWords();
  return (
    <AuthLayout
      art={<Landscape />}
      brand={settings.brand}
      demo={settings.demo}
      detail={t("You can sign in and book here once we’re open. Until then you can write to us.")}
      title={t("We’re opening soon")}
      tools={<LanguageChoice />}
    >
      <ButtonLink to="/opening" wide>
        {t("Write to us")}
      </ButtonLink>
    </AuthLayout>
  );
}
