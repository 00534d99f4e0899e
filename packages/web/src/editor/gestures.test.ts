/** Gestures on the canvas and in menus: each is one undo step. */

import { catalogueOf, commentOf, defineNode, type Graph, pinsOf, Type, template } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue, smallDefinitions } from '@millrace/model/testing/small-catalogue'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import type { ToastMessage } from '../ui/toasts.tsx'
import { addNode } from './adding.ts'
import { layOut } from './auto-layout.ts'
import { isDirty } from './editor-state.ts'
import { importText } from './files.ts'
import { alignSelected, canvasEditing, duplicateSelected, pasteText, removeSelected } from './gestures.ts'
import { takeTheirs } from './save.ts'
import { createSession, type EditorSession } from './session.ts'

// The build of the page provides the icons; nothing is rendered here.
vi.mock('virtual:millrace-icons', () => ({ default: {} }))
vi.mock('virtual:millrace-icon-shards', () => ({ default: {} }))
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

const ANYWHERE = { screen: undefined, canvas: undefined }
const commented = ({ nodes, edges }: Graph) => ({
  nodes: [...nodes],
  edges: edges.map((edge) => ({ ...edge, data: { ...edge.data, label: `about ${edge.id}` } })),
})

let session: EditorSession
const documentNow = () => session.store.get().history.document
const edges = () =>
  documentNow().edges.map((edge) => `${edge.source} -> ${edge.target}${commentOf(edge) && `: ${commentOf(edge)}`}`)
const spots = () => documentNow().nodes.map(({ position }) => [position?.x, position?.y])

/** Performs a gesture, checks that it is one undoable step with this label, and redoes it. */
function oneStep(label: string, gesture: () => void): void {
  const before = session.store.get().history
  gesture()
  const after = session.store.get().history
  expect(after.past.slice(before.past.length).map((step) => step.label)).toEqual([label])
  session.undo()
  expect(documentNow()).toEqual(before.document)
  session.redo()
  expect(documentNow()).toEqual(after.document)
}

beforeEach(() => {
  session = createSession({})
  const graph = commented(drawn('text:text -> end:value\nmodel\nnote'))
  session.open({ name: 'Mine', ...graph }, { phase: 'ready', isEditable: true, catalogue: smallCatalogue })
})

describe('adding a node', () => {
  test('at a loose end also connects it', () => {
    const from = { node: 'text', port: 'text', direction: 'output' as const }
    oneStep('addNode', () => addNode(session, 'model', { ...ANYWHERE, from }))
    expect(edges()).toContain('text -> model.1')
  })

  test('after the selected node also connects it', () => {
    session.select({ nodes: new Set(['text']) })
    oneStep('addNode', () => addNode(session, 'model', ANYWHERE))
    expect(edges()).toContain('text -> model.1')
  })

  test('into a connection keeps the comment on the first half and moves following nodes', () => {
    oneStep('insertNode', () => addNode(session, 'model', { ...ANYWHERE, onEdge: 'e1' }))
    expect(edges()).toEqual(['text -> model.1: about e1', 'model.1 -> end'])
    expect(spots()[1]?.[0]).toBeGreaterThan(250)
  })

  test('as a replacement changes the type of the node', () => {
    oneStep('swapNode', () => addNode(session, 'prompt', { ...ANYWHERE, swap: 'model' }))
  })
})

describe('gestures on the canvas', () => {
  test('dropping a node onto a connection moves and connects it', () => {
    const { onMove } = canvasEditing(session)
    oneStep('insertNode', () => onMove({ model: { x: 120, y: 0 } }, { by: 'pointer', onto: 'e1' }))
    expect(edges()).toEqual(['text -> model: about e1', 'model -> end'])
    expect(spots()[2]).toEqual([120, 0])
  })

  test('two drags are two steps, consecutive arrow keys are one', () => {
    const { onMove } = canvasEditing(session)
    oneStep('moveNodes', () => onMove({ model: { x: 1, y: 0 } }, { by: 'pointer' }))
    oneStep('moveNodes', () => onMove({ model: { x: 2, y: 0 } }, { by: 'pointer' }))
    session.open({ name: 'Mine', ...commented(drawn('text\nmodel')) })
    oneStep('moveNodes', () => {
      for (const x of [10, 20, 30]) onMove({ model: { x, y: 0 } }, { by: 'keys' })
    })
  })

  test('a move to the same position is not a step', () => {
    canvasEditing(session).onMove({ text: { x: 0, y: 0 } }, { by: 'pointer' })
    expect(session.store.get().history.past).toEqual([])
  })

  test('a reconnected edge keeps its comment; dropped on empty canvas it is removed', () => {
    const { onReconnect } = canvasEditing(session)
    const ends = { source: { node: 'text', port: 'text' }, target: { node: 'model', port: 'message' } }
    oneStep('reconnect', () => onReconnect('e1', ends))
    expect(edges()).toEqual(['text -> model: about e1'])
    oneStep('disconnect', () => onReconnect('e1', undefined))
    expect(edges()).toEqual([])
  })

  test('resizing a note is one step', () => {
    const { onResize } = canvasEditing(session)
    oneStep('resizeNode', () => onResize('note', { x: 5, y: 6, width: 200.4, height: 99.7 }))
    expect(documentNow().nodes[3]).toMatchObject({ position: { x: 5, y: 6 }, width: 200, height: 100 })
  })
})

