import { createContext, useContext } from "react";

/** A setup step around a settings form. */
interface SetupStep {
  /** Opens the next step. */
  next: () => unknown;
}

const SetupStepContext = createContext<SetupStep | null>(null);

/** Makes the forms inside it setup steps. */
export const SetupStep = SetupStepContext.Provider;

/** Returns the setup step around a form; null on settings screens. */
export const useSetupStep = () => useContext(SetupStepContext);
