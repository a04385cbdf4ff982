/** Files that the build serves under a name of their own; importing one gives its address. */
declare module "*.css" {
  const url: string;
  export default url;
}

declare module "maplibre-gl/dist/maplibre-gl-worker.mjs" {
  const url: string;
  export default url;
}
