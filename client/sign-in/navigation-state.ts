import type { SendCodeAnswer } from "../../src/accounts/contract";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What the login screen passes to the code screen, and that screen to the next. */
    verification?: SendCodeAnswer;
    /** The values sent from the login screen, to correct it after going back. */
    contact?: string;
  }
}
