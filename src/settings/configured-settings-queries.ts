import type { Deps } from "../deps";
import {
  type ConfigurableField,
  configurableFields,
  type LockedFields,
  variableByField,
} from "./configured-settings-contract";

/** Which of these settings the environment says, each with its variable. */
export function readLockedFields(
  { config: { given } }: Pick<Deps, "config">,
  names: readonly ConfigurableField[] = configurableFields,
): LockedFields {
  return Object.fromEntries(
    names.flatMap((name) =>
      given.has(variableByField[name]) ? [[name, variableByField[name]]] : [],
    ),
  );
}
