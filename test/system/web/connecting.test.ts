/**
 * Connections by mouse: rejected with a reason, reconnected, split by a node, dropped on empty canvas; each is one undo
 * step.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { centerOf, EditorActions, settledBox } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

interface Edge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly sourceHandle: string
  readonly targetHandle: string
  readonly data?: { readonly label?: string }
}

describeInBrowser('connecting by hand', () => {
  const web = useWeb()
  let page: Page
  let editor: EditorActions
  let current = ''

  const open = async (workflow: typeof SHOUT) => {
    const { id } = await web.call('/workflows', workflow)
    current = id
    await web.visit(`/workflows/${id}`)
    await editor.counts(workflow.nodes.length, workflow.edges.length)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
  }
  const port = (node: string, direction: 'input' | 'output', id: string) =>
    page.locator(`[data-handleid="${node}-${direction}-${id}"]`)
  const edgePath = (id: string) => page.locator(`.react-flow__edge[data-id="${id}"] path.react-flow__edge-interaction`)
  /** The stored edges, after a save. */
  const wires = async () => {
    await editor.save()
    const { edges } = await web.call<{ edges: Edge[] }>(`/workflows/${current}`)
    return edges.map(({ sourceHandle, targetHandle }) => `${sourceHandle} > ${targetHandle}`).sort()
  }
  const undo = () => page.keyboard.press('Control+z')
  const BEFORE = ['in-output-text > loud-input-text', 'loud-output-formatted > out-input-text']

  beforeAll(() => {
    page = web.page
    editor = new EditorActions(page)
  })

  test('an incompatible connection is rejected while it is dragged, with the reason', async () => {
    await open({
      ...SHOUT,
      ...drawing(
        'Refused',
        [
          { id: 'tool', type: 'calculator' },
          { id: 'agent', type: 'simple_agent' },
        ],
        'tool.tool -> agent.tool',
      ),
      nodes: [
        ...drawing('', [{ id: 'tool', type: 'calculator' }], '').nodes,
        ...drawing('', [{ id: 'agent', type: 'simple_agent' }], '').nodes.map((node) => ({
          ...node,
          position: { x: 420, y: 0 },
        })),
      ],
    })
    const [from, wrong] = [
      await centerOf(port('tool', 'output', 'tool')),
      await centerOf(port('agent', 'input', 'message')),
    ]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(wrong.x, wrong.y, { steps: 8 })
    await page.getByRole('status').filter({ hasText: 'cannot be connected to' }).waitFor()
    expect(await port('agent', 'input', 'message').getAttribute('class')).toContain('mr-handle--fits-no')
    await page.mouse.up()
    await editor.counts(2, 1)
  })

  test('a reconnected edge keeps its comment', async () => {
    await open({ ...SHOUT, name: 'Put elsewhere' })
    await editor.clickCanvas()
    await editor.add('logger')
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    const line = await centerOf(edgePath('e1'))
    await page.mouse.click(line.x, line.y)
    await page.getByLabel('Comment').fill('loud and clear')
    await editor.save()
    const [from, to] = [
      await centerOf(port('out', 'input', 'text')),
      await centerOf(port('logger.1', 'input', 'message')),
    ]
    await page.mouse.move(from.x - 11, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 10 })
    await page.mouse.up()
    expect(await wires()).toEqual([BEFORE[0], 'loud-output-formatted > logger.1-input-message'])
    await page.locator('.mr-edge__label').filter({ hasText: 'loud and clear' }).waitFor()
    await undo()
    expect(await wires()).toEqual(BEFORE)
    await page.locator('.mr-edge__label').filter({ hasText: 'loud and clear' }).waitFor()
  })

  test('an edge dropped on empty canvas is removed, and undo restores it', async () => {
    const from = await centerOf(port('out', 'input', 'text'))
    await page.mouse.move(from.x - 11, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 40, from.y + 220, { steps: 10 })
    await page.mouse.up()
    expect(await wires()).toEqual([BEFORE[0]])
    await undo()
    expect(await wires()).toEqual(BEFORE)
  })

  test('a connection dropped on empty canvas offers compatible nodes, and adding one is one step', async () => {
    await open({ ...SHOUT, name: 'In the air' })
    const from = await centerOf(port('loud', 'output', 'formatted'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 200, { steps: 8 })
    await page.mouse.up()
    const box = page.getByRole('dialog', { name: 'Add node' })
    await box.getByRole('option').first().waitFor()
    expect(await box.getByRole('option', { name: /^Start\b/ }).count()).toBe(0)
    await page.keyboard.type('split text')
    await page.keyboard.press('Enter')
    await editor.counts(4, 3)
    expect(await wires()).toContain('loud-output-formatted > split_text.1-input-text')
    await undo()
    await editor.counts(3, 2)
    await page.keyboard.press('Control+Shift+z')
    await editor.counts(4, 3)
    await undo()
  })

  test('a node type dropped onto a connection is inserted into it as one step', async () => {
    await page.getByLabel('Search nodes').fill('find and replace')
    const entry = page.getByRole('button', { name: 'Add Find and replace', exact: true })
    const spot = await centerOf(edgePath('e0'))
    const start = await centerOf(entry)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(spot.x - 30, spot.y - 30, { steps: 6 })
    await page.mouse.move(spot.x, spot.y, { steps: 4 })
    await page.locator('.mr-edge--target').waitFor()
    await page.mouse.up()
    await editor.counts(4, 3)
    expect(await wires()).toEqual(
      [
        'in-output-text > text_find_replace.1-input-text',
        BEFORE[1],
        'text_find_replace.1-output-text > loud-input-text',
      ].sort(),
    )
    // The following nodes moved right.
    const [added, behind] = [
      await settledBox(editor.node('text_find_replace.1')),
      await settledBox(editor.node('loud')),
    ]
    expect((added?.x ?? 0) + (added?.width ?? 0)).toBeLessThan(behind?.x ?? 0)
    await undo()
    await editor.counts(3, 2)
    expect(await wires()).toEqual(BEFORE)
  })

  test('an unconnected node dragged onto a connection is inserted, a connected one is not', async () => {
    await page.getByLabel('Search nodes').fill('')
    await editor.clickCanvas()
    await editor.add('find and replace')
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.save()
    const node = editor.node('text_find_replace.1')
    const [grip, spot] = [await centerOf(node), await centerOf(edgePath('e1'))]
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.down()
    await page.mouse.move(spot.x, spot.y, { steps: 12 })
    await page.locator('.mr-edge--target').waitFor()
    await page.mouse.up()
    await editor.counts(4, 3)
    expect(await wires()).toContain('loud-output-formatted > text_find_replace.1-input-text')
    await undo()
    expect(await wires()).toEqual(BEFORE)
    await editor.counts(4, 2)

    const [held, over] = [await centerOf(editor.node('in')), await centerOf(edgePath('e1'))]
    await page.mouse.move(held.x, held.y)
    await page.mouse.down()
    await page.mouse.move(over.x, over.y, { steps: 10 })
    expect(await page.locator('.mr-edge--target').count()).toBe(0)
    await page.mouse.up()
    expect(await wires()).toEqual(BEFORE)
    await undo()
  })

  test('a hovered connection offers to insert a node', async () => {
    await open({ ...SHOUT, name: 'Offered' })
    const spot = await centerOf(edgePath('e1'))
    await page.mouse.move(spot.x, spot.y)
    await page.getByRole('button', { name: 'Insert node here' }).click()
    const box = page.getByRole('dialog', { name: 'Add node' })
    await box.getByRole('option').first().waitFor()
    // An input node cannot be inserted.
    await page.keyboard.type('number input')
    await box.getByText('No matching nodes').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('find and replace')
    await page.keyboard.press('Enter')
    await editor.counts(4, 3)
    expect(await wires()).toContain('text_find_replace.1-output-text > out-input-text')
    await undo()
    await editor.counts(3, 2)
  })

  test('an idea is connected like any node; its edge is drawn as a plan and never runs', async () => {
    await open({ ...SHOUT, name: 'Planned' })
    await editor.clickCanvas()
    await editor.add('idea')
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await editor.connect({ node: 'loud', port: 'formatted' }, { node: 'idea.1', port: 'left' })
    await editor.counts(4, 3)
    await page.locator('.mr-edge--planned').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Problems: No problems' }).waitFor()

    // Its other sides become ports when they are enabled in the settings.
    expect(await port('idea.1', 'input', 'top').count()).toBe(0)
    await editor.node('idea.1').click()
    await page.getByRole('button', { name: 'Advanced' }).click()
    await page.getByRole('switch', { name: 'Top port' }).click()
    await port('idea.1', 'input', 'top').waitFor()
    await editor.save()
    const { execution_id: execution } = await web.call<{ execution_id: string }>(`/workflows/${current}/execute`, {
      inputs: { in: 'hello' },
    })
    const jobs = async () =>
      (await web.call<{ status: string; jobs: { node_id: string }[] }>(`/pipelines/${execution}`)) ?? { jobs: [] }
    await until('the run is done', async () => (await jobs()).status === 'completed')
    expect((await jobs()).jobs.map(({ node_id }) => node_id).sort()).toEqual(['in', 'loud', 'out'])
  })

  test('an edge that cannot be selected or deleted stays', async () => {
    const [first, second] = SHOUT.edges as object[]
    const edges = [
      { ...first, deletable: false },
      { ...second, selectable: false },
    ]
    const { id } = await web.call('/workflows', { ...SHOUT, edges, name: 'Fixed' })
    await web.visit(`/workflows/${id}`)
    await editor.counts(3, 2)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    const chosen = page.locator('.react-flow__edge.selected')
    const still = await centerOf(edgePath('e1'))
    await page.mouse.click(still.x, still.y)
    expect(await chosen.count()).toBe(0)
    const fixed = await centerOf(edgePath('e0'))
    await page.mouse.click(fixed.x, fixed.y)
    await chosen.waitFor({ state: 'attached' })
    await page.keyboard.press('Delete')
    await editor.counts(3, 2)
    await page.keyboard.press('Control+a')
    await until('all nodes', async () => (await page.locator('.react-flow__node.selected').count()) === 3)
    expect(await chosen.count()).toBe(1)
  })
})
