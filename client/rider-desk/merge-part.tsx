import { useEffect, useState } from "react";
import { MergeFlow, type MergeFlowProps } from "./merge-dialog";
import type { DuplicateRider } from "../../src/riders/merge-contract";
import { useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { duplicateWords, titleOf } from "./merge-words";

/**
 * Shows likely duplicates above a rider's details, and merges riders. Renders nothing without duplicates, unless
 * somebody opened the merge.
 */
export function MergePart({
  mergeRequest,
  onMergeRequested,
  ...mergeSteps
}: Omit<MergeFlowProps, "duplicates" | "initialOtherRider"> & {
  /** Whether to open the merge, and the rider to merge with if known. */
  mergeRequest: boolean | DuplicateRider;
  onMergeRequested: (duplicate: DuplicateRider) => void;
}) {
  const { rider } = mergeSteps;
  const { api, call } = useOffice();
  const [duplicates, setDuplicates] = useState<readonly DuplicateRider[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who was just merged is offered no more.
  useEffect(() => {
    let isUnmounted = false;
    call(api.admin.riders[":id"].duplicates.$get({ param: { id: rider.id } })).then(
      ({ riders }) => {
        if (!isUnmounted) setDuplicates(riders);
      },
      // A failure only hides the likely duplicates. The search in the merge reports its own errors.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, rider.id, rider.merged.length]);
  return (
    <>
      {duplicates.length > 0 && (
        <div className="mb-4">
          <NoticeBanner tone="info">
            <p className="font-medium">
              {duplicates.length === 1
                ? "This rider may be the same person as another rider"
                : "These riders may be the same person as this one"}
            </p>
            <ul>
              {duplicates.map((other) => (
                <li
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-4"
                  key={other.id}
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {titleOf(other)} · {duplicateWords[other.reason]}
                  </span>
                  <Button onClick={() => onMergeRequested(other)} size="small" variant="quiet">
                    Compare
                  </Button>
                </li>
              ))}
            </ul>
          </NoticeBanner>
        </div>
      )}
      {mergeRequest !== false && (
        <MergeFlow
          {...mergeSteps}
          duplicates={duplicates}
          initialOtherRider={mergeRequest === true ? null : mergeRequest}
        />
      )}
    </>
  );
}
