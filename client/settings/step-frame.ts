import { createContext, useContext } from "react";

/** What a form of the settings does otherwise where it is a step of the setup. */
interface StepFrame {
  /** Goes on to the next step. */
  next: () => unknown;
}

const Frame = createContext<StepFrame | null>(null);

/** Makes the forms within it steps of the setup. */
export const StepFrame = Frame.Provider;

/** The setup around a form; null on the settings' own screens. */
export const useStepFrame = () => useContext(Frame);
