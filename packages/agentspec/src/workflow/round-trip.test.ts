/** Round trips from a flow over the canvas. */
import { EXTENSION_PREFIX } from '@millrace/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../components.ts'
import { arbitraryFlow } from '../testing/arbitrary-flow.ts'
import { catalogue } from '../testing/canvas.ts'
import { toFlow } from './to-flow.ts'
import { toWorkflow } from './to-workflow.ts'

/** The external metadata without ours. */
function withoutOurs<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutOurs) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key.startsWith(EXTENSION_PREFIX)) return []
    const made = withoutOurs(inner)
    return key === 'metadata' && made && Object.keys(made as object).length === 0 ? [] : [[key, made] as const]
  })
  return Object.fromEntries(entries) as T
}

/** Only a flow that is one path survives edge by edge: one edge per branch, every node connected. */
function asPath(flow: Flow): Flow {
  const ends = new Set(flow.nodes.filter((node) => node.kind === 'end').map((node) => node.id))
  const seen = new Set<string>()
  const controlFlow = flow.controlFlow.filter((edge) => {
    const key = `${edge.fromNode}\n${edge.fromBranch ?? 'next'}`
    const isGood = !seen.has(key) && !ends.has(edge.fromNode) && edge.toNode !== flow.startNode
    seen.add(key)
    return isGood
  })
  const names = new Map<string, number>()
  const nodes = flow.nodes.map((node) => {
    const count = (names.get(node.name) ?? 0) + 1
    names.set(node.name, count)
    const name = count > 1 ? `${node.name} no ${count}` : node.name
    return { ...node, name }
  })
  return { ...flow, nodes, controlFlow, dataFlow: flow.dataFlow ? [] : (flow.dataFlow ?? null) }
}

function exported(flow: Flow, dialect: 'simple' | 'official' = 'official'): Flow {
  const { workflow } = toWorkflow({ flow }, catalogue)
  const back = toFlow(workflow, catalogue, { dialect })
  if (back.errors !== undefined) throw new Error(JSON.stringify(back.errors))
  return back.flow
}

describe('flow to workflow to flow', () => {
  test('a flow survives the canvas completely', () => {
    fc.assert(
      fc.property(arbitraryFlow.map(asPath), (flow) => {
        fc.pre(new Set(flow.nodes.map(({ name }) => name)).size === flow.nodes.length)
        expect(withoutOurs(exported(flow))).toEqual(flow)
      }),
      { numRuns: 100 },
    )
  })
})
