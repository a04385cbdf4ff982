/** The record beside a list, and a form whose record somebody else may save at the same time. */
import { afterEach, expect, test } from "bun:test";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { ApiError } from "../../../client/api-error";
import { useConflictMerge } from "../../../client/office/use-conflict-merge";
import { useRecord } from "../../../client/office/use-record";

afterEach(cleanup);

type Row = { id: string };

/** Renders `useRecord` with a call that is answered on command. */
function openRecord(firstId: string) {
  const answers = new Map<string, PromiseWithResolvers<Row>>();
  const request = (id: string) => {
    const answer = Promise.withResolvers<Row>();
    answers.set(id, answer);
    return answer.promise;
  };
  const { result, rerender } = renderHook(({ id }: Row) => useRecord(id, request), {
    initialProps: { id: firstId },
  });
  return { answers, result, rerender };
}

test("a late answer for the previous record does not replace the current one", async () => {
  const { answers, result, rerender } = openRecord("a");
  rerender({ id: "b" });
  await act(async () => answers.get("b")?.resolve({ id: "b" }));
  expect(result.current.row).toEqual({ id: "b" });
  await act(async () => answers.get("a")?.resolve({ id: "a" }));
  expect(result.current.row).toEqual({ id: "b" });
});

test("a late failure of the previous record is not shown for the current one", async () => {
  const { answers, result, rerender } = openRecord("a");
  rerender({ id: "b" });
  await act(async () => answers.get("a")?.reject(new ApiError(500, "server.error", "Broken")));
  await act(async () => answers.get("b")?.resolve({ id: "b" }));
  await waitFor(() => expect(result.current.row).toEqual({ id: "b" }));
  expect(result.current.failure).toBeNull();
  rerender({ id: "c" });
  rerender({ id: "d" });
  await act(async () => answers.get("c")?.reject(new ApiError(500, "server.error", "Broken")));
  expect(result.current.failure).toBeNull();
});

test("a conflict is reported even if the record of the other person cannot be loaded", async () => {
  const conflict = new ApiError(409, "request.conflict", "Somebody else saved a change first.");
  const { result } = renderHook(() =>
    useConflictMerge({ id: "a" }, () => Promise.reject(new ApiError(0, "network", "Offline"))),
  );
  await expect(result.current({ id: "a" }, () => Promise.reject(conflict))).rejects.toBe(conflict);
});
