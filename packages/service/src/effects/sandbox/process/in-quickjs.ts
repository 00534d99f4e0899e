/**
 * Runs inside QuickJS, around the user code; `code.ts` takes the text of this function. It uses only its arguments and
 * the language.
 *
 * Built-ins that are needed later are copied to constants, because user code may change them. That would affect only the
 * user's own result, but errors should still be reported correctly.
 */

export interface QuickJsHost {
  /** Writes one line of the console. */
  log(line: string): void
  /** Called once: the outcome, the result as JSON or the reason, and the stack. */
  end(how: 'result' | 'too large' | 'failed', text: string, stack: string): void
}

export interface QuickJsLimits {
  readonly maxResultCharacters: number
  readonly maxLineCharacters: number
  readonly maxMessageCharacters: number
}

/** Runs the source as the body of an async function with the variables as its parameters. */
export function runInQuickJs(
  source: string,
  variables: string,
  limits: QuickJsLimits,
  { log, end }: QuickJsHost,
): void {
  const { stringify, parse } = JSON
  const AsyncFunction = (async () => {}).constructor as new (...texts: string[]) => (...values: unknown[]) => unknown
  const slice = Function.prototype.call.bind(String.prototype.slice) as (
    text: string,
    from: number,
    to: number,
  ) => string
  const join = Function.prototype.call.bind(Array.prototype.join) as (list: unknown[], by: string) => string
  // Beyond ASCII the parser decides. Not \p{ID_Start}: QuickJS rebuilds its table each time, which takes 3 ms.
  const isName = RegExp.prototype.test.bind(/^[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*$/)
  const ErrorHere = Error
  const TextOf = String

  /** A readable text for any value, even if reading it throws. */
  const shown = (value: unknown): string => {
    try {
      if (typeof value === 'string') return value
      if (value instanceof ErrorHere) return `${value.name}: ${value.message}`
      if (typeof value === 'object' && value !== null) return stringify(value) ?? '[object]'
      return TextOf(value)
    } catch {
      return '[value that cannot be printed]'
    }
  }
  const write = (...values: unknown[]) => {
    const parts: string[] = []
    for (let at = 0; at < values.length; at++) parts[at] = slice(shown(values[at]), 0, limits.maxLineCharacters)
    log(slice(join(parts, ' '), 0, limits.maxLineCharacters))
  }
  const console = { log: write, info: write, warn: write, error: write, debug: write }
  Object.defineProperty(globalThis, 'console', { value: console, writable: true, configurable: true })

  /** Whether a name can be a variable: an identifier that is not a reserved word. */
  const isUsable = (name: string): boolean => {
    try {
      return isName(name) && new AsyncFunction(name, '') !== undefined
    } catch {
      return false
    }
  }
  const failed = (error: unknown) => {
    let stack = ''
    try {
      if (error instanceof ErrorHere) stack = slice(TextOf(error.stack), 0, 2_000)
    } catch {}
    end('failed', slice(shown(error), 0, limits.maxMessageCharacters), stack)
  }
  const run = async () => {
    try {
      const values = parse(variables) as Record<string, unknown>
      const names = Object.keys(values).filter(isUsable)
      const body = new AsyncFunction(...names, source)
      const result = await body(...names.map((name) => values[name]))
      const text = stringify(result) ?? 'null'
      if (text.length > limits.maxResultCharacters) end('too large', '', '')
      else end('result', text, '')
    } catch (error) {
      failed(error)
    }
  }
  run()
}
