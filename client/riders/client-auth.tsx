/** The rider's sign-in state and the calls that change it, for every screen of the rider area. */
import { useRouter } from "@tanstack/react-router";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import type {
  Language,
  Me,
  Rider,
  SendCodeAnswer,
  SignInLinkAnswer,
  VerifyCode,
} from "../../src/accounts/contract";
import { type Api, read } from "../api";
import { deleteUnsentMessages } from "../messages/unsent-messages";
import { ApiError, hasSessionEnded, wordsOf } from "../api-error";
import { useLazy } from "../lazy";
import { recheckSession, rememberSession, signedOutSession } from "./session";
import { useWords } from "../words/use-words";

/** Loads lazily, because only some screens ask for an identifier. */
const loadIdentifierRules = () =>
  import("../../src/accounts/rules").catch(() => {
    throw new ApiError(0, "network", "The page could not be loaded completely.");
  });

/** The fields that a profile form sends; empty ones are left out. */
interface ProfileChange {
  firstName?: string;
  lastName?: string;
  /** The rider has only a first name. */
  hasOneName?: "true";
  email?: string;
  phone?: string;
  profilePic?: File;
  language?: Language;
}

export interface ClientAuth {
  user: Rider | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  /** The last error as a text for the rider; null after a successful call. */
  error: string | null;
  /** Sends a one-time code. Throws "Invalid email or phone number", without a request, if the identifier is neither. */
  sendCode: (identifier: string, callingCode?: string) => Promise<SendCodeAnswer>;
  /** Signs in with a code and returns the rider. */
  verifyCode: (attempt: VerifyCode) => Promise<Rider>;
  /** Signs in with the token of a one-tap link. */
  signInByLink: (token: string) => Promise<SignInLinkAnswer>;
  /** Saves the profile and returns the stored rider. */
  updateProfile: (change: ProfileChange) => Promise<Rider>;
  /** Confirms a new e-mail address or phone number with its code. */
  verifyContact: (identifier: string, otp: string) => Promise<Rider>;
  /** Removes the picture. */
  removePicture: () => Promise<Rider>;
  /** Cancels the change of a contact that waits for its code. */
  withdrawContact: (kind: "email" | "phone") => Promise<Rider>;
  /** Asks the server again for the signed-in rider. */
  checkSession: () => Promise<void>;
  logout: () => Promise<void>;
}

const ClientAuthContext = createContext<ClientAuth | null>(null);

/** Returns the sign-in state and its calls. Throws outside a `ClientAuthContextProvider`. */
export function useAuth(): ClientAuth {
  const auth = useContext(ClientAuthContext);
  if (!auth) throw new Error("useAuth must be used within an ClientAuthContextProvider.");
  return auth;
}

/**
 * Holds the sign-in state. `session` is the state a loader found. Without it the session is checked when the provider
 * mounts, and `isLoading` is true until then.
 */
export function ClientAuthContextProvider({
  api,
  session,
  children,
}: {
  api: Api;
  session?: Me;
  children: ReactNode;
}) {
  const t = useWords();
  const words = useRouter({ warn: false })?.options.context?.words;
  const [me, setMe] = useState<Me | null>(session ?? null);
  const [error, setError] = useState<string | null>(null);
  const rules = useLazy(loadIdentifierRules);

  const storeSession = useCallback(
    (next: Me) => {
      rememberSession(api, next);
      setMe(next);
    },
    [api],
  );
  useEffect(() => {
    if (session) return storeSession(session);
    let isUnmounted = false;
    void recheckSession(api).then((checkedSession) => {
      if (!isUnmounted) setMe(checkedSession);
    });
    return () => {
      isUnmounted = true;
    };
  }, [api, session, storeSession]);

  const auth = useMemo<ClientAuth>(() => {
    /** Runs a call. A failure sets `error`, and the caller gets it too. */
    async function attempt<T>(fallback: string, call: () => Promise<T>): Promise<T> {
      setError(null);
      try {
        return await call();
      } catch (failure) {
        setError(wordsOf(failure, fallback));
        // The session has ended, so the next page is for visitors. This page stays, with the typed text.
        if (hasSessionEnded(failure)) rememberSession(api, signedOutSession);
        throw failure;
      }
    }
    /** Saves a language chosen while signing in to the account. */
    const saveChosenLanguage = async (user: Rider): Promise<Rider> => {
      const language = words?.chosen;
      if (!language || language === user.language) return user;
      try {
        const { updateUser } = await read(api.users["update-profile"].$put({ form: { language } }));
        return updateUser;
      } catch {
        // The sign-in has succeeded, so the page uses the account's language.
        return user;
      }
    };
    const setUser = (user: Rider) => {
      storeSession({ authenticated: true, getUser: user });
      return user;
    };
    return {
      user: me?.getUser ?? null,
      isAuthenticated: me?.authenticated ?? false,
      isLoading: me === null,
      error,
      sendCode: (identifier, callingCode) =>
        attempt(t("Failed to send OTP"), async () => {
          const { INVALID_IDENTIFIER, readIdentifier } = rules ?? (await loadIdentifierRules());
          if (!readIdentifier(identifier)) {
            throw new ApiError(400, "identifier.invalid", t.known(INVALID_IDENTIFIER));
          }
          const code = callingCode ? { code: callingCode } : {};
          return read(api.auth["send-otp"].$post({ json: { identifier, ...code } }));
        }),
      verifyCode: (input) =>
        attempt(t("Verification failed"), async () => {
          const answer = await read(api.auth["verify-otp"].$post({ json: input }));
          const checkedSession = await recheckSession(api);
          const user = await saveChosenLanguage(checkedSession.getUser ?? answer.getUser);
          if (answer.token) setUser(user);
          return user;
        }),
      signInByLink: (token) =>
        attempt(t("Verification failed"), async () => {
          const answer = await read(api.auth["signin-link"].$post({ json: { token } }));
          if (answer.audience === "rider") storeSession(await recheckSession(api));
          return answer;
        }),
      updateProfile: (change) =>
        attempt(t("Update failed"), async () => {
          const { updateUser } = await read(
            api.users["update-profile"].$put({ form: withoutEmptyFields(change) }),
          );
          if (!updateUser) throw new Error("Failed to update user profile");
          return setUser(updateUser);
        }),
      verifyContact: (identifier, otp) =>
        attempt(t("Verification failed"), async () => {
          const { updateUser } = await read(
            api.users["verify-contact"].$post({ json: { identifier, otp } }),
          );
          return setUser(updateUser);
        }),
      removePicture: () =>
        attempt(t("Update failed"), async () => {
          const { updateUser } = await read(api.users.picture.$delete());
          return setUser(updateUser);
        }),
      withdrawContact: (kind) =>
        attempt(t("Update failed"), async () => {
          const { updateUser } = await read(
            api.users["pending-contacts"][":kind"].$delete({ param: { kind } }),
          );
          return setUser(updateUser);
        }),
      checkSession: async () => storeSession(await recheckSession(api)),
      logout: () =>
        attempt(t("Logout failed"), async () => {
          await read(api.auth.logout.$post());
          deleteUnsentMessages("rider");
          storeSession(signedOutSession);
        }),
    };
  }, [api, me, error, storeSession, rules, t, words]);

  return <ClientAuthContext value={auth}>{children}</ClientAuthContext>;
}

function withoutEmptyFields(change: ProfileChange): ProfileChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value));
}
