export const PERIODS = ['this', 'last'] as const
export type Period = (typeof PERIODS)[number]

export const USAGE_PAGE = 20

/** The first and the last day of a month in UTC. */
export function daysOf(period: Period, now: number): { readonly from: string; readonly to: string } {
  const date = new Date(now)
  const month = date.getUTCMonth() - (period === 'last' ? 1 : 0)
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: day(Date.UTC(date.getUTCFullYear(), month)), to: day(Date.UTC(date.getUTCFullYear(), month + 1, 0)) }
}

interface Exported {
  readonly period: Period
  /** Empty for all projects. */
  readonly project: string
}

/** The address of the CSV of a month. */
export function usageExport(baseUrl: string, { period, project }: Exported, now: number): string {
  const query = { ...daysOf(period, now), ...(project !== '' && { project }) }
  return `${baseUrl}/usage/export?${new URLSearchParams(query)}`
}
