import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { localDay } from "../../ui/moment";
import { addDays } from "../../../src/dispatch/board/view-rules";
import { useOffice } from "../../office/calls";
import { DayFilter } from "../../office/lists/day-filter";

/** Chooses the day of the timeline and map. */
export function DayPicker({
  day,
  now,
  onDay,
}: {
  day: string;
  /** ms UTC. */
  now: number;
  onDay: (day: string) => void;
}) {
  const { timeZone } = useOffice();
  const today = localDay(new Date(now).toISOString(), timeZone);
  return (
    <div className="flex items-center gap-1">
      <IconButton
        dense
        icon={<ChevronLeft aria-hidden="true" size={18} />}
        label="Previous day"
        onClick={() => onDay(addDays(day, -1))}
      />
      <DayFilter
        className="w-36"
        label="Day"
        labelHidden
        onDay={(typed) => typed && onDay(typed)}
        value={day}
      />
      <IconButton
        dense
        icon={<ChevronRight aria-hidden="true" size={18} />}
        label="Next day"
        onClick={() => onDay(addDays(day, 1))}
      />
      <Button
        disabled={day === today}
        onClick={() => onDay(today)}
        size="small"
        variant="secondary"
      >
        Today
      </Button>
    </div>
  );
}
