import { useNavigate } from "@tanstack/react-router";
import type { Api } from "../../api";
import { Button } from "../../ui/button";
import { useAuth } from "../client-auth";
import { AppleMark, GoogleMark } from "./provider-marks";
import { providerNames } from "./provider-words";
import { useProviderSignIn } from "./use-provider-sign-in";
import { useWords } from "../../words/use-words";

/** Sign-in with Google and Apple. A provider that is not offered says so when pressed. */
export function ProviderButtons({ api }: { api: Api }) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const { activeProvider: openProvider, open } = useProviderSignIn(api, async () => {
    await auth.checkSession();
    await navigate({ to: "/booking" });
  });
  return (
    <div className="grid gap-2">
      <Button icon={<GoogleMark />} onClick={() => open("google")} variant="secondary" wide>
        {t("Continue with Google")}
      </Button>
      <Button icon={<AppleMark />} onClick={() => open("apple")} variant="secondary" wide>
        {t("Continue with Apple")}
      </Button>
      <p className="min-h-6 text-center text-ink-muted text-sm" role="status">
        {openProvider &&
          t("Finish signing in with {provider}. This page will then continue automatically.", {
            provider: providerNames[openProvider],
          })}
      </p>
    </div>
  );
}
