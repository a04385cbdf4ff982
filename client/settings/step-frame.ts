import { createContext, useContext } from "react";

/** How a settings form behaves as a setup step. */
interface StepFrame {
  /** Goes to the next step. */
  next: () => unknown;
}

const Frame = createContext<StepFrame | null>(null);

/** Makes the forms inside it setup steps. */
export const StepFrame = Frame.Provider;

/** The setup around a form; null on settings screens. */
export const useStepFrame = () => useContext(Frame);
