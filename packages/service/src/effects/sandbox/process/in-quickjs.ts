/**
 * Runs inside QuickJS, around the user code; `interpreter.ts` takes the text of this function. It uses only its
 * arguments and the language, and has no function of the host: it returns texts.
 *
 * Built-ins that are needed later are copied to constants, because user code may change them. That would affect only the
 * user's own result, but errors should still be reported correctly.
 */

export interface QuickJsLimits {
  readonly maxResultCharacters: number
  readonly maxLineCharacters: number
  readonly maxMessageCharacters: number
  readonly maxLogLines: number
  readonly maxLogCharacters: number
}

/** The functions that the host calls, in this order. */
export type GuestFunctions = readonly [
  /** Compiles the source as the body of an async function with these names (a JSON list) as its parameters. */
  compile: (source: string, names: string) => void,
  /** Starts the compiled function with the variables, as JSON. */
  run: (variables: string) => void,
  /**
   * One letter and a text: R and the result as JSON (r if there are logs), L if it is too large, E and a JSON list with
   * the reason and the stack; an empty text if the code has not ended.
   */
  outcome: () => string,
  /** The console output, as a JSON list. */
  logs: () => string,
]

export function prepareInQuickJs(limits: QuickJsLimits): GuestFunctions {
  const { stringify, parse } = JSON
  const AsyncFunction = (async () => {}).constructor as new (...texts: string[]) => (...values: unknown[]) => unknown
  const slice = Function.prototype.call.bind(String.prototype.slice) as (
    text: string,
    from: number,
    to: number,
  ) => string
  // Beyond ASCII the parser decides. Not \p{ID_Start}: QuickJS rebuilds its table each time, which takes 3 ms.
  const isName = RegExp.prototype.test.bind(/^[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*$/)
  const ErrorHere = Error
  const TextOf = String

  // Texts instead of lists: user code may add a setter or `toJSON` to `Array.prototype`.
  let logText = ''
  let logLines = 0
  let logCharacters = 0
  let answer = ''
  let names: string[] = []
  let body: (...values: unknown[]) => unknown

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
    let line = ''
    for (let at = 0; at < values.length && line.length < limits.maxLineCharacters; at++) {
      line = slice(`${line}${at === 0 ? '' : ' '}${shown(values[at])}`, 0, limits.maxLineCharacters)
    }
    if (logLines > limits.maxLogLines || logCharacters > limits.maxLogCharacters) return
    logCharacters += line.length
    const isFull = logLines === limits.maxLogLines || logCharacters > limits.maxLogCharacters
    logText += `${logLines === 0 ? '' : ','}${stringify(isFull ? '… further output was dropped' : line)}`
    logLines++
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
  const end = (text: string) => {
    if (answer === '') answer = text
  }
  const failed = (error: unknown) => {
    let stack = ''
    try {
      if (error instanceof ErrorHere) stack = slice(TextOf(error.stack), 0, 2_000)
    } catch {}
    end(`E[${stringify(slice(shown(error), 0, limits.maxMessageCharacters))},${stringify(stack)}]`)
  }
  const compile = (source: string, given: string) => {
    try {
      names = (parse(given) as string[]).filter(isUsable)
      body = new AsyncFunction(...names, source)
    } catch (error) {
      failed(error)
    }
  }
  const run = async (variables: string) => {
    try {
      const values = parse(variables) as Record<string, unknown>
      const result = await body(...names.map((name) => values[name]))
      const text = stringify(result) ?? 'null'
      end(text.length > limits.maxResultCharacters ? 'L' : `${logLines === 0 ? 'R' : 'r'}${text}`)
    } catch (error) {
      failed(error)
    }
  }
  return [compile, run, () => answer, () => `[${logText}]`]
}
