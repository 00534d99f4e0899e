/** The result of one check of `millrace doctor`. */
export interface Check {
  readonly name: string
  readonly status: 'ok' | 'warning' | 'failed'
  /** What was found. */
  readonly message: string
  /** What to do; null if nothing has to be done. */
  readonly fix: string | null
}

type Result = Omit<Check, 'name'>

export const ok = (message: string): Result => ({ status: 'ok', message, fix: null })
export const warning = (message: string, fix: string): Result => ({ status: 'warning', message, fix })
export const failed = (message: string, fix: string): Result => ({ status: 'failed', message, fix })

/** Runs a check. One that throws has failed, so that the others still run. */
export async function checkOf(name: string, fix: string, run: () => Result | Promise<Result>): Promise<Check> {
  try {
    return { name, ...(await run()) }
  } catch (error) {
    return { name, ...failed(error instanceof Error ? error.message : String(error), fix) }
  }
}

/** One line: status, name, what was found and what to do. */
export function lineOf({ status, name, message, fix }: Check): string {
  return `${status.padEnd(8)} ${name.padEnd(12)} ${message}${fix === null ? '' : ` ${fix}`}`
}
