/** The branches of a gateway. Each entry of the config key `branches` is one output. */
import { expression, type Keywords, type Schema, Type } from '@millrace/model'

/** A branch as a node definition declares it. */
export interface BranchDefault {
  readonly name: string
  readonly label: string
  readonly value?: string | boolean
  readonly condition?: string
  readonly isDefault?: boolean
}

const condition = { title: 'Condition', description: 'Taken if this is true.', maxLength: 10_000 }

const WHEN = 'JSONata; the branch is taken if it is true. "value" is the input, and its fields are available by name.'

function branchItem(conditionField: Schema<string>) {
  return Type.Object({
    name: Type.String({
      title: 'Name',
      description: 'Unique within the node; also the name of the output.',
      minLength: 1,
      maxLength: 100,
    }),
    label: Type.Optional(Type.String({ title: 'Label', maxLength: 200 })),
    description: Type.Optional(Type.String({ title: 'Description', maxLength: 1000 })),
    value: Type.Optional(Type.Any({ title: 'Value', description: 'Taken if the input equals this value.' })),
    condition: Type.Optional(conditionField),
    isDefault: Type.Optional(
      Type.Boolean({ title: 'Default', description: 'Taken if no other branch matches.', default: false }),
    ),
  })
}

/** Branches that users edit; the conditions are expressions. */
export function editableBranches(branches: readonly BranchDefault[], keywords: Keywords = {}) {
  const scope = { kind: 'fields', port: 'value' } as const
  return branchList(branchItem(expression({ ...condition, description: WHEN, 'x-scope': scope })), branches, keywords)
}

/** Branches of an Agent Spec node, whose conditions are free text and not always expressions. */
export function agentSpecBranches(branches: readonly BranchDefault[], keywords: Keywords = {}) {
  return branchList(branchItem(Type.String(condition)), branches, keywords)
}

/** Branches fixed by the node type; users cannot edit them. */
export function fixedBranches(branches: readonly BranchDefault[]) {
  return editableBranches(branches, { format: 'hidden' })
}

function branchList(item: Schema, branches: readonly BranchDefault[], keywords: Keywords) {
  return Type.Optional(
    Type.Array(item, { title: 'Branches', minItems: 1, maxItems: 100, default: branches, ...keywords }),
  )
}
