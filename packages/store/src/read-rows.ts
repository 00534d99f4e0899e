/** Runs a query and returns its rows. */
export type ReadRows = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
