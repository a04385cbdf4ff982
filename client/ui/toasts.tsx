import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Slide, ToastContainer, type TypeOptions, toast } from "react-toastify/unstyled";
import { Spinner } from "./spinner";

/**
 * The place where toasts appear: once per area that uses them, at its root. Import it from a lazy
 * view, never from a public page: it costs 9 KB.
 */
export function ToastHost() {
  return (
    <ToastContainer
      autoClose={5000}
      draggablePercent={80}
      hotKeys={(event) => event.altKey && event.code === "KeyT"}
      icon={({ type, isLoading }) => icon(type, isLoading)}
      newestOnTop
      pauseOnFocusLoss
      pauseOnHover
      position="top-right"
      transition={Slide}
    />
  );
}

export type ToastKind = "success" | "info" | "error" | "warning";

/** Says something that passes. Returns the toast's id. */
export function showToast(kind: ToastKind, text: string, autoCloseMs?: number): string | number {
  return toast[kind](text, autoCloseMs === undefined ? {} : { autoClose: autoCloseMs });
}

/** Says that something has begun; it stays until `endToast` says how it ended. */
export function startToast(text: string): string | number {
  return toast.loading(text);
}

/** Turns the toast of `startToast` into its outcome, which then closes like any other. */
export function endToast(id: string | number, kind: ToastKind, text: string): void {
  toast.update(id, { render: text, type: kind, isLoading: false, autoClose: 5000 });
}

function icon(type: TypeOptions, loading: boolean | undefined) {
  if (loading) return <Spinner />;
  if (type === "success") return <CircleCheck aria-hidden="true" size={20} />;
  if (type === "error") return <CircleAlert aria-hidden="true" size={20} />;
  if (type === "warning") return <TriangleAlert aria-hidden="true" size={20} />;
  return <Info aria-hidden="true" size={20} />;
}
