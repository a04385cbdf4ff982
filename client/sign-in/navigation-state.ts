import type { SendCodeAnswer } from "../../src/accounts/contract";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The state that the login screen passes to the code screen, and that screen to the next. */
    verification?: SendCodeAnswer;
    /** The contact sent from the login screen, to be corrected after going back. */
    contact?: string;
  }
}
