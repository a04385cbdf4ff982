import type { Deps } from "../deps";
import {
  type ConfigurableField,
  configurableFields,
  type LockedFields,
  variableByField,
} from "./configured-settings-contract";

/** Returns which of these settings the environment defines, each with its variable. */
export function readLockedFields(
  { config: { setVariables } }: Pick<Deps, "config">,
  names: readonly ConfigurableField[] = configurableFields,
): LockedFields {
  return Object.fromEntries(
    names.flatMap((name) =>
      setVariables.has(variableByField[name]) ? [[name, variableByField[name]]] : [],
    ),
  );
}
