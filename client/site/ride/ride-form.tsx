import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { buttonStyle } from "../../ui/button-style";
import { useSiteHref } from "../../ui/site-link";
import { useWords } from "../../words/use-words";
import type { RideButtonState } from "./interactive-ride-fields";

/**
 * The ride form: pickup, drop-off and time lead to the price at once, and then to the booking with all typed values.
 * Until its interactive part has loaded it shows the plain `staticFields`. It stays plain without scripts or prices,
 * and is then sent to `/request-ride`, which asks whom to call back.
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
  /** Whether prices are offered. Otherwise only a call back is. */
  isPriced: boolean;
  /** The button's initial label. */
  label?: ReactNode;
  /** Called once a call back was requested. If it is given, the form offers a call back. */
  onQuoteRequest?: () => void;
}) {
  const t = useWords();
  const siteHref = useSiteHref();
  // Null until the module has loaded, undefined if it can't be loaded. The plain form is used then.
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
  const [buttonState, setButtonState] = useState<RideButtonState>({});
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
            onButtonState={setButtonState}
            pressCount={pressCount}
            settings={settings}
          />
        ) : (
          staticFields
        )}
        <button
          className={buttonStyle("primary", "medium", true)}
          disabled={buttonState.busy}
          type="submit"
        >
          {buttonState.label ?? label ?? t("See prices")}
        </button>
      </form>
      {/* Reserves the space of the first line. */}
      <div className={onQuoteRequest && isPriced ? "noscript:min-h-0 min-h-13" : undefined}>
        {buttonState.footer}
      </div>
    </>
  );
}
