import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { GettingStarted as Answer } from "../../src/desk/contract";
import { PlainLink } from "../ui/plain-link";
import { Card } from "../ui/card";
import { IconButton } from "../ui/icon-button";
import { useOffice } from "../office/calls";
import { startingWords } from "../opening/starting-words";
import { counted } from "../ui/trip-words";

const nothing: Answer = { missing: [], classes: [] };
const DISMISSED = "livery.dispatch.startingDismissed";

/** What the next booking would lack, each a press from its place; nothing once all is there or it was put away. */
export function GettingStarted() {
  const { api, call } = useOffice();
  const [{ missing, classes }, setMissing] = useState<Answer>(nothing);
  useEffect(() => {
    if (wasDismissed()) return;
    let left = false;
    call(api.admin["getting-started"].$get()).then(
      (answer) => {
        if (!left) setMissing(answer);
      },
      () => {
        // The board itself says that the server is away; the card comes with the next visit.
      },
    );
    return () => {
      left = true;
    };
  }, [api, call]);
  if (missing.length === 0) return null;
  return (
    <section aria-label="Getting started" className="mt-4">
      <Card className="p-4" flush>
        <div className="flex items-start gap-3">
          <div className="flex-1">
            <h2 className="font-medium text-base">Getting started</h2>
            <p className="text-ink-muted text-sm">
              The next booking needs {counted(missing.length, "more thing")}.
            </p>
          </div>
          <IconButton
            dense
            icon={<X aria-hidden="true" size={18} />}
            label="Put the list away"
            onClick={() => {
              dismiss();
              setMissing(nothing);
            }}
          />
        </div>
        <ul className="mt-3 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {missing.map((step) => {
            const { title, detail, href } = startingWords(step, classes);
            return (
              <li className="min-h-11 py-2" key={step}>
                <PlainLink className="font-medium text-accent-text hover:underline" href={href}>
                  {title}
                </PlainLink>
                <span className="block text-ink-muted text-xs">{detail}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) === "yes";
  } catch {
    return false;
  }
}

function dismiss(): void {
  try {
    localStorage.setItem(DISMISSED, "yes");
  } catch {
    // A browser that keeps nothing shows it again the next time.
  }
}
