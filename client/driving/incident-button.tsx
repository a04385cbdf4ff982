import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { Button } from "../ui/button";
import { lazy, usePreload } from "../lazy";
import { withRetry } from "./with-retry";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";

const IncidentSheet = lazy(
  async () => (await import("./incident-sheet")).IncidentSheet,
  withRetry(phrase("Reload incident report")),
);

/** Opens the incident report, for a trip or without one. */
export function IncidentButton({ trip }: { trip: Pick<Reservation, "id" | "number"> | null }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  usePreload(IncidentSheet);
  return (
    <>
      <Button
        icon={<TriangleAlert aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
        variant="quiet"
        wide
      >
        {t("Report an incident")}
      </Button>
      {open && <IncidentSheet onClose={() => setOpen(false)} trip={trip} />}
    </>
  );
}
