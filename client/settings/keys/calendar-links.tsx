import { useState } from "react";
import type { CalendarLinks } from "../../../src/calendars/contract";
import { awaitRemoval } from "../../forms/use-actions";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { FormFailure } from "../../forms/form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { LazyConfirmDialog } from "../../ui/dialogs";
import { Moment } from "../../ui/moment";
import { showToast } from "../../ui/toasts";

type CalendarLinkRow = CalendarLinks["links"][number];

const linkOwnerWords = { rider: "manager of a company", driver: "driver", admin: "staff" } as const;

const calendarTripsText = ({ kind, subject }: CalendarLinkRow) =>
  kind === "office" ? "All trips" : `Trips of ${subject}`;

/** All calendar links. An owner can turn off each. */
export function CalendarLinksPart({
  links,
  onDone,
}: {
  links: readonly CalendarLinkRow[];
  onDone: () => Promise<void>;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const [linkToRevoke, setLinkToRevoke] = useState<CalendarLinkRow | null>(null);
  const revokeLink = ({ id }: CalendarLinkRow) =>
    void actions
      .act(
        "end",
        () => awaitRemoval(call(api.admin.calendars[":id"].$delete({ param: { id } }))),
        () => {
          showToast("success", "Calendar link turned off");
          return onDone();
        },
      )
      .then(() => setLinkToRevoke(null));
  return (
    <section className="mt-6">
      <h2 className="font-semibold text-base">Calendar links</h2>
      <p className="mt-1 mb-3 text-ink-muted text-sm">
        {links.length === 0
          ? "No calendar links yet. Drivers, staff and companies use calendar links to see trips in their calendar apps."
          : "Calendar apps use these links to show trips. Turn off a link if somebody else may have it."}
      </p>
      <FormFailure className="mb-3 empty:hidden" form={actions} />
      <ul aria-label="Calendar links" className="grid gap-2 empty:hidden">
        {links.map((link) => (
          <li key={link.id}>
            <Card className="p-3" flush>
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
                <div className="min-w-0">
                  <p className="break-words font-medium">{calendarTripsText(link)}</p>
                  <p className="break-words text-ink-muted">
                    {`${link.person ?? "Deleted account"}, ${linkOwnerWords[link.audience]}, since `}
                    <Moment at={link.createdAt} />
                  </p>
                </div>
                <Button
                  aria-label={`Turn off the link of ${link.person ?? "a deleted account"}`}
                  onClick={() => setLinkToRevoke(link)}
                  size="small"
                  variant="secondary"
                >
                  Turn off
                </Button>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      {linkToRevoke && (
        <LazyConfirmDialog
          busy={actions.busy}
          busyLabel="Turning off..."
          confirmLabel="Turn off link"
          danger
          onClose={() => setLinkToRevoke(null)}
          onConfirm={() => revokeLink(linkToRevoke)}
          open
          title={`Turn off the calendar link of ${linkToRevoke.person ?? "a deleted account"}?`}
        >
          Calendars that use this link will get no more trips. Anyone who may see these trips can
          create a new link at any time.
        </LazyConfirmDialog>
      )}
    </section>
  );
}
