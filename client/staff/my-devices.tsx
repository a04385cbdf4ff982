import { useRouter } from "@tanstack/react-router";
import type { SignedInDevice } from "../../src/accounts/contract";
import { useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { DeviceList } from "./device-list";
import { useEndSessions } from "./use-end-sessions";

/** The profile's card of the person's sessions. */
export function MyDevices({ sessions }: { sessions: readonly SignedInDevice[] }) {
  const router = useRouter();
  const { api, call } = useOffice();
  const { endingId, end } = useEndSessions(() => router.invalidate());
  return (
    <Card>
      <section aria-labelledby="devices" className="grid gap-4">
        <div>
          <h2 className="font-semibold text-base" id="devices">
            Where you are signed in
          </h2>
          <p className="mt-1 text-ink-muted">
            If you don’t recognise a browser, end its session, then change your password. Every
            session ends automatically after 12 hours.
          </p>
        </div>
        <DeviceList
          devices={sessions}
          endingId={endingId}
          onEnd={(id) =>
            void end(id, () => call(api.admin.sessions[":id"].$delete({ param: { id } })))
          }
        />
        {sessions.length > 1 && (
          <div>
            <Button
              busy={endingId === "all"}
              busyLabel="Ending..."
              disabled={endingId !== null}
              onClick={() => void end("all", () => call(api.admin.sessions.$delete()))}
              size="small"
              variant="secondary"
            >
              End all other sessions
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}
