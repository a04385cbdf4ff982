/** The picture on pages that don't exist: a map pin. The drawing is in `client/public/illustrations.svg`. */
export function NotFoundArt() {
  return (
    <svg aria-hidden="true" height="120" width="200">
      <use href="/illustrations.svg#lost" />
    </svg>
  );
}
