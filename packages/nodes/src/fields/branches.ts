/** The ways out of a gateway. Each entry of the config key `branches` is one output. */
import { expression, type Keywords, type Schema, Type } from '@millrace/model'

/** A branch as a definition writes it. */
export interface BranchDefault {
  readonly name: string
  readonly label: string
  readonly value?: string | boolean
  readonly condition?: string
  readonly isDefault?: boolean
}

const condition = { title: 'Condition', description: 'Taken when this is true.', maxLength: 10_000 }

const WHEN = 'JSONata; taken when it is true. "value" is what came in, and its fields have their own names.'

function branchItem(conditionField: Schema<string>) {
  return Type.Object({
    name: Type.String({
      title: 'Name',
      description: 'Unique in the node; the name of its output.',
      minLength: 1,
      maxLength: 100,
    }),
    label: Type.Optional(Type.String({ title: 'Label', maxLength: 200 })),
    description: Type.Optional(Type.String({ title: 'Description', maxLength: 1000 })),
    value: Type.Optional(Type.Any({ title: 'Value', description: 'Taken when the incoming value equals this.' })),
    condition: Type.Optional(conditionField),
    isDefault: Type.Optional(
      Type.Boolean({ title: 'Fallback', description: 'Taken when no other branch fits.', default: false }),
    ),
  })
}

/** Branches that a person edits; conditions are expressions. */
export function editableBranches(branches: readonly BranchDefault[], keywords: Keywords = {}) {
  return branchList(branchItem(expression({ ...condition, description: WHEN })), branches, keywords)
}

/** Branches of an Agent Spec node: its conditions are free text there and need not be expressions. */
export function agentSpecBranches(branches: readonly BranchDefault[], keywords: Keywords = {}) {
  return branchList(branchItem(Type.String(condition)), branches, keywords)
}

/** Branches that belong to the type and are not edited. */
export function fixedBranches(branches: readonly BranchDefault[]) {
  return editableBranches(branches, { format: 'hidden' })
}

function branchList(item: Schema, branches: readonly BranchDefault[], keywords: Keywords) {
  return Type.Optional(
    Type.Array(item, { title: 'Branches', minItems: 1, maxItems: 100, default: branches, ...keywords }),
  )
}
