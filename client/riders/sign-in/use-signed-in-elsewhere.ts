import { useEffect, useRef } from "react";
import type { Me, Rider } from "../../../src/accounts/contract";
import { type Api, read } from "../../api";
import { useAuth } from "../client-auth";

/**
 * Continues when the rider has signed in in another tab. Checks whenever this tab becomes visible. Does nothing while
 * nobody is signed in, or without a network.
 */
export function useSignedInElsewhere(api: Api, go: (rider: Rider) => void): void {
  const { checkSession } = useAuth();
  const latest = useRef({ checkSession, go });
  latest.current = { checkSession, go };
  useEffect(() => {
    let isUnmounted = false;
    const checkSignIn = async () => {
      if (document.hidden) return;
      const me = await read<Me>(api.auth.me.$get()).catch(() => null);
      if (isUnmounted || !me?.getUser) return;
      await latest.current.checkSession();
      if (!isUnmounted) latest.current.go(me.getUser);
    };
    document.addEventListener("visibilitychange", checkSignIn);
    return () => {
      isUnmounted = true;
      document.removeEventListener("visibilitychange", checkSignIn);
    };
  }, [api]);
}
