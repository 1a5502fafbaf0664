interface ImportMetaEnv {
  /** The version of the product, set by vite.config.ts. */
  readonly VITE_VERSION: string
}
