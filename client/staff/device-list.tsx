import { Laptop, Smartphone } from "lucide-react";
import type { SignedInDevice } from "../../src/accounts/contract";
import { browserNameText } from "../words/browser-name-text";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { english } from "../words/words";

/** Browsers where somebody is signed in, with a button to end each session. */
export function DeviceList({
  devices,
  endingId,
  onEnd,
}: {
  devices: readonly SignedInDevice[];
  /** The session that is being ended, while other buttons are disabled; null without one. */
  endingId: string | null;
  onEnd: (id: string) => void;
}) {
  return (
    <ul aria-label="Signed-in browsers" className="divide-y divide-line">
      {devices.map((device) => {
        const name = browserNameText(device.userAgent, english);
        const Icon = /iPhone|Android/.test(name) ? Smartphone : Laptop;
        return (
          <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0" key={device.id}>
            <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-ink">
                {name}
                {device.current && <Badge tone="success">This browser</Badge>}
              </p>
              <p className="text-ink-muted">
                <span>
                  Last used <Moment at={device.lastSeenAt} />
                </span>
                {" · "}
                <span>
                  Signed in <Moment at={device.createdAt} />
                </span>
              </p>
            </div>
            {!device.current && (
              <Button
                aria-label={`End session in ${name}`}
                busy={endingId === device.id}
                disabled={endingId !== null}
                onClick={() => onEnd(device.id)}
                size="small"
                variant="secondary"
              >
                End session
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
