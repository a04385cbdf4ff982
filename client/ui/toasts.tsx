import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { Slide, ToastContainer, type TypeOptions, toast } from "react-toastify/unstyled";
import { useWords } from "../words/use-words";
import { Spinner } from "./spinner";
import { controlsWithin, toastTopFor } from "./toast-top-position";

/**
 * The container of toasts, rendered once at the root of each area that uses them. Import it from a lazy view, never
 * from a public page, because it costs 9 KB.
 */
export function ToastHost() {
  const isRtl = useWords().dir === "rtl";
  useEffect(keepToastsClear, []);
  return (
    <ToastContainer
      autoClose={5000}
      draggablePercent={80}
      hotKeys={(event) => event.altKey && event.code === "KeyT"}
      icon={({ type, isLoading }) => icon(type, isLoading)}
      newestOnTop
      pauseOnFocusLoss
      pauseOnHover
      position={isRtl ? "top-left" : "top-right"}
      rtl={isRtl}
      transition={Slide}
    />
  );
}

/** How often to check whether toasts cover a control, in ms, because the page below can change. */
const POLL_INTERVAL_MS = 150;

/** Moves toasts away from controls while there are toasts, but not while the pointer rests on one. */
function keepToastsClear(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const moveToasts = () => {
    const container = document.querySelector<HTMLElement>(".Toastify__toast-container");
    const toasts = container?.querySelectorAll(".Toastify__toast") ?? [];
    if (!container || toasts.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (container.matches(":hover, :focus-within")) return;
    const { left, right, height } = container.getBoundingClientRect();
    container.style.top = `${toastTopFor(height, innerHeight, controlsWithin(container, left, right))}px`;
  };
  const unsubscribe = toast.onChange(() => {
    // Waits until the toast is on the page.
    requestAnimationFrame(moveToasts);
    timer ??= setInterval(moveToasts, POLL_INTERVAL_MS);
  });
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

export type ToastKind = "success" | "info" | "error" | "warning";

/** The visible toasts by kind and text, and how often each was shown. */
const visibleToasts = new Map<string, { id: string | number; times: number }>();

/** Shows a message that disappears. The same message, repeated while visible, is one toast with a count. */
export function showToast(kind: ToastKind, text: string, autoCloseMs = 5000): string | number {
  const key = `${kind} ${text}`;
  const visibleToast = visibleToasts.get(key);
  // A toast that is disappearing doesn't count as visible, but the library would drop another one with the same id.
  if (!visibleToast || !toast.isActive(visibleToast.id)) {
    const id = toast[kind](text, {
      autoClose: autoCloseMs,
      onClose: () => visibleToasts.delete(key),
    });
    visibleToasts.set(key, { id, times: 1 });
    return id;
  }
  visibleToast.times++;
  toast.update(visibleToast.id, {
    render: `${text} (${visibleToast.times})`,
    autoClose: autoCloseMs,
  });
  return visibleToast.id;
}

/** Shows that an action has started. The toast stays until `endToast` shows the outcome. */
export function startToast(text: string): string | number {
  return toast.loading(text);
}

/** Turns the toast of `startToast` into its outcome, which then closes like any other toast. */
export function endToast(id: string | number, kind: ToastKind, text: string): void {
  toast.update(id, { render: text, type: kind, isLoading: false, autoClose: 5000 });
}

function icon(type: TypeOptions, isLoading: boolean | undefined) {
  if (isLoading) return <Spinner />;
  if (type === "success") return <CircleCheck aria-hidden="true" size={20} />;
  if (type === "error") return <CircleAlert aria-hidden="true" size={20} />;
  if (type === "warning") return <TriangleAlert aria-hidden="true" size={20} />;
  return <Info aria-hidden="true" size={20} />;
}
