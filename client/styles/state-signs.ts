/**
 * The classes that draw a state's icon at the beginning of its badge, `sign-pending` and the like: in the markup of
 * a list the drawing would be half of each badge.
 */
import plugin from "tailwindcss/plugin";
import { stateSigns } from "../ui/state-signs";

export default plugin(({ addUtilities }) => {
  addUtilities(
    Object.entries(stateSigns).map(([state, path]) => ({
      [`.sign-${state}`]: {
        "&::before": {
          flexShrink: "0",
          width: "14px",
          height: "14px",
          backgroundColor: "currentcolor",
          mask: `url("data:image/svg+xml,${encodeURIComponent(picture(path))}") center / contain`,
          printColorAdjust: "exact",
          content: '""',
          "@media (forced-colors: active)": { backgroundColor: "CanvasText" },
        },
      },
    })),
  );
});

function picture(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;
}
