import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useActions } from "../../forms/use-actions";
import { Button } from "../../ui/button";
import { Popup } from "../../ui/popup";
import { useWords } from "../../words/use-words";
import { forgetDraft } from "../../booking/draft-storage";
import { useAuth } from "../client-auth";

/** Signs the rider out of this browser and opens the home page. Shows the error if that fails. */
export function SignOut({ quiet }: { quiet?: boolean }) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const { act, busy, failure, clear } = useActions({ fallback: t("Logout failed") });
  const signOut = () =>
    act("sign out", auth.logout, () => {
      forgetDraft();
      return navigate({ to: "/", replace: true });
    });
  return (
    <>
      <Button
        busy={busy}
        // A quiet button has no border: space for a longer label would look like a wrong margin.
        busyLabel={quiet ? undefined : t("Signing out...")}
        className={quiet ? "-me-4" : undefined}
        icon={<LogOut aria-hidden="true" className="rtl:-scale-x-100" size={18} />}
        onClick={() => void signOut()}
        variant={quiet ? "quiet" : "secondary"}
      >
        {t("Sign out")}
      </Button>
      <Popup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </Popup>
    </>
  );
}
