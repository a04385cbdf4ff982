import { settings } from "../../db/schema/settings";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import type { PostponeStep } from "./getting-started-contract";

/** Records that a setup step is postponed or resumed. */
export async function postponeStep(deps: Deps, { step, left }: PostponeStep): Promise<void> {
  await deps.write((tx) => {
    const others = readOperator({ ...deps, db: tx }).postponedSetupSteps.filter(
      (each) => each !== step,
    );
    tx.update(settings)
      .set({ postponedSetupSteps: left ? [...others, step] : others })
      .run();
  });
}
