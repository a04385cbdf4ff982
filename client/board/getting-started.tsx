import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { GettingStarted as Answer } from "../../src/desk/contract";
import { PlainLink } from "../ui/plain-link";
import { Card } from "../ui/card";
import { IconButton } from "../ui/icon-button";
import { useOffice } from "../office/calls";

const DISMISSED = "livery.dispatch.startingDismissed";

type Step = Answer["steps"][number]["step"];

const words: Record<Step, { title: string; detail: string; href: string | null }> = {
  vehicle: {
    title: "Add your first vehicle",
    detail: "Its plate, its class and its papers",
    href: "/dispatch/dashboard/VehicleManagement/new",
  },
  driver: {
    title: "Add your first driver",
    detail: "They sign in with their e-mail address or number",
    href: "/dispatch/dashboard/DriverManagement/new",
  },
  prices: {
    title: "Publish your prices",
    detail: "Until then trips cost what the starter’s list says",
    href: "/dispatch/dashboard/FeeManagement",
  },
  brand: {
    title: "Choose your colour",
    detail: "And the address that stands on your papers",
    href: "/dispatch/dashboard/settings/brand",
  },
  mail: {
    title: "Connect e-mail",
    detail: "Set SMTP_URL and MAIL_FROM; until then messages stay in the outbox",
    href: null,
  },
};

/** What a new house has yet to do; nothing once all is done or it was put away. */
export function GettingStarted() {
  const { api, call } = useOffice();
  const [steps, setSteps] = useState<Answer["steps"]>([]);
  useEffect(() => {
    if (wasDismissed()) return;
    let left = false;
    call(api.admin["getting-started"].$get()).then(
      (answer) => {
        if (!left) setSteps(answer.steps);
      },
      () => {
        // The board itself says that the server is away; the card comes with the next visit.
      },
    );
    return () => {
      left = true;
    };
  }, [api, call]);
  const open = steps.filter(({ done }) => !done).length;
  if (open === 0) return null;
  return (
    <section aria-label="Getting started" className="mt-4">
      <Card className="p-4" flush>
        <div className="flex items-start gap-3">
          <div className="flex-1">
            <h2 className="font-medium text-base">Getting started</h2>
            <p className="text-ink-muted text-sm">
              {steps.length - open} of {steps.length} done
            </p>
          </div>
          <IconButton
            dense
            icon={<X aria-hidden="true" size={18} />}
            label="Put the list away"
            onClick={() => {
              dismiss();
              setSteps([]);
            }}
          />
        </div>
        <ol className="mt-3 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {steps.map(({ step, done }) => {
            const { title, detail, href } = words[step];
            return (
              <li className="flex min-h-11 items-start gap-3 py-2" key={step}>
                <span
                  className={`mt-0.5 grid size-5 shrink-0 place-content-center rounded-full border ${done ? "border-success bg-success-surface text-success-ink" : "border-line-strong"}`}
                >
                  {done && <Check aria-hidden="true" size={12} />}
                </span>
                <span className="min-w-0">
                  {done || href === null ? (
                    <span className={done ? "text-ink-muted" : "font-medium"}>{title}</span>
                  ) : (
                    <PlainLink className="font-medium text-accent-text hover:underline" href={href}>
                      {title}
                    </PlainLink>
                  )}
                  <span className="block text-ink-muted text-xs">{done ? "Done" : detail}</span>
                </span>
              </li>
            );
          })}
        </ol>
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
