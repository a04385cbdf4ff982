import { useMemo } from "react";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { type FeeChange, feeChanges } from "./changes";
import { ChangesList } from "./changes-list";
import { useDraft, useFees } from "./fees-context";
import { mergeParts } from "./paths";

/** Somebody else saved the draft first: shows both sets of changes and asks which to keep. */
export function ConflictBanner({ theirs }: { theirs: FeeDraftAnswer }) {
  const { draft, names } = useFees();
  const base = useDraft(({ saved }) => saved);
  const mine = useDraft(({ schedule }) => schedule);
  const editorName = theirs.updatedBy ?? "Somebody else";
  const changes = useMemo(
    () => ({
      theirs: feeChanges(base, theirs.schedule, names),
      mine: feeChanges(base, mine, names),
      conflictCount: mergeParts(base, mine, theirs.schedule).conflictPaths.length,
    }),
    [base, mine, theirs, names],
  );
  return (
    <Card className="mb-6 border-warning">
      <div role="alert">
        <h2 className="text-base">{`${editorName} changed the draft while you were editing it`}</h2>
        <p className="mt-1 text-ink-muted text-sm">
          Your changes are kept. Nothing will be saved until you choose.{" "}
          {changes.conflictCount === 0
            ? "You changed different entries, so both versions can be kept."
            : changes.conflictCount === 1
              ? "You both changed one entry. “Keep both changes” keeps your version of this entry."
              : `You both changed ${changes.conflictCount} entries. “Keep both changes” keeps your version of these entries.`}
        </p>
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        <ConflictSide changes={changes.theirs} title={`${editorName} changed`} />
        <ConflictSide changes={changes.mine} title="You changed" />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => draft.resolve("both")} size="small">
          Keep both changes
        </Button>
        <Button onClick={() => draft.resolve("mine")} size="small" variant="secondary">
          Keep only my changes
        </Button>
        <Button onClick={() => draft.resolve("theirs")} size="small" variant="secondary">
          Keep only their changes
        </Button>
      </div>
    </Card>
  );
}

function ConflictSide({ title, changes }: { title: string; changes: readonly FeeChange[] }) {
  return (
    <div className="min-w-0">
      <p className="mb-2 font-semibold text-sm">{title}</p>
      {changes.length > 0 ? (
        <div className="max-h-72 overflow-y-auto">
          <ChangesList changes={changes} />
        </div>
      ) : (
        <p className="text-ink-muted text-sm">No differences.</p>
      )}
    </div>
  );
}
