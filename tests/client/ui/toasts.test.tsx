/** Toasts as the library handles them: none is lost. */
import { afterEach, expect, test } from "bun:test";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { toast } from "react-toastify/unstyled";
import { showToast, ToastHost } from "../../../client/ui/toasts";

afterEach(cleanup);

test("a message that comes again while its toast is closing is shown again", async () => {
  render(<ToastHost />);
  const first = showToast("success", "Saved.");
  await screen.findByText("Saved.");
  toast.dismiss(first);
  // The toast stays in the page while it slides away.
  await waitFor(() => expect(toast.isActive(first)).toBe(false));
  expect(screen.getAllByText("Saved.")).toHaveLength(1);
  const second = showToast("success", "Saved.");
  await waitFor(() => expect(toast.isActive(second)).toBe(true));
  showToast("success", "Saved.");
  await screen.findByText("Saved. (2)");
});
