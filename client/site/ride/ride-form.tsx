import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { buttonStyle } from "../../ui/button-style";
import { useSiteHref } from "../../ui/site-link";
import { useWords } from "../../words/use-words";
import type { RideButtonState } from "./interactive-ride-fields";

/**
 * From where to where and when: the price at once, and on to the booking with everything typed. It is the
 * plain form of `staticFields` until its interactive part has loaded, and stays plain without scripts: then it is
 * sent to `/request-ride`, which asks whom to call back. So it is where nothing is priced.
 */
export function RideForm({
  api,
  settings,
  staticFields,
  isPriced,
  label,
  onQuoteRequest,
}: {
  api: Api;
  settings: Settings;
  staticFields: ReactNode;
  /** Prices are offered; without, only a call back. */
  isPriced: boolean;
  /** The button's initial label. */
  label?: ReactNode;
  /** Runs once a call back was requested; if given, that is offered. */
  onQuoteRequest?: () => void;
}) {
  const t = useWords();
  const siteHref = useSiteHref();
  // Null until it has loaded, undefined if it could not be loaded: then the plain form is used.
  const [interactiveModule, setInteractiveModule] = useState<
    typeof import("./interactive-ride-fields") | null | undefined
  >(isPriced || onQuoteRequest ? null : undefined);
  useEffect(() => {
    if (interactiveModule === null)
      import("./interactive-ride-fields").then(setInteractiveModule, () =>
        setInteractiveModule(undefined),
      );
  }, [interactiveModule]);
  const form = useRef<HTMLFormElement>(null);
  const [pressCount, setPressCount] = useState(0);
  const [state, setState] = useState<RideButtonState>({});
  return (
    <>
      <form
        action={siteHref("/request-ride")}
        aria-label={t("Your ride")}
        className="grid gap-4"
        method="post"
        noValidate={Boolean(interactiveModule)}
        onSubmit={(event) => {
          if (interactiveModule === undefined) return;
          event.preventDefault();
          setPressCount(pressCount + 1);
        }}
        ref={form}
      >
        {interactiveModule ? (
          <interactiveModule.InteractiveRideFields
            api={api}
            form={form}
            isPriced={isPriced}
            onQuoteRequest={onQuoteRequest}
            onButtonState={setState}
            pressCount={pressCount}
            settings={settings}
          />
        ) : (
          staticFields
        )}
        <button
          className={buttonStyle("primary", "medium", true)}
          disabled={state.busy}
          type="submit"
        >
          {state.label ?? label ?? t("See prices")}
        </button>
      </form>
      {/* Reserves the space of its first line. */}
      <div className={onQuoteRequest && isPriced ? "noscript:min-h-0 min-h-13" : undefined}>
        {state.footer}
      </div>
    </>
  );
}
