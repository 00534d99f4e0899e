/**
 * Functions that run inside a realm: `realm.ts` takes their text and compiles it there. So they use only their arguments
 * and what every JavaScript realm has. Input and output are text. The service itself calls `expressionRunner` for
 * expressions whose work is bounded.
 *
 * An answer is one letter and a text: R and the result as JSON, E and the error, L if the result is too large.
 */

/** A CommonJS library: it fills `module.exports`. */
type Library = (module: { exports: unknown }, require: unknown, Buffer: unknown) => void

/** The few host functions that the libraries need; they take and return text. */
export interface HostText {
  recode(text: string, from: string, to: string): string
  sha256(text: string, key: string | null): string
}

export interface RealmLimits {
  readonly maxResultCharacters: number
  readonly maxSourceBytes: number
  readonly maxMissing: number
}

/** Loads a library with replacements for the modules of Node that it requires. */
export function loadLibrary(library: Library, recode: HostText['recode'], sha256: HostText['sha256']): unknown {
  // JSONata calls it with `new`, Liquid without; a function that returns an object works for both.
  function from(text: unknown, encoding = 'utf8') {
    return { toString: (to = 'utf8') => recode(String(text), encoding, to) }
  }
  const Buffer = { from, isBuffer: () => false }
  const hash = (key: string | null) => ({
    update: (text: unknown) => ({ digest: () => sha256(String(text), key) }),
  })
  const modules: Record<string, unknown> = {
    crypto: { createHash: () => hash(null), createHmac: (_: string, key: unknown) => hash(String(key)) },
    path: { sep: '/' },
    fs: {},
    stream: {},
  }
  const module = { exports: {} }
  library(module, (name: string) => modules[name], Buffer)
  return module.exports
}

interface Expression {
  evaluate(input: unknown, bindings: object): Promise<unknown>
}
type Jsonata = (source: string, options: { stack: number }) => Expression

/**
 * Evaluates one JSONata expression repeatedly; the answer arrives when the realm's promise jobs are done. Printing is
 * faster if the result cannot have functions.
 */
export function expressionRunner(jsonata: Jsonata, limits: RealmLimits, mayHaveFunctions: boolean) {
  // JSON has no functions, so an object that contains one is a JSONata function. Functions are left out of results.
  const isFunction = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return typeof value === 'function'
    const { apply, implementation } = value as { apply?: unknown; implementation?: unknown }
    return typeof apply === 'function' || typeof implementation === 'function'
  }
  const withoutFunctions = mayHaveFunctions
    ? (_: string, value: unknown) => (isFunction(value) ? undefined : value)
    : undefined
  const reasonOf = (error: unknown): string => {
    if (error instanceof RangeError) return 'it is nested too deeply'
    const { message, position } = error as { message?: unknown; position?: unknown }
    return typeof position === 'number' ? `${message} (at character ${position})` : String(message)
  }
  let expression: Expression | undefined
  return async (source: string, input: string): Promise<string> => {
    try {
      // The depth limit stops endless recursion before it uses all memory.
      expression ??= jsonata(source, { stack: 5_000 })
      // With bindings, even empty ones, every evaluation has its own variables.
      const result = await expression.evaluate(JSON.parse(input), {})
      const text = JSON.stringify(result, withoutFunctions) ?? 'null'
      return text.length > limits.maxResultCharacters ? 'L' : `R${text}`
    } catch (error) {
      return `E${reasonOf(error)}`
    }
  }
}

interface LiquidLibrary {
  readonly Liquid: new (
    options: Record<string, unknown>,
  ) => {
    readonly tags: Record<string, unknown>
    parse(source: string): unknown
    renderSync(template: unknown, variables: unknown): unknown
  }
  readonly Context: { readonly prototype: Record<string, unknown> }
}

/**
 * Renders one Liquid template repeatedly and reports missing variables. Liquid throws at the first missing one, so
 * rendering restarts with that one allowed until it completes. Variables in a condition or before `default` are optional
 * and not reported.
 */
