import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { ApiError, hasSessionEnded } from "../api-error";
import type { Notice } from "../sign-in/notice-popup";
import { useWords } from "../words/use-words";
import { profileFailureText } from "./profile";

/** Makes the message for names that were not saved. If the session has ended, OK leads to the sign-in. */
export function useProfileFailure(): (failure: unknown) => Notice {
  const t = useWords();
  const navigate = useNavigate();
  return useCallback(
    (failure) => {
      if (hasSessionEnded(failure))
        return {
          kind: "error",
          text: t("You are not authenticated"),
          onClosed: () => void navigate({ to: "/rideLogin" }),
        };
      const hasNoNetwork = failure instanceof ApiError && failure.code === "network";
      return {
        kind: "error",
        text: profileFailureText(failure, t),
        detail: hasNoNetwork
          ? t("No answer: you seem to be offline. What you typed is still here.")
          : undefined,
      };
    },
    [navigate, t],
  );
}
