/**
 * Converts between the branches of the simple dialect and the mapping of the official one. A branch is taken by `value`
 * or by a condition of the form `<input> == <literal> || …`; the default branch is officially called `default`. Other
 * conditions have no official equivalent.
 */
import { DEFAULT_BRANCH, type SimpleBranch } from '../components.ts'
import { quoted } from '../notes.ts'
import { textOf } from '../value-text.ts'

export interface Mapped {
  readonly mapping: Readonly<Record<string, string>>
  /** The variable that all conditions compare, if they agree. */
  readonly variable: string | undefined
  /** Name of the default branch, as written. */
  readonly fallback: string | undefined
  readonly problems: readonly string[]
}

const EVERYTHING_ELSE = new Set(['default', 'else', 'otherwise'])

function conditionOf(branch: SimpleBranch): string {
  return typeof branch.condition === 'string' ? branch.condition.trim() : ''
}

function saysDefault(branch: SimpleBranch): boolean {
  if (branch.isDefault === true) return true
  const condition = conditionOf(branch).toLowerCase()
  return EVERYTHING_ELSE.has(condition) || (condition === '' && !hasValue(branch) && isDefaultName(branch.name))
}

function isDefaultName(name: string): boolean {
  return EVERYTHING_ELSE.has(name.trim().toLowerCase())
}

function hasValue(branch: SimpleBranch): boolean {
  return branch.value !== undefined && branch.value !== null && branch.value !== ''
}

function isBare(branch: SimpleBranch): boolean {
  return !hasValue(branch) && conditionOf(branch) === ''
}

/** The default branch: the marked one, else the only one without value and condition. */
function fallbackOf(branches: readonly SimpleBranch[]): SimpleBranch | undefined {
  const said = branches.find(saysDefault)
  if (said !== undefined) return said
  const bare = branches.filter(isBare)
  return bare.length === 1 && branches.length > 1 ? bare[0] : undefined
}

/** The official mapping of branches. */
export function mappingOf(branches: readonly SimpleBranch[]): Mapped {
  const fallback = fallbackOf(branches)
  const mapping: Record<string, string> = Object.create(null)
  const variables = new Set<string>()
  const problems: string[] = []
  const add = (key: string, name: string) => {
    if (!(key in mapping)) mapping[key] = name
  }
  for (const branch of branches) {
    const name = branch === fallback ? DEFAULT_BRANCH : branch.name
    if (branch !== fallback && branch.name === DEFAULT_BRANCH) {
      problems.push(`branch ${quoted(DEFAULT_BRANCH)} is not the default branch`)
    }
    if (hasValue(branch)) add(textOf(branch.value), name)
    const condition = conditionOf(branch)
    if (condition === '' || EVERYTHING_ELSE.has(condition.toLowerCase())) {
      if (branch !== fallback && !hasValue(branch)) add(branch.name, name)
      continue
    }
    const parts = comparisonsIn(condition)
    if (parts === undefined) {
      problems.push(`condition ${quoted(condition)} of branch ${quoted(branch.name)} is not a plain comparison with ==`)
    }
    for (const { variable, literal } of parts ?? []) {
      variables.add(variable)
      add(literal, name)
    }
  }
  if (variables.size > 1) problems.push(`conditions compare several values: ${[...variables].map(quoted).join(', ')}`)
  return {
    mapping: { ...mapping },
    variable: variables.size === 1 ? [...variables][0] : undefined,
    fallback: fallback?.name,
    problems,
  }
}

const COMPARISON =
  /^\s*(?:\{\{\s*([\w.]+)\s*\}\}|([A-Za-z_][\w.]*))\s*={2,3}\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?|true|false|null|\w+))\s*(?:\|\||$)/

const MAX_CONDITION = 10_000

function comparisonsIn(condition: string): { variable: string; literal: string }[] | undefined {
  if (condition.length > MAX_CONDITION) return undefined
  const parts: { variable: string; literal: string }[] = []
  let rest = condition
  while (rest !== '') {
    const match = COMPARISON.exec(rest)
    if (match === null) return undefined
    const [whole, braced, plain, double, single, bare] = match
    const literal =
      double !== undefined ? unescaped(double) : single !== undefined ? single.replace(/\\(.)/g, '$1') : bare
    parts.push({ variable: braced ?? plain ?? '', literal: literal ?? '' })
    rest = rest.slice(whole.length)
    if (rest === '' && whole.trimEnd().endsWith('||')) return undefined
  }
  return parts
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

/** The branches of a mapping: one per target in order, and a default branch. */
export function branchesFor(mapping: Readonly<Record<string, string>>, input: string): SimpleBranch[] {
  const targets = Map.groupBy(Object.keys(mapping), (key) => mapping[key] ?? '')
  const variable = /^[A-Za-z_]\w*$/.test(input) ? input : 'value'
  const branches = [...targets].map(([name, keys]): SimpleBranch => {
    const condition = keys.map((key) => `${variable} == ${JSON.stringify(key)}`).join(' || ')
    return { name, condition, ...(name === DEFAULT_BRANCH ? { isDefault: true } : {}) }
  })
  return targets.has(DEFAULT_BRANCH) ? branches : [...branches, { name: DEFAULT_BRANCH, isDefault: true }]
}
