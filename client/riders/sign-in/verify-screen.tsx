import { useNavigate } from "@tanstack/react-router";
import type { Settings } from "../../../src/settings/contract";
import { VerifyScreen } from "../../sign-in/verify-screen";
import { useAuth } from "../client-auth";
import { profileComplete } from "../profile";

/** From the success message to the next screen: somebody known, and somebody new. */
const knownMs = 300;
const newcomerMs = 1000;

/** Asks a rider for the code, then books with those who have a name and asks the others for it. */
export function RiderVerifyScreen({ settings }: { settings: Settings }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const brand = settings.brandSlug;
  return (
    <VerifyScreen
      loginPath={`/${brand}Client`}
      sendCode={auth.sendCode}
      settings={settings}
      verify={async (attempt, verification) => {
        const user = await auth.verifyCode(attempt);
        return profileComplete(user)
          ? {
              text: "OTP verified successfully!",
              afterMs: knownMs,
              go: () => void navigate({ to: "/booking" }),
            }
          : {
              text: "OTP verified. Please complete your profile.",
              afterMs: newcomerMs,
              go: () =>
                void navigate({
                  to: "/{$brand}Client/fillUserInfo",
                  params: { brand },
                  state: { verification },
                }),
            };
      }}
    />
  );
}
