import type { Graph } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { withInitialLayout } from './initial-layout.ts'

const { nodes, edges } = drawn(`
  text.1:text -> model.1:message
  model.1:response -> end.1:value
`)
const bare: Graph = { nodes: nodes.map(({ position: _, ...node }) => node), edges }

test('lays out a document without positions from left to right', () => {
  const placed = withInitialLayout(bare, smallCatalogue)
  const xs = ['text.1', 'model.1', 'end.1'].map((id) => placed.nodes.find((node) => node.id === id)?.position?.x ?? 0)
  expect(xs[1]).toBeGreaterThan(xs[0] ?? 0)
  expect(xs[2]).toBeGreaterThan(xs[1] ?? 0)
})

test('leaves a document with positions alone', () => {
  const placed = { edges, nodes: bare.nodes.map((node, at) => ({ ...node, position: { x: at * 10, y: 0 } })) }
  expect(withInitialLayout(placed, smallCatalogue)).toBe(placed)
  expect(withInitialLayout({}, smallCatalogue)).toEqual({})
})