describe('actions on a selection', () => {
  beforeEach(() => session.select({ nodes: new Set(['text', 'end']) }))

  test('delete, duplicate and align are one step each', () => {
    oneStep('duplicate', () => duplicateSelected(session))
    session.select({ nodes: new Set(['text', 'model']) })
    oneStep('alignNodes', () => alignSelected(session, 'left'))
    oneStep('remove', () => removeSelected(session))
  })

  test('pasting copied nodes is one step', () => {
    oneStep('paste', () => pasteText(session, JSON.stringify({ nodes: documentNow().nodes })))
  })
})

describe('auto-layout', () => {
  const toasts = () => vi.fn<(message: { text: string }) => void>()

  test('is one step and falls back to the simple layout with a message without workers', async () => {
    session.transact('moveNodes', (tx) => tx.move({ node: 'end', to: { x: -500, y: 700 } }))
    const show = toasts()
    session.showToasts(show)
    const { history: before } = session.store.get()
    expect(await layOut(session)).toBe(true)
    const { history: after, layout } = session.store.get()
    expect(after.past.slice(before.past.length).map((step) => step.label)).toEqual(['layout'])
    expect(layout).toBeUndefined()
    expect(show.mock.calls.map(([{ text }]) => text)).toEqual([expect.stringContaining('A simpler layout was used')])
    session.undo()
    expect(documentNow()).toEqual(before.document)
  })

  test('moves nothing if it is cancelled', async () => {
    const before = documentNow()
    const done = layOut(session)
    session.store.get().layout?.cancel()
    expect(await done).toBe(false)
    expect(documentNow()).toBe(before)
  })

  test('moves nothing if the graph was changed meanwhile, and shows a message', async () => {
    const show = toasts()
    session.showToasts(show)
    const done = layOut(session)
    session.transact('moveNodes', (tx) => tx.move({ node: 'end', to: { x: -500, y: 700 } }))
    const changed = documentNow()
    expect(await done).toBe(false)
    expect(documentNow()).toBe(changed)
    expect(show.mock.calls.at(-1)?.[0].text).toBe(ENGLISH.editor.messages.layoutOutdated)
  })
})

describe('replacing the document', () => {
  test('importing a file is one step', () => {
    const file = { id: 'x', revision: 7, name: 'Imported', ...drawn('text.9') }
    oneStep('importFile', () => importText(session, JSON.stringify(file)))
    expect(documentNow()).toMatchObject({ name: 'Imported', nodes: [{ id: 'text.9' }] })
    expect(documentNow()).not.toHaveProperty('revision')
  })

  test.each(['{', '[]', '{"nodes": [null]}', '{"nodes": [], "edges": [{}]}'])('rejects the file %s', (text) => {
    importText(session, text)
    expect(session.store.get().history.past).toEqual([])
  })

  test('pinning and unpinning outputs are one step each', () => {
    const outputs = { response: 'x' }
    oneStep('pin', () => session.transact('pin', (tx) => tx.pin({ node: 'model', outputs })))
    expect(documentNow().nodes.map(pinsOf)).toContainEqual(outputs)
    oneStep('unpin', () => session.transact('unpin', (tx) => tx.unpin({ node: 'model' })))
  })

  test('using the version of another user can be undone', () => {
    session.transact('editWorkflow', (tx) => tx.document({ set: { config: { mine: true } } }))
    const metadata = {
      schemaVersion: '1',
      version: '1',
      createdAt: '',
      updatedAt: '',
      tags: [],
      versionId: '',
      updateNumber: 2,
      format: '',
    }
    const own = { id: 'w', machineName: 'w', revision: 2, name: 'Theirs', description: '', metadata }
    oneStep('takeTheirs', () => takeTheirs(session, { ...own, nodes: [...drawn('model').nodes], edges: [] }))
    expect(documentNow()).toEqual({ name: 'Theirs', description: '', metadata, ...drawn('model') })
    expect(session.store.get().origin).toMatchObject({ id: 'w', revision: 2 })
    // The own document is based on the earlier version again, so that a save of it does not overwrite version 2.
    const before = session.store.get().saved
    session.undo()
    expect(session.store.get().origin?.revision).not.toBe(2)
    expect(isDirty(session.store.get())).toBe(true)
    session.redo()
    expect(session.store.get()).toMatchObject({ origin: { revision: 2 }, saved: before })
    expect(isDirty(session.store.get())).toBe(false)
  })
})

