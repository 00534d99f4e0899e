/** Rules for the outputs of a flow: every output is in every end, or has a default. */
import { isCastable } from '../casting.ts'
import type { Flow } from '../components.ts'
import { quoted } from '../notes.ts'
import { inputsOf, outputsOf } from '../ports.ts'
import { propertyRules, sameTitles, typeText } from './property-rules.ts'
import { type RuleContext, refuse } from './rule-context.ts'

export function outputRules(flow: Flow, ruling: RuleContext): void {
  const here = `Flow ${quoted(flow.name)}`
  propertyRules(flow.inputs, `${here} ${quoted('inputs')}`, ruling)
  propertyRules(flow.outputs, `${here} ${quoted('outputs')}`, ruling)
  const start = flow.nodes.find((node) => node.id === flow.startNode)
  if (flow.inputs && start) sameTitles(flow.inputs, inputsOf(start), `${here} ${quoted('inputs')}`, ruling)
  const ends = flow.nodes.filter((node) => node.kind === 'end').map((node) => outputsOf(node))
  for (const [title, same] of Map.groupBy(ends.flat(), (output) => output.title)) {
    const [first, ...others] = same
    const other = others.find((one) => !(isCastable(first, one) && isCastable(one, first)))
    if (other === undefined) continue
    refuse(
      ruling,
      'rules',
      `${here}: EndNodes have an output ${quoted(title)} of different types (${typeText(first)}, ${typeText(other)})`,
    )
  }
  for (const output of flow.outputs ?? []) {
    const isEverywhere = ends.every((end) => end.some((one) => one.title === output.title && isCastable(one, output)))
    if (!isEverywhere && output.default === undefined) {
      refuse(
        ruling,
        'rules',
        `${here}: output ${quoted(output.title)} is not an output of every EndNode, so it needs a default`,
      )
    }
  }
}
