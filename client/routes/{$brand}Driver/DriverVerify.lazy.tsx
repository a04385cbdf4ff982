import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { wordsOf } from "../../api-error";
import { sendDriverCode, verifyDriverCode } from "../../driving/sign-in/driver-session";
import { VerifyScreen } from "../../sign-in/verify-screen";

export const Route = createLazyFileRoute("/{$brand}Driver/DriverVerify")({ component: Verify });

/** The delay from the success message to the dashboard, ms. */
const afterMs = 300;

function Verify() {
  const { api, settings } = Route.useRouteContext();
  const navigate = useNavigate();
  return (
    <VerifyScreen
      loginPath={`/${settings.brandSlug}Driver`}
      sendCode={(identifier, code) => sendDriverCode(api, identifier, code)}
      settings={settings}
      wordsOf={(failure) => wordsOf(failure, "Verification failed")}
      verify={async (attempt) => {
        await verifyDriverCode(api, attempt);
        return {
          text: "OTP verified successfully!",
          afterMs,
          go: () => void navigate({ to: "/driver/dashboard" }),
        };
      }}
    />
  );
}