export function templateRunner({ Liquid, Context }: LiquidLibrary, limits: RealmLimits) {
  const missing = new Set<string>()
  let lastMissing = ''

  // The library's function, except for names that are already known to be missing.
  Context.prototype._getFromScope = function* (
    this: { strictVariables: boolean; readProperty(scope: unknown, key: unknown): unknown },
    scope: unknown,
    path: string | unknown[],
    isStrict = this.strictVariables,
  ): Generator<unknown, unknown, unknown> {
    const keys = typeof path === 'string' ? path.split('.') : path
    let value = scope
    for (let at = 0; at < keys.length; at++) {
      value = yield this.readProperty(value, keys[at])
      if (value !== undefined || !isStrict) continue
      const name = keys.slice(0, at + 1).join('.')
      if (missing.has(name) || missing.size >= limits.maxMissing) return undefined
      lastMissing = name
      const error = new Error(`undefined variable: ${name}`)
      error.name = 'InternalUndefinedVariableError'
      throw error
    }
    return value
  }

  // The same settings and tags as in validation (packages/nodes/src/syntax-problems.ts): a valid template must run.
  const engine = new Liquid({
    parseLimit: limits.maxSourceBytes,
    memoryLimit: limits.maxResultCharacters * 4,
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    templates: {},
  })
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag]

  const reasonOf = (error: unknown): string => {
    const { message, originalError } = error as { message?: unknown; originalError?: unknown }
    const isTooDeep = error instanceof RangeError || originalError instanceof RangeError
    return isTooDeep ? 'it is nested too deeply' : String(message)
  }
  let template: unknown
  return (source: string, input: string): string => {
    missing.clear()
    try {
      const variables = JSON.parse(input)
      template ??= engine.parse(source)
      for (;;) {
        try {
          const text = String(engine.renderSync(template, variables))
          if (text.length > limits.maxResultCharacters) return 'L'
          return `R${JSON.stringify({ text, missing: [...missing] })}`
        } catch (error) {
          if ((error as Error).name !== 'UndefinedVariableError') throw error
          missing.add(lastMissing)
        }
      }
    } catch (error) {
      return `E${reasonOf(error)}`
    }
  }
}

interface Matched {
  readonly text: string
  readonly index: number
  readonly groups: readonly (string | null)[]
  readonly named: Readonly<Record<string, string | null>>
}

/** Lists or replaces the matches of a regular expression. */
export function patternRunner(limits: RealmLimits) {
  /** Expands `$1` and the like as `String.prototype.replace` does, which has no size limit. */
  const filledIn = (replacement: string, match: RegExpExecArray, text: string): string => {
    const end = match.index + match[0].length
    return replacement.replace(/\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g, (whole, sign, digits, name) => {
      if (sign === '$') return '$'
      if (sign === '&') return match[0]
      if (sign === '`') return text.slice(0, match.index)
      if (sign === "'") return text.slice(end)
      if (name !== undefined) return match.groups === undefined ? whole : (match.groups[name] ?? '')
      // $12 is group 12 if there is one, else group 1 and a 2.
      if (Number(digits) > 0 && Number(digits) < match.length) return match[Number(digits)] ?? ''
      const first = Number(digits[0])
      if (digits.length === 2 && first > 0 && first < match.length) return (match[first] ?? '') + digits[1]
      return whole
    })
  }
  const recordOf = (match: RegExpExecArray): Matched => ({
    text: match[0],
    index: match.index,
    groups: match.slice(1).map((group) => group ?? null),
    named: Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, group]) => [name, group ?? null])),
  })
  return (
    call: { pattern: string; flags: string; replacement: string | null; limit: number },
    text: string,
  ): string => {
    try {
      const regex = new RegExp(call.pattern, call.flags)
      const matches: Matched[] = []
      let replaced = ''
      let characters = 0
      let from = 0
      let count = 0
      while (count < call.limit) {
        const match = regex.exec(text)
        if (match === null) break
        count++
        if (call.replacement === null) {
          matches.push(recordOf(match))
          for (const part of match) characters += 16 + (part?.length ?? 0)
        } else {
          replaced += text.slice(from, match.index) + filledIn(call.replacement, match, text)
          characters = replaced.length
          from = match.index + match[0].length
        }
        if (characters > limits.maxResultCharacters) return 'L'
        // Advance past an empty match, which would be found forever. With `u`, by a whole character.
        if (match[0] === '') regex.lastIndex += regex.unicode || regex.unicodeSets ? stepAt(text, regex.lastIndex) : 1
      }
      const answer = { matches, text: call.replacement === null ? text : replaced + text.slice(from), count }
      return answer.text.length > limits.maxResultCharacters ? 'L' : `R${JSON.stringify(answer)}`
    } catch (error) {
      return `E${(error as Error).message}`
    }
  }
  function stepAt(text: string, at: number): number {
    return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
}

/** Reports for each pattern whether it matches its text. */
export function patternTester() {
  return (tests: readonly { pattern: string; flags?: string; text: string }[]): string => {
    try {
      return `R${JSON.stringify(tests.map(({ pattern, flags, text }) => new RegExp(pattern, flags).test(text)))}`
    } catch (error) {
      return `E${(error as Error).message}`
    }
  }
}
