import type { ExtractReason } from '@millrace/model'

type Reasons = Readonly<Record<ExtractReason, (node: string, other: string) => string>>

const reasons: Reasons = {
  empty: () => 'Select nodes that run.',
  unknown: (node) => `The type of “${node}” is unknown.`,
  trigger: (node) => `“${node}” is a trigger: it starts this workflow. Leave it out of the selection.`,
  input: (node) => `“${node}” takes an input of this workflow. Leave it out of the selection.`,
  output: (node) => `“${node}” gives an output of this workflow or ends it. Leave it out of the selection.`,
  tool: (node, other) => `“${node}” is a tool of “${other}”. Select both.`,
  loop: (node, other) =>
    `Only some nodes of the loop “${node}” are selected, or a node outside of it such as “${other}”.`,
  between: (node) => `“${node}” is between selected nodes. Select it as well.`,
  order: (node, other) => `“${node}” and “${other}” start under different conditions.`,
  start: (node, other) =>
    `“${node}” starts by itself, but would be skipped together with “${other}”. Leave it out of the selection.`,
  branch: (node, other) => `A branch of “${node}” joins other connections at “${other}”. Select that node as well.`,
  reference: (node, other) => `An expression of “${node}” uses the result of “${other}”. Select both, or neither.`,
  scope: (node) => `An expression of “${node}” uses launch, execution or workflow, which differ in a sub-workflow.`,
}

/** Texts for extracting a selection to a sub-workflow. */
export const extractStrings = {
  action: 'Extract to sub-workflow',
  title: 'Extract to sub-workflow',
  intro: (count: number) =>
    count === 1
      ? 'One node moves to a new workflow, and a sub-workflow node calls it in its place.'
      : `${count} nodes move to a new workflow, and a sub-workflow node calls it in their place.`,
  name: 'Name of the new workflow',
  usualName: (workflow: string) => `${workflow}: part`,
  inputs: 'Inputs',
  outputs: 'Outputs',
  none: 'None',
  extract: 'Extract',
  cannot: 'This selection cannot be extracted',
  done: (name: string) => `Created the workflow “${name}”`,
  reasons,
}
