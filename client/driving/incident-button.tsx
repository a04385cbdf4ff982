import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { Button } from "../ui/button";
import { LatePart, latePart, usePrepared } from "./late-part";

const incidentSheet = latePart(async () => (await import("./incident-sheet")).IncidentSheet);

/** The way to the report of what happened, on a trip or without one. */
export function IncidentButton({ trip }: { trip: Pick<Reservation, "id" | "number"> | null }) {
  const [open, setOpen] = useState(false);
  usePrepared(incidentSheet);
  return (
    <>
      <Button
        icon={<TriangleAlert aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
        variant="quiet"
        wide
      >
        Report an incident
      </Button>
      {open && (
        <LatePart
          again="Try again: report an incident"
          part={incidentSheet}
          props={{ onClose: () => setOpen(false), trip }}
        />
      )}
    </>
  );
}
