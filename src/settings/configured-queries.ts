import type { Deps } from "../deps";
import {
  type Configurable,
  configurable,
  type LockedFields,
  variableOf,
} from "./configured-contract";

/** Which of these settings the environment says, each with its variable. */
export function lockedBy(
  { config: { given } }: Pick<Deps, "config">,
  names: readonly Configurable[] = configurable,
): LockedFields {
  return Object.fromEntries(
    names.flatMap((name) => (given.has(variableOf[name]) ? [[name, variableOf[name]]] : [])),
  );
}
