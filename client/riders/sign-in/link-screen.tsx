import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import { ApiError } from "../../api-error";
import { LanguageChoice } from "../language-choice";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { DuskScene } from "../../ui/dusk-scene";
import { NoticeBanner } from "../../ui/notice-banner";
import { useAuth } from "../client-auth";
import { useWords } from "../../words/use-words";

/** The page behind a one-tap link: one button signs in; a link that is spent shows the way on. */
export function LinkScreen({ token, settings }: { token: string; settings: Settings }) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const signIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { audience } = await auth.signInByLink(token);
      await (audience === "driver"
        ? navigate({ href: "/driver/dashboard", replace: true })
        : navigate({ to: "/booking", replace: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  const spent = failure !== null && failure.status >= 400 && failure.status < 500;
  return (
    <AuthLayout
      art={<DuskScene />}
      brand={settings.brand}
      demo={settings.demo}
      detail={
        spent
          ? t("A link works once, and for 15 minutes.")
          : t(
              "Press the button to go on. If you did not ask for this link, close this page: nothing happens.",
            )
      }
      title={
        spent ? t("This link no longer works") : t("Sign in to {brand}", { brand: settings.brand })
      }
      tools={<LanguageChoice />}
    >
      {failure && (
        <div className="mb-4" role="alert">
          <NoticeBanner tone="danger">{failure.message}</NoticeBanner>
        </div>
      )}
      {spent && failure.code !== "request.too_many" ? (
        <ButtonLink size="large" to={`/${settings.brandSlug}Client`} wide>
          {t("Get a new code")}
        </ButtonLink>
      ) : (
        <Button
          busy={busy}
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
