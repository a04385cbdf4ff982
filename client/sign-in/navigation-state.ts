import type { SendCodeAnswer } from "../../src/accounts/contract";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What the login screen hands to the screen that asks for the code, and that one on. */
    verification?: SendCodeAnswer;
    /** What was sent from the login screen, for those who come back to it to correct it. */
    contact?: string;
  }
}
