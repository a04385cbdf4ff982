import { useCallback, useEffect, useState } from "react";
import type { SignedInDevice } from "../../src/accounts/contract";
import type { StaffMember } from "../../src/accounts/staff/staff-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { Skeleton } from "../ui/skeleton";
import { DeviceList } from "./device-list";
import { useEndSessions } from "./use-end-sessions";

/** A colleague's sessions, for an owner to end. */
export function StaffSessionsDialog({
  member,
  onEnded,
  onClose,
}: {
  member: StaffMember;
  onEnded: () => Promise<void>;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const [devices, setDevices] = useState<readonly SignedInDevice[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { id } = member;
  const load = useCallback(async () => {
    try {
      const { sessions } = await call(api.admin.staff[":id"].sessions.$get({ param: { id } }));
      setDevices(sessions);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, id]);
  useEffect(() => void load(), [load]);
  const { endingId, end } = useEndSessions(async () => {
    await load();
    await onEnded();
  });
  const endSession = (sessionId: string) =>
    end(sessionId, () =>
      call(api.admin.staff[":id"].sessions[":sessionId"].$delete({ param: { id, sessionId } })),
    );
  const otherDevices = devices?.filter(({ current }) => !current) ?? [];
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} size="small" variant="secondary">
            Close
          </Button>
          {otherDevices.length > 1 && (
            <Button
              busy={endingId === "all"}
              busyLabel="Ending..."
              disabled={endingId !== null}
              onClick={() =>
                void end("all", () =>
                  call(api.admin.staff[":id"].sessions.$delete({ param: { id } })),
                )
              }
              size="small"
              variant="danger"
            >
              End all sessions
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open
      title={`Where ${member.names} is signed in`}
    >
      <div className="mt-4 text-sm">
        {failure ? (
          <ErrorState message={failure} onRetry={load} />
        ) : devices === null ? (
          <Skeleton className="h-12" />
        ) : devices.length === 0 ? (
          <p>Not signed in anywhere.</p>
        ) : (
          <DeviceList
            devices={devices}
            endingId={endingId}
            onEnd={(each) => void endSession(each)}
          />
        )}
      </div>
    </Dialog>
  );
}
