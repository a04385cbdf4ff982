import { useNavigate } from "@tanstack/react-router";
import type { SendCodeAnswer } from "../../../src/accounts/contract";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { VerifyScreen } from "../../sign-in/verify-screen";
import { useAuth } from "../client-auth";
import { LanguageChoice } from "../language-choice";
import { isProfileComplete } from "../profile";
import { useSignedInElsewhere } from "./use-signed-in-elsewhere";
import { useWords } from "../../words/use-words";

/** The delay in ms between the success message and the next screen, for an existing and for a new rider. */
const returningRiderDelayMs = 300;
const newRiderDelayMs = 1000;

/** Asks a rider for the code, then opens booking, or the names form if the rider has no name. */
export function RiderVerifyScreen({ api, settings }: { api: Api; settings: Settings }) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const brand = settings.brandSlug;
  const openBooking = () => void navigate({ to: "/booking", replace: true });
  const openProfileForm = (verification?: SendCodeAnswer) =>
    void navigate({
      to: "/{$brand}Client/fillUserInfo",
      params: { brand },
      state: verification ? { verification } : {},
      replace: true,
    });
  useSignedInElsewhere(api, (rider) =>
    isProfileComplete(rider) ? openBooking() : openProfileForm(),
  );
  return (
    <VerifyScreen
      loginPath={`/${brand}Client`}
      sendCode={auth.sendCode}
      settings={settings}
      footer={<LanguageChoice />}
      verify={async (attempt, verification) => {
        const user = await auth.verifyCode(attempt);
        return isProfileComplete(user)
          ? {
              text: t("OTP verified successfully!"),
              redirectDelayMs: returningRiderDelayMs,
              go: openBooking,
            }
          : {
              text: t("OTP verified. Please complete your profile."),
              redirectDelayMs: newRiderDelayMs,
              go: () => openProfileForm(verification),
            };
      }}
    />
  );
}
