/**
 * The signed-in rider, requested once. In the browser the answer is kept until it changes. On the server the typed
 * client is new for each request, so the answer lives as long as the request.
 */
import { redirect } from "@tanstack/react-router";
import type { Me } from "../../src/accounts/contract";
import { type Api, load, read } from "../api";
import { ApiError } from "../api-error";
import { endSession } from "../pwa/end-session";

const sessionByApi = new WeakMap<Api, Promise<Me>>();

/** The answer for somebody who is not signed in. */
export const signedOutSession: Me = { authenticated: false, getUser: null };

/** Returns the session's state. A failed check means signed out, and is repeated next time. */
export function sessionOf(api: Api): Promise<Me> {
  const storedSession = sessionByApi.get(api);
  if (storedSession) return storedSession;
  const request = read<Me>(api.auth.me.$get()).then(
    (me) => {
      if (!me.authenticated) endSession("rider");
      return me;
    },
    () => {
      sessionByApi.delete(api);
      return signedOutSession;
    },
  );
  sessionByApi.set(api, request);
  return request;
}

/** Stores the session that another call has returned. */
export function rememberSession(api: Api, me: Me): void {
  if (!me.authenticated) endSession("rider");
  sessionByApi.set(api, Promise.resolve(me));
}

/** Requests the session again. */
export function recheckSession(api: Api): Promise<Me> {
  sessionByApi.delete(api);
  return sessionOf(api);
}

/** Loads data of the signed-in rider, like `load`. An ended session leads to the visitors' page. */
export async function loadAsRider<T>(api: Api, call: Parameters<typeof load<T>>[0]): Promise<T> {
  try {
    return await load(call);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    rememberSession(api, signedOutSession);
    throw redirect({ href: "/JoinUs" });
  }
}
