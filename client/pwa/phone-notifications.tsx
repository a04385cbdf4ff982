import { Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { PushState, TurnOnPush } from "../../src/notifications/push/push-contract";
import { ApiError } from "../api-error";
import { useActions } from "../forms/use-actions";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { FieldError } from "../ui/field";
import { useWords } from "../words/use-words";
import { phrase, type Phrase, type Say } from "../words/words";
import { hasInstallOffer, takeInstallOffer } from "./install-offer";

/** The calls of the rider's or driver's area. Each throws `ApiError`. */
interface PushCalls {
  state: () => Promise<PushState>;
  on: (phone: TurnOnPush) => Promise<PushState>;
  off: () => Promise<PushState>;
}

type NotificationSupport = "yes" | "no" | "blocked" | "home-screen-first";

/** Turns on notifications on this phone, and adds the page to the home screen, only after a tap. */
export function PhoneNotifications({ calls }: { calls: PushCalls }) {
  const t = useWords();
  const [support, setSupport] = useState<NotificationSupport | null>(null);
  const [state, setState] = useState<PushState | null>(null);
  const [canInstall, setCanInstall] = useState(false);
  const [stateFailure, setStateFailure] = useState<string | null>(null);
  const { act, busy, failure } = useActions({ failureTextOf: (error) => errorText(error, t) });
  const initialCalls = useRef(calls);
  const latestTranslate = useRef(t);

  useEffect(() => {
    setCanInstall(hasInstallOffer());
    const currentSupport = notificationSupport();
    setSupport(currentSupport);
    if (currentSupport !== "yes" && currentSupport !== "blocked") return;
    let isUnmounted = false;
    readPushState(initialCalls.current).then(
      (pushState) => {
        if (!isUnmounted) setState(pushState);
      },
      (error: unknown) => {
        if (!isUnmounted) setStateFailure(errorText(error, latestTranslate.current));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, []);

  const change = (changeState: () => Promise<PushState | null>) => {
    setStateFailure(null);
    return act("change", changeState, (next) => {
      if (next) setState(next);
      setSupport(notificationSupport());
    });
  };

  const isOn = state?.on === true && support === "yes";
  return (
    <div>
      <Checkbox
        checked={isOn}
        disabled={busy || support !== "yes" || state === null}
        hint={support && t.of(supportWords[support])}
        label={t("Notifications on this phone")}
        onChange={(event) =>
          void change(
            event.target.checked
              ? () => turnOnNotifications(calls, state?.publicKey ?? "", false)
              : calls.off,
          )
        }
      />
      {isOn && (
        <Checkbox
          checked={state.hideDetails}
          disabled={busy}
          hint={t("Notifications will only say that there is an update.")}
          label={t("Hide details")}
          onChange={(event) => {
            const shouldHide = event.target.checked;
            void change(() => turnOnNotifications(calls, state.publicKey, shouldHide));
          }}
        />
      )}
      <FieldError id="phone-notifications-error">{failure ?? stateFailure}</FieldError>
      {canInstall && (
        <Button
          className="mt-3"
          icon={<Smartphone aria-hidden="true" size={20} />}
          onClick={() => {
            setCanInstall(false);
            // The person answers the browser's prompt, so there is no result to wait for.
            void takeInstallOffer()?.prompt();
          }}
          variant="secondary"
        >
          {t("Install the app")}
        </Button>
      )}
    </div>
  );
}

const supportWords: Record<NotificationSupport, Phrase> = {
  yes: phrase("You get notifications while you are signed in on this phone."),
  no: phrase("This browser cannot show notifications."),
  blocked: phrase(
    "This browser blocks our notifications. You can allow them in its settings for this site.",
  ),
  "home-screen-first": phrase(
    "Add this page to your home screen first: tap Share, then Add to Home Screen, and open it from there.",
  ),
};

function notificationSupport(): NotificationSupport {
  const isSupported =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (isSupported) return Notification.permission === "denied" ? "blocked" : "yes";
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent);
  return isApple && !matchMedia("(display-mode: standalone)").matches ? "home-screen-first" : "no";
}

/** Reads the current state, and renews a subscription made for old keys of the server. */
async function readPushState(calls: PushCalls): Promise<PushState> {
  const state = await calls.state();
  if (!state.on || Notification.permission !== "granted") return { ...state, on: false };
  const { pushManager } = await navigator.serviceWorker.ready;
  const existingSubscription = await pushManager.getSubscription();
  if (existingSubscription && keyOf(existingSubscription) === state.publicKey) return state;
  return (
    (await turnOnNotifications(calls, state.publicKey, state.hideDetails)) ?? {
      ...state,
      on: false,
    }
  );
}

/** Asks for permission if needed, subscribes and informs the server. Returns null if the person declined. */
async function turnOnNotifications(
  calls: PushCalls,
  publicKey: string,
  hideDetails: boolean,
): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const existingSubscription = await pushManager.getSubscription();
  if (existingSubscription && keyOf(existingSubscription) !== publicKey)
    await existingSubscription.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return calls.on({
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
    hideDetails,
  });
}

/** Returns the server key of a subscription as base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function errorText(error: unknown, t: Say): string {
  return error instanceof ApiError
    ? error.message
    : t("This browser could not reach its notification service. Please try again.");
}
