/**
 * Finds the route of a request. We do not use a library because the usual routers compile code per route at the start
 * (docs/contributing/decisions/0002-http.md); a property test compares it with `find-my-way`.
 *
 * R1 A literal segment wins over a parameter, and a parameter over the rest of a path (`:name*`).
 * R2 One trailing slash is ignored.
 * R3 Segments are decoded one by one, so an encoded slash stays within its segment. Invalid encoding is rejected.
 * R4 A parameter has at most 1000 characters; a path that matches only with a longer one is rejected.
 */
import { Problem } from '@millrace/model'
import { REST } from './load-routes.ts'

const MAX_PARAMETER = 1000
const MAX_KEPT = 1000
/** Characters of a path that is worth keeping. */
const MAX_KEPT_PATH = 200
const BAD_ENCODING = { status: 400, message: 'The path is not percent-encoded correctly.' } as const
const TOO_LONG = { status: 400, message: `A part of the path is longer than ${MAX_PARAMETER} characters.` } as const

export interface Match<Target> {
  readonly target: Target
  /** By the names of the pattern, decoded. */
  readonly params: Readonly<Record<string, string>>
}

interface Entry<Target> {
  readonly target: Target
  readonly names: readonly string[]
}

/** The routes with a common prefix. */
class Branch<Target> {
  readonly written = new Map<string, Branch<Target>>()
  parameter: Branch<Target> | undefined
  /** Routes that end here, by method. */
  readonly here = new Map<string, Entry<Target>>()
  /** Routes that match the rest of the path, by method. */
  readonly rest = new Map<string, Entry<Target>>()
}

export class Router<Target> {
  readonly #root = new Branch<Target>()
  readonly #methods = new Set<string>()
  /** The results of recent searches, by method and path: a client usually repeats its requests. */
  readonly #found = new Map<string, Map<string, Match<Target>>>()

  /** `url` is a path with `:name` for a segment and, at its end, `:name*` for the rest. */
  add(methods: readonly string[], url: string, target: Target): void {
    const names: string[] = []
    let branch = this.#root
    const parts = partsOf(url)
    const rest = REST.exec(url)?.[1]
    for (const part of rest === undefined ? parts : parts.slice(0, -1)) {
      if (part.startsWith(':')) names.push(part.slice(1))
      branch = part.startsWith(':') ? belowParameter(branch) : below(branch, part)
    }
    const entries = rest === undefined ? branch.here : branch.rest
    const entry = { target, names: rest === undefined ? names : [...names, rest] }
    for (const method of methods) {
      entries.set(method, entry)
      this.#methods.add(method)
    }
    this.#found.clear()
  }

  /** The route of a request; `address` is the request target. */
  find(method: string, address: string): Match<Target> | undefined {
    const path = pathOf(address)
    const known = this.#found.get(method)?.get(path)
    if (known !== undefined) return known
    const found = this.#search(method, path)
    if (found !== undefined && path.length <= MAX_KEPT_PATH) this.#keep(method, path, found)
    return found
  }

  #keep(method: string, path: string, found: Match<Target>): void {
    const kept = this.#found.get(method) ?? new Map<string, Match<Target>>()
    if (kept.size >= MAX_KEPT) kept.clear()
    this.#found.set(method, kept.set(path, found))
  }

  #search(method: string, path: string): Match<Target> | undefined {
    // `OPTIONS *` refers to the server, not to the root path.
    if (path !== '' && !path.startsWith('/')) return undefined
    const values: string[] = []
    const wanted = { method, parts: decodedParts(path), values, isTooLong: false }
    const found = search(this.#root, wanted, 0)
    if (found === undefined && wanted.isTooLong) throw new Problem('VALIDATION_ERROR', TOO_LONG)
    if (found === undefined) return undefined
    const params: Record<string, string> = {}
    for (const [at, name] of found.names.entries()) params[name] = values[at] ?? ''
    return { target: found.target, params: Object.freeze(params) }
  }

  /** The methods that a path has routes for. */
  methodsAt(address: string): string[] {
    return [...this.#methods].filter((method) => this.find(method, address) !== undefined)
  }
}

interface Wanted {
  readonly method: string
  readonly parts: readonly string[]
  /** Values of the parameters matched so far. */
  readonly values: string[]
  /** R4: a parameter was skipped because it is too long. */
  isTooLong: boolean
}

/** R1 */
function search<Target>(branch: Branch<Target>, wanted: Wanted, at: number): Entry<Target> | undefined {
  const { method, parts, values } = wanted
  const part = parts[at]
  if (part === undefined) return branch.here.get(method)
  const written = branch.written.get(part)
  const found = written && search(written, wanted, at + 1)
  if (found !== undefined) return found
  if (branch.parameter !== undefined && part.length > MAX_PARAMETER) wanted.isTooLong = true
  else if (branch.parameter !== undefined) {
    const before = values.length
    values.push(part)
    const below = search(branch.parameter, wanted, at + 1)
    if (below !== undefined) return below
    values.length = before
  }
  const rest = branch.rest.get(method)
  if (rest !== undefined) values.push(parts.slice(at).join('/'))
  return rest
}

function below<Target>(branch: Branch<Target>, part: string): Branch<Target> {
  const known = branch.written.get(part)
  if (known !== undefined) return known
  const added = new Branch<Target>()
  branch.written.set(part, added)
  return added
}

/** The path of a request target, without host and query. */
function pathOf(address: string): string {
  const from = address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/?#]*/i, '')
  const query = from.indexOf('?')
  const path = query < 0 ? from : from.slice(0, query)
  const fragment = path.indexOf('#')
  return fragment < 0 ? path : path.slice(0, fragment)
}

function belowParameter<Target>(branch: Branch<Target>): Branch<Target> {
  branch.parameter ??= new Branch()
  return branch.parameter
}

/** R2 */
function partsOf(path: string): string[] {
  return (path.length > 1 && path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/')
}

/** R3 */
function decodedParts(path: string): readonly string[] {
  const parts = partsOf(path)
  if (!path.includes('%')) return parts
  try {
    return parts.map(decodeURIComponent)
  } catch {
    throw new Problem('VALIDATION_ERROR', BAD_ENCODING)
  }
}
