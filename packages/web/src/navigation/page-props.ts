/** What every page of the app is given by the router. */
export interface PageProps {
  /** The values of the pattern. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}
