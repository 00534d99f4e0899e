/** Props that the router passes to every page. */
export interface PageProps {
  /** Parameters of the path pattern. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}
