import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { wordsOf } from "../../api-error";
import { Button } from "../../ui/button";
import { Popup } from "../../ui/popup";
import { useWords } from "../../words/use-words";
import { forgetDraft } from "../../booking/draft-storage";
import { useAuth } from "../client-auth";

/** Signs the rider out of this browser and goes home; says why where that fails. */
export function SignOut({ quiet }: { quiet?: boolean }) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const signOut = async () => {
    setBusy(true);
    try {
      await auth.logout();
      forgetDraft();
      await navigate({ to: "/", replace: true });
    } catch (error) {
      setFailure(wordsOf(error, t("Logout failed")));
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        busy={busy}
        busyLabel={t("Signing out...")}
        icon={<LogOut aria-hidden="true" size={18} />}
        onClick={() => void signOut()}
        variant={quiet ? "quiet" : "secondary"}
      >
        {t("Sign out")}
      </Button>
      <Popup kind="error" onClose={() => setFailure(null)} open={failure !== null}>
        {failure}
      </Popup>
    </>
  );
}
