import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { BookingNeed } from "../../src/desk/open-for-booking-contract";
import type { GettingStarted as Answer } from "../../src/desk/getting-started-contract";
import { useOffice } from "../office/calls";
import { stepPath } from "../office/setup-steps";
import { missingForBookingWords } from "../opening/missing-for-booking-words";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { IconButton } from "../ui/icon-button";
import { PlainLink } from "../ui/plain-link";

const HIDDEN_KEY = "livery.dispatch.lacksPutAway";
/** The entry for an unfinished setup in the list of hidden items. */
const SETUP_ITEM = "setup";

/**
 * The details that the next booking lacks, with a link for each, and a link to the setup. Disappears when nothing is
 * missing. Once hidden, it returns only if something else is missing.
 */
export function GettingStarted() {
  const { api, call } = useOffice();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [hiddenItems, setHiddenItems] = useState<readonly string[]>([]);
  useEffect(() => {
    setHiddenItems(readHiddenItems());
    let isUnmounted = false;
    call(api.admin["getting-started"].$get()).then(
      (loaded) => {
        if (!isUnmounted) setAnswer(loaded);
      },
      () => {
        // The board itself reports an unreachable server. The card loads on the next visit.
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call]);
  if (!answer) return null;
  const { steps, missing } = answer;
  const nextStep = steps.find(({ done, left }) => !done && !left);
  const shownItems: (BookingNeed | typeof SETUP_ITEM)[] = [
    ...missing,
    ...(nextStep ? [SETUP_ITEM as typeof SETUP_ITEM] : []),
  ];
  if (shownItems.every((each) => hiddenItems.includes(each))) return null;
  const doneCount = steps.filter((each) => each.done).length;
  const title =
    nextStep || missing.includes("open") ? "Getting started" : "Before your next booking";
  return (
    <section aria-label={title} className="mt-4">
      <Card className="p-4" flush>
        <div className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:items-center">
          <div className="min-w-0 flex-1 basis-4/5 sm:basis-auto">
            <h2 className="font-medium text-base">{title}</h2>
            <p className="text-ink-muted text-sm">
              {missing.length > 0
                ? "Please complete these before your next booking"
                : "You are ready for your next booking"}
              {nextStep && `. ${doneCount} of ${steps.length} setup steps are done`}
            </p>
          </div>
          {nextStep && (
            <ButtonLink
              className="max-sm:order-last"
              size="small"
              to={stepPath(nextStep.step)}
              variant="secondary"
            >
              Continue setup
            </ButtonLink>
          )}
          <IconButton
            dense
            icon={<X aria-hidden="true" size={18} />}
            label="Hide until another item is missing"
            onClick={() => {
              rememberHiddenItems(shownItems);
              setHiddenItems(shownItems);
            }}
          />
        </div>
        {missing.length > 0 && (
          <ul className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
            {missing.map((missingKind) => {
              const { title: words, detail, href } = missingForBookingWords(missingKind, answer);
              return (
                <li className="py-1" key={missingKind}>
                  <PlainLink
                    className="inline-flex min-h-6 items-center font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
                    href={href}
                  >
                    {words}
                  </PlainLink>
                  <p className="text-ink-muted text-xs">{detail}</p>
                </li>
              );
            })}
          </ul>
        )}
      </Card>
    </section>
  );
}

/** Reads the items that were missing when the card was hidden in this browser. */
function readHiddenItems(): string[] {
  try {
    return (localStorage.getItem(HIDDEN_KEY) ?? "").split(" ");
  } catch {
    return [];
  }
}

function rememberHiddenItems(items: readonly string[]): void {
  try {
    localStorage.setItem(HIDDEN_KEY, items.join(" "));
  } catch {
    // Without storage, the card appears again next time.
  }
}
