/** A pin that found nothing, for pages that do not exist; drawn in `client/public/illustrations.svg`. */
export function NotFoundArt() {
  return (
    <svg aria-hidden="true" height="120" width="200">
      <use href="/illustrations.svg#lost" />
    </svg>
  );
}
