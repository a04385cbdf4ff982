import { useCallback, useEffect, useRef, useState } from "react";
import type { Provider } from "../../../src/accounts/providers/provider-contract";
import { type Api, read } from "../../api";

/** How often the current user is requested during a sign-in with a provider, in ms. */
const pollIntervalMs = 1000;
/** The longest time to poll, in ms. The server also waits this long for the provider's answer. */
const MAX_POLL_MS = 10 * 60_000;

/**
 * Opens a provider's sign-in as a full page. If this page stays open, because the provider opened elsewhere or the
 * visitor came back, it requests the current user every second until somebody is signed in: for at most 10 minutes, and
 * not while hidden.
 */
export function useProviderSignIn(
  api: Api,
  onSignedIn: () => Promise<void>,
): {
  /** The provider of the current sign-in; null without one. */
  activeProvider: Provider | null;
  open: (provider: Provider) => void;
} {
  const [activeProvider, setActiveProvider] = useState<Provider | null>(null);
  const latestOnSignedIn = useRef(onSignedIn);
  latestOnSignedIn.current = onSignedIn;

  useEffect(() => {
    if (!activeProvider) return;
    const endsAt = Date.now() + MAX_POLL_MS;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isRequesting = false;
    let isUnmounted = false;

    const checkUser = async () => {
      if (isRequesting) return;
      if (Date.now() >= endsAt) return setActiveProvider(null);
      isRequesting = true;
      // Without a sign-in or a network, the next second tries again.
      const user = await read(api.auth["current-user"].$get()).catch(() => null);
      isRequesting = false;
      if (!user?.id || isUnmounted) return;
      setActiveProvider(null);
      await latestOnSignedIn.current();
    };
    const restartPolling = () => {
      clearInterval(timer);
      timer = document.hidden ? undefined : setInterval(checkUser, pollIntervalMs);
    };
    const onVisibilityChange = () => {
      restartPolling();
      if (!document.hidden) void checkUser();
    };
    restartPolling();
    document.addEventListener("visibilitychange", onVisibilityChange);
    addEventListener("pageshow", onVisibilityChange);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
      removeEventListener("pageshow", onVisibilityChange);
    };
  }, [api, activeProvider]);

  const open = useCallback((provider: Provider) => {
    setActiveProvider(provider);
    location.assign(`/backend/auth/${provider}`);
  }, []);
  return { activeProvider, open };
}
