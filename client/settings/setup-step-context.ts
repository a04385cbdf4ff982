import { createContext, useContext } from "react";

/** How a settings form behaves as a setup step. */
interface SetupStep {
  /** Goes to the next step. */
  next: () => unknown;
}

const SetupStepContext = createContext<SetupStep | null>(null);

/** Makes the forms inside it setup steps. */
export const SetupStep = SetupStepContext.Provider;

/** The setup around a form; null on settings screens. */
export const useSetupStep = () => useContext(SetupStepContext);
