import { useLate } from "../../late";
import { Button } from "../../ui/button";
import { useShift } from "./sharing";

const loadWords = () => import("./sharing-words");

/** How the sharing of the position stands, in words, with what can be done about it. */
export function SharingStatus() {
  const { sharing, allow } = useShift();
  const words = useLate(loadWords);
  const help = sharing.phase === "ask" || sharing.phase === "denied";
  return (
    <div className="grid gap-3 empty:hidden" role="status">
      {words && <words.SharingWords sharing={sharing} />}
      {help && (
        <Button className="sm:justify-self-start" onClick={allow} variant="secondary">
          {sharing.phase === "ask" ? "Share my position" : "Try again"}
        </Button>
      )}
    </div>
  );
}
