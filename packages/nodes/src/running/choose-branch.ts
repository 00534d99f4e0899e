/** Chooses the branch of a gateway. Branches are tried in order; the result is the name of the output. */
import {
  type BranchesResult,
  type BranchLike,
  type Effects,
  isObject,
  NodeFailure,
  takeBranches,
} from '@millrace/model'
import { asText } from './as-text.ts'
import { equals } from './compare.ts'
import { isTrue } from './is-true.ts'

interface Choice {
  readonly branches: readonly unknown[]
  readonly value: unknown
  readonly isCaseSensitive: boolean
  /** Name of the default branch. Documents of the public editor store it next to the branches. */
  readonly fallback?: string | undefined
  readonly effects: Pick<Effects, 'expression'>
}

/** The first branch that matches a value: by its value, by its condition, or by its name if it has neither. */
export async function chooseBranch({
  branches,
  value,
  isCaseSensitive,
  fallback,
  effects,
}: Choice): Promise<BranchesResult> {
  const known = branches.filter(isBranch)
  for (const branch of known) {
    if (hasValue(branch) && equals(value, branch.value, isCaseSensitive)) return takeBranches([branch.name])
    const { condition } = branch
    const isAsked = typeof condition === 'string' && condition.trim() !== ''
    if (isAsked && isTrue(await effects.expression(condition, scopeOf(value)))) return takeBranches([branch.name])
    if (!isAsked && !hasValue(branch) && branch.isDefault !== true && isNamed(branch, value)) {
      return takeBranches([branch.name])
    }
  }
  return fallbackOf(known, fallback, value)
}

/** The branch for true or false. */
export function branchFor(branches: readonly unknown[], isYes: boolean): BranchesResult {
  const known = branches.filter(isBranch)
  const fitting = known.find((branch) =>
    hasValue(branch) ? equals(isYes, branch.value, false) : isNamed(branch, isYes),
  )
  return fitting === undefined ? fallbackOf(known, undefined, isYes) : takeBranches([fitting.name])
}

/** The branch of a fixed type by its value, even if it was renamed; else the default name. */
export function ownBranch(branches: readonly unknown[] | undefined, name: string, value: boolean): string {
  const known = (branches ?? []).filter(isBranch)
  return known.find((branch) => hasValue(branch) && equals(value, branch.value, false))?.name ?? name
}

/** The variables of a branch expression: the value as `value` and `data`, and its fields. */
export function scopeOf(value: unknown): Record<string, unknown> {
  return { ...(isObject(value) ? value : {}), value, data: value }
}

function isBranch(value: unknown): value is BranchLike {
  return isObject(value) && typeof value.name === 'string' && value.name !== ''
}

function hasValue(branch: BranchLike): boolean {
  return branch.value !== undefined
}

/** Compares names trimmed and case-insensitively. */
function isNamed({ name }: BranchLike, value: unknown): boolean {
  return equals(asText(value).trim(), name.trim(), false)
}

function fallbackOf(branches: readonly BranchLike[], fallback: string | undefined, value: unknown): BranchesResult {
  const found =
    branches.find((branch) => branch.isDefault === true) ??
    (fallback ? branches.find((branch) => isNamed(branch, fallback)) : undefined)
  if (found !== undefined) return takeBranches([found.name])
  const shown = asText(value)
  throw new NodeFailure(
    'NO_BRANCH_MATCHED',
    `No branch matches ${shown === '' ? 'an empty value' : `"${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`}.`,
  )
}