describe('adding a node with a template', () => {
  const letter = defineNode({
    id: 'letter',
    name: 'Letter',
    version: '1.0.0',
    description: '',
    icon: 'mdi:circle',
    tags: [],
    category: 'prompts',
    config: Type.Object({ template: template(), dynamicInputs: Type.Optional(Type.Array(Type.Any())) }),
    inputs: { data: { dataType: 'json' } },
    outputs: { output: { dataType: 'string' } },
  })
  const toasts: ToastMessage[] = []
  const letters = () => documentNow().nodes.filter(({ id }) => id.startsWith('letter'))
  const wires = () => documentNow().edges.map(({ sourceHandle, targetHandle }) => `${sourceHandle} ${targetHandle}`)

  beforeEach(() => {
    toasts.length = 0
    session = createSession({})
    session.showToasts((message) => toasts.push(message))
    const graph = commented(drawn('text:text -> end:value\nask'))
    const catalogue = catalogueOf([...smallDefinitions, letter])
    session.open({ name: 'Mine', ...graph }, { phase: 'ready', isEditable: true, catalogue })
  })

  test('after a node makes a placeholder for its value and connects it', () => {
    session.select({ nodes: new Set(['text']) })
    oneStep('addNode', () => addNode(session, 'letter', ANYWHERE))
    expect(letters()).toMatchObject([{ data: { config: { template: '{{ text }}' } } }])
    expect(wires()).toContain('text-output-text letter.1-input-text')
    expect(toasts).toEqual([])
  })

  test('at a loose end makes a placeholder', () => {
    const from = { node: 'text', port: 'text', direction: 'output' as const }
    oneStep('addNode', () => addNode(session, 'letter', { ...ANYWHERE, from }))
    expect(wires()).toContain('text-output-text letter.1-input-text')
  })

  test('on a connection makes a placeholder', () => {
    expect(canvasEditing(session).canInsert('e1', { type: 'letter' })).toBe(true)
    oneStep('insertNode', () => addNode(session, 'letter', { ...ANYWHERE, onEdge: 'e1' }))
    expect(wires()).toEqual(['text-output-text letter.1-input-text', 'letter.1-output-output end-input-value'])
  })

  test('after a branch connects the value of the branch', () => {
    session.transact('connect', (tx) =>
      tx.connect({ source: { node: 'text', port: 'text' }, target: { node: 'ask', port: 'message' } }),
    )
    session.select({ nodes: new Set(['ask']) })
    oneStep('addNode', () => addNode(session, 'letter', ANYWHERE))
    const from = { node: 'ask', port: 'no', direction: 'output' as const }
    oneStep('addNode', () => addNode(session, 'lookup', { ...ANYWHERE, from }))
    expect(wires()).toEqual(
      expect.arrayContaining(['ask-output-yes letter.1-input-text', 'ask-output-no lookup.1-input-word']),
    )
    expect(toasts).toEqual([])
  })

  test('without a matching input is announced as connected for order only', () => {
    session.select({ nodes: new Set(['text']) })
    addNode(session, 'each', ANYWHERE)
    expect(wires()).toContain('text-output-trigger each.1-input-trigger')
    expect(toasts).toEqual([
      { tone: 'info', text: 'For each is connected for order only: it gets no value from the node before it.' },
    ])
  })
})
