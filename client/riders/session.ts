/**
 * Who is signed in, asked once. In the browser the answer is kept until it changes; on the server
 * the typed client is new for each request, and the answer lives as long as it.
 */
import { redirect } from "@tanstack/react-router";
import type { Me } from "../../src/accounts/contract";
import { type Api, load, read } from "../api";
import { ApiError } from "../api-error";
import { clearOfflineData } from "../pwa/clear-offline-data";

const known = new WeakMap<Api, Promise<Me>>();

/** The answer for somebody who is not signed in. */
export const stranger: Me = { authenticated: false, getUser: null };

/** The session's state; a check that fails finds nobody signed in, and is made again next time. */
export function sessionOf(api: Api): Promise<Me> {
  const found = known.get(api);
  if (found) return found;
  const asked = read<Me>(api.auth.me.$get()).then(
    (me) => {
      if (!me.authenticated) clearOfflineData("rider");
      return me;
    },
    () => {
      known.delete(api);
      return stranger;
    },
  );
  known.set(api, asked);
  return asked;
}

/** Keeps what another call has told of the session. */
export function rememberSession(api: Api, me: Me): void {
  if (!me.authenticated) clearOfflineData("rider");
  known.set(api, Promise.resolve(me));
}

/** Asks again, whatever was known. */
export function recheckSession(api: Api): Promise<Me> {
  known.delete(api);
  return sessionOf(api);
}

/**
 * As `load`, for what belongs to the signed-in rider: a session that has ended meanwhile leads to
 * the page for strangers.
 */
export async function loadMine<T>(api: Api, call: Parameters<typeof load<T>>[0]): Promise<T> {
  try {
    return await load(call);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    rememberSession(api, stranger);
    throw redirect({ href: "/JoinUs" });
  }
}
