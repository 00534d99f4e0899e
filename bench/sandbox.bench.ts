import { contest, type OwnSteps, rateRow } from './against-node-red.ts'
import { functionStep } from './node-red.ts'
import type { Row } from './row.ts'

/** An expression, a pattern and a template that are more than paths and placeholders. */
const STEPS: readonly (OwnSteps & { readonly name: string })[] = [
  {
    name: 'json_transform',
    type: 'json_transform',
    config: { expression: '$merge([$, { "n": n + 1, "total": $sum(lines.price) }])' },
    input: 'data',
    output: 'result',
  },
  {
    name: 'regex_extractor',
    type: 'regex_extractor',
    config: { pattern: '(?<name>[a-z]+)@(?<host>[a-z.]+)' },
    input: 'trigger',
    output: 'matches',
    fed: 'text',
    isText: true,
  },
  {
    name: 'template',
    type: 'prompt_template',
    config: { template: '{{ text | upcase | truncate: 40 }}' },
    input: 'text',
    output: 'output',
    isText: true,
  },
]

/** Ten steps that evaluate texts of users, compared with function nodes, which are not isolated. */
export async function bench(): Promise<Row[]> {
  const objects = functionStep('msg.payload.n++; msg.payload.total = 5; return msg')
  const texts = functionStep('msg.payload = msg.payload.toUpperCase(); return msg')
  const rows: Row[] = []
  for (const { name, ...own } of STEPS) {
    const work = `webhook, 10 ${name} steps`
    rows.push(await contest(own, own.isText === true ? texts : objects, (both) => rateRow(both, { work, ratio: 0.25 })))
  }
  return rows
}
