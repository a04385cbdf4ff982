import { useRouter } from "@tanstack/react-router";
import type { StaffCalendar as Subject } from "../../src/calendars/contract";
import { read } from "../api";
import { Card } from "../ui/card";
import { CalendarLinkPart } from "./calendar-link";

/** A staff member's own calendar link to all trips, or to those of a vehicle or company. */
export function StaffCalendar({ title, ...param }: Subject & { title: string }) {
  const path = useRouter().options.context.api.admin.calendars[":kind"][":id"];
  return (
    <Card>
      <h2 className="mb-2 font-semibold text-base">{title}</h2>
      <CalendarLinkPart
        size="small"
        calls={{
          link: () => read(path.$get({ param })),
          make: (reset) => read(path.$post({ param, json: { reset } })),
          end: () => read(path.$delete({ param })),
        }}
      />
    </Card>
  );
}
