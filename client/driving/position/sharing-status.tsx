import { lazy } from "../../lazy";
import { Button } from "../../ui/button";
import { useShift } from "./sharing";
import { useWords } from "../../words/use-words";

const SharingWords = lazy(async () => (await import("./sharing-words")).SharingWords);

/** The state of position sharing, with a button if the driver can act. */
export function SharingStatus() {
  const t = useWords();
  const { sharing, allowSharing } = useShift();
  const canAct = sharing.phase === "ask" || sharing.phase === "denied";
  return (
    <div className="grid gap-3 empty:hidden" role="status">
      <SharingWords sharing={sharing} />
      {canAct && (
        <Button className="sm:justify-self-start" onClick={allowSharing} variant="secondary">
          {sharing.phase === "ask" ? t("Share my position") : t("Try again")}
        </Button>
      )}
    </div>
  );
}
