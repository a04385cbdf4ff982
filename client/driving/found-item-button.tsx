import { useRouteContext } from "@tanstack/react-router";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { lazy } from "../lazy";
import { Button } from "../ui/button";
import { useWords } from "../words/use-words";

const FoundItemDialog = lazy(async () => (await import("./found-item-dialog")).FoundItemDialog);

/** Opens the form for an item found in the car after a trip. The form loads when it is opened. */
export function FoundItemButton({ tripId }: { tripId: string }) {
  const t = useWords();
  const { api } = useRouteContext({ from: "/driver/dashboard" });
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  const open = async () => {
    setBusy(true);
    setMessage("");
    try {
      await FoundItemDialog.preload();
      setOpen(true);
    } catch {
      setMessage(t("The form could not be loaded. Please check your connection and try again."));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-2">
      <Button
        busy={busy}
        icon={<PackageOpen aria-hidden="true" size={20} />}
        onClick={() => void open()}
        size="large"
        variant="secondary"
        wide
      >
        {t("Report a found item")}
      </Button>
      <p className="not-empty:mt-2" role="status">
        {message}
      </p>
      {isOpen && (
        <FoundItemDialog
          api={api}
          onClose={() => setOpen(false)}
          onFound={(item) => {
            setOpen(false);
            setMessage(
              t("The item is registered as number {number}. Please hand it in at the office.", {
                number: item.number,
              }),
            );
          }}
          tripId={tripId}
        />
      )}
    </div>
  );
}
