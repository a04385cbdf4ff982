import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { wordsOf } from "../../api-error";
import { sendDriverCode, verifyDriverCode } from "../../driving/sign-in/driver-session";
import { VerifyScreen } from "../../sign-in/verify-screen";
import { useWords } from "../../words/use-words";
import { useLanguageChange } from "../../words/use-language-change";
import { LanguageChoice } from "../../ui/language-choice";

export const Route = createLazyFileRoute("/{$brand}Driver/DriverVerify")({ component: Verify });

/** The delay between the success message and the dashboard, in ms. */
const redirectDelayMs = 300;

function Verify() {
  const t = useWords();
  const { api, settings, words } = Route.useRouteContext();
  const change = useLanguageChange(null);
  const navigate = useNavigate();
  return (
    <VerifyScreen
      loginPath={`/${settings.brandSlug}Driver`}
      sendCode={(identifier, code) => sendDriverCode(api, identifier, code)}
      settings={settings}
      footer={<LanguageChoice change={change} />}
      wordsOf={(failure) => wordsOf(failure, t("Verification failed"))}
      verify={async (attempt) => {
        const language = await verifyDriverCode(api, attempt, words.chosen);
        // If the language's texts can't be loaded, the page keeps its language.
        await words.setLanguage(language).catch(() => {});
        return {
          text: t("OTP verified successfully!"),
          redirectDelayMs,
          go: () => void navigate({ to: "/driver/dashboard" }),
        };
      }}
    />
  );
}
