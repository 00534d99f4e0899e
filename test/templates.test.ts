/** The built-in templates of the page: each is valid without a doubt, lies well on the canvas, and runs to its end offline. */
import { type Catalogue, parseHandle, type ValidationResult, type WorkflowEdge } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../packages/service/src/executions/testing/client.ts'
import { geometryOf } from '../packages/web/src/graph/geometry.ts'
import { lookOf } from '../packages/web/src/graph/node-look.ts'
import { TEMPLATES } from '../packages/web/src/home/templates/all-templates.ts'
import { newWorkflowOf } from '../packages/web/src/home/templates/template.ts'
import { drawn, driven, RESULTS } from './template-runs.ts'

let client: Client
let catalogue: Catalogue
beforeAll(async () => {
  client = await Client.open()
  catalogue = client.service.services.catalogue
})
afterAll(() => client[Symbol.asyncDispose]())

test('there are at least twelve, with ids and names of their own', () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(12)
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length)
  expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(TEMPLATES.length)
})

describe.each(TEMPLATES.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test('has no error and no warning', async () => {
    for (const one of [template, ...(template.helper ? [template.helper] : [])]) {
      const body = { id: crypto.randomUUID(), name: one.name, metadata: {}, ...drawn(one, catalogue, 'other') }
      const { data } = await client.call<ValidationResult>('POST', '/workflows/validate', body)
      expect({ errors: data.errors, warnings: data.warnings }).toEqual({ errors: [], warnings: [] })
    }
  })

  test('lies well: nothing overlaps, and only loops lead backwards', () => {
    const { nodes, edges } = drawn(template, catalogue)
    const wired = wiredPorts(edges)
    const boxes = nodes.map((node) => {
      const { width, height } = geometryOf(lookOf(node, catalogue.types, wired.get(node.id) ?? new Set()), node)
      const { x = 0, y = 0 } = node.position ?? {}
      return { id: node.id, left: x, right: x + width, top: y, bottom: y + height }
    })
    for (const [at, a] of boxes.entries()) {
      const near = boxes
        .slice(at + 1)
        .filter((b) => a.left < b.right + 16 && b.left < a.right + 16 && a.top < b.bottom + 16 && b.top < a.bottom + 16)
      expect(near.map(({ id }) => `${a.id} and ${id}`)).toEqual([])
    }
    const boxOf = new Map(boxes.map((box) => [box.id, box]))
    const back = edges.filter(({ source, target }) => (boxOf.get(source)?.right ?? 0) > (boxOf.get(target)?.left ?? 0))
    expect(back.filter(({ targetHandle }) => !targetHandle?.endsWith('-loop_back'))).toEqual([])
  })

  test('states that it works offline if it would call a model', () => {
    const providers = Object.values(template.nodes).flatMap(({ config }) => config?.provider ?? [])
    expect(new Set(providers)).toEqual(new Set(template.usesModel ? ['echo'] : []))
    const notes = Object.values(template.nodes).flatMap(({ type, config }) =>
      type === 'notes' ? [String(config?.content)] : [],
    )
    expect(notes.length).toBeGreaterThan(0)
    expect(notes.some((text) => text.includes('offline'))).toBe(
      template.usesModel === true || template.id === 'retry-and-error-path',
    )
  })

  test('runs to its end offline', async () => {
    const helper = template.helper && (await client.store(drawn(template.helper, catalogue), template.helper.name))
    const body = newWorkflowOf(template, drawn(template, catalogue, helper))
    const { status, data } = await client.call<{ id: string }>('POST', '/workflows', body)
    expect(status).toBe(201)
    const end = await driven(client, await client.start(data.id))
    expect({ status: end.status, error: end.error ?? null }).toEqual({ status: 'completed', error: null })
    const said = end.jobs.find(({ node_id }) => node_id === 'reply')?.output_data
    expect({ ...end.outputs, ...(said === undefined ? {} : { said: said.message }) }).toEqual(RESULTS[template.id])
  })
})

/** For every node the ports that an edge touches. */
function wiredPorts(edges: readonly WorkflowEdge[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wired = new Map<string, Set<string>>()
  const touch = (node: string, port: string) => wired.set(node, (wired.get(node) ?? new Set()).add(port))
  for (const { source, target, sourceHandle, targetHandle } of edges) {
    touch(source, `out:${parseHandle(sourceHandle ?? '', source, 'output')}`)
    touch(target, `in:${parseHandle(targetHandle ?? '', target, 'input')}`)
  }
  return wired
}
