import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import { ApiError } from "../../api-error";
import { FormFailure } from "../../forms/form";
import { useActions } from "../../forms/use-actions";
import { LanguageChoice } from "../language-choice";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Landscape } from "../../ui/landscape";
import { useAuth } from "../client-auth";
import { useWords } from "../../words/use-words";

/** The page of a one-tap link. One button signs in; a used link offers a new code. */
export function SignInLinkScreen({ token, settings }: { token: string; settings: Settings }) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const [status, setStatus] = useState(0);
  const actions = useActions({
    onFailed: (error) => setStatus(error instanceof ApiError ? error.status : 0),
  });
  const signIn = () =>
    actions.act(
      "sign in",
      () => auth.signInByLink(token),
      ({ audience }) =>
        audience === "driver"
          ? navigate({ href: "/driver/dashboard", replace: true })
          : navigate({ to: "/booking", replace: true }),
    );

  const isLinkRefused = actions.failure !== null && status >= 400 && status < 500;
  return (
    <AuthLayout
      art={<Landscape />}
      brand={settings.brand}
      demo={settings.demo}
      detail={
        isLinkRefused
          ? t("Each link works once and expires after 15 minutes.")
          : t(
              "Press the button to continue. If you didn’t ask for this link, just close this page.",
            )
      }
      title={
        isLinkRefused
          ? t("This link no longer works")
          : t("Sign in to {brand}", { brand: settings.brand })
      }
      tools={<LanguageChoice />}
    >
      <FormFailure className="not-empty:mb-4" form={actions} />
      {isLinkRefused && actions.code !== "request.too_many" ? (
        <ButtonLink size="large" to={`/${settings.brandSlug}Client`} wide>
          {t("Get a new code")}
        </ButtonLink>
      ) : (
        <Button
          busy={actions.busy}
          busyLabel={t("Signing in...")}
          onClick={() => void signIn()}
          size="large"
          wide
        >
          {t("Sign in")}
        </Button>
      )}
    </AuthLayout>
  );
}
