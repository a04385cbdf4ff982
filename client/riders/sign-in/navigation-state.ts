import type { SendCodeAnswer } from "../../../src/accounts/contract";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What the login screen hands to the screen that asks for the code, and that one on. */
    verification?: SendCodeAnswer;
  }
}
