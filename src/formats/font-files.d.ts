/** A file that goes with the executable; its path there. */
declare module "*.woff" {
  const path: string;
  export default path;
}

/** A file in brotli that goes with the executable; its path there. */
declare module "*.br" {
  const path: string;
  export default path;
}
