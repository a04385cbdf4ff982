import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { ApiError, wordsOf } from "../../api-error";
import { ConsentLine, LoginForm } from "../../sign-in/login-form";
import "../../sign-in/navigation-state";
import { AuthLayout } from "../../ui/auth-layout";
import { ButtonLink } from "../../ui/button-link";
import { Landscape } from "../../ui/landscape";
import { driverIdentifierFault, sendDriverCode } from "./driver-session";
import { useWords } from "../../words/use-words";
import { LanguageChoice } from "../../ui/language-choice";
import { useLanguageChange } from "../../words/use-language-change";

/** The driver's sign-in. Visitors who are not drivers yet find the application here. */
export function DriverLogin({ api, settings }: { api: Api; settings: Settings }) {
  const t = useWords();
  const change = useLanguageChange(null);
  const navigate = useNavigate();
  const [isUnknownDriver, setIsUnknownDriver] = useState(false);

  return (
    <AuthLayout
      art={<Landscape />}
      aside={
        <>
          <ConsentLine />
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-6">
            <p className="text-base text-ink">
              {isUnknownDriver
                ? t("Drive with us. Start with an application.")
                : t("Not driving for {brand} yet?", { brand: settings.brand })}
            </p>
            <ButtonLink to="/driver-apply" variant={isUnknownDriver ? "primary" : "secondary"}>
              {t("Apply to drive")}
            </ButtonLink>
          </div>
        </>
      }
      brand={settings.brand}
      demo={settings.demo}
      detail={<p>{t("Sign in to see your trips and offers.")}</p>}
      tools={<LanguageChoice change={change} />}
      title={t("What's your phone number or email?")}
    >
      <LoginForm
        api={api}
        faultOf={driverIdentifierFault}
        onFailure={(failure) =>
          setIsUnknownDriver(failure instanceof ApiError && failure.code === "driver.unknown")
        }
        onSent={(verification) =>
          void navigate({
            to: "/{$brand}Driver/DriverVerify",
            params: { brand: settings.brandSlug },
            state: { verification },
          })
        }
        send={(identifier, callingCode) => sendDriverCode(api, identifier, callingCode)}
        settings={settings}
        wordsOf={(failure) => wordsOf(failure, t("Failed to send OTP"))}
      />
    </AuthLayout>
  );
}
