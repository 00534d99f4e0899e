/** Actions of a user in the editor, by mouse and keyboard. */
import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

export interface PortPlace {
  readonly node: string
  readonly port: string
}

export class EditorActions {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  get nodes(): Locator {
    return this.page.locator('.react-flow__node')
  }

  get edges(): Locator {
    return this.page.locator('.react-flow__edge')
  }

  node(id: string): Locator {
    return this.page.locator(`.react-flow__node[data-id="${id}"]`)
  }

  get name(): Locator {
    return this.page.getByLabel('Workflow name')
  }

  /** The run button of the top bar; the panel has another one. */
  get runButton(): Locator {
    return this.page.locator('header').getByRole('button', { name: 'Run', exact: true }).last()
  }

  async counts(nodes: number, edges?: number): Promise<void> {
    await until(`${nodes} nodes`, async () => (await this.nodes.count()) === nodes)
    if (edges === undefined) return
    await until(`${edges} connections`, async () => (await this.edges.count()) === edges)
  }

  /** Adds a node by name through the box that the key A opens. */
  async add(name: string): Promise<void> {
    const before = await this.nodes.count()
    await this.page.keyboard.press('a')
    const box = this.page.getByRole('dialog', { name: 'Add node' })
    await box.waitFor()
    await this.page.keyboard.type(name)
    await box.getByRole('option').first().waitFor()
    await this.page.keyboard.press('Enter')
    await box.waitFor({ state: 'detached' })
    await this.counts(before + 1)
  }

  /** Drags from an output to an input. */
  async connect(from: PortPlace, to: PortPlace): Promise<void> {
    const start = await centerOf(this.page.locator(`[data-handleid="${from.node}-output-${from.port}"]`))
    const end = await centerOf(this.page.locator(`[data-handleid="${to.node}-input-${to.port}"]`))
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(end.x, end.y, { steps: 8 })
    await this.page.mouse.up()
  }

  /** Clicks an empty spot of the canvas. */
  async clickCanvas(): Promise<void> {
    await this.page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+s')
    await this.saved()
  }

  async saved(): Promise<void> {
    await this.status('Saved')
  }

  /** Waits for the text beside the name of the workflow. */
  async status(text: string): Promise<void> {
    await this.page.locator('.mr-bar__state').getByText(text, { exact: true }).waitFor()
  }

  /** Selects an entry of the menu of a button. */
  async choose(button: string | RegExp, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }
}

/** Number of equal measurements in a row after which an element counts as still. */
const LOOKS = 5

/** Center of an element that has stopped moving. */
export async function centerOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await settledBox(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Bounding box of an element that has stopped moving: measurements during viewport animations are wrong. */
export async function settledBox(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box = await locator.boundingBox()
  let alike = 0
  await until(`${locator} stands still`, async () => {
    const before = JSON.stringify(box)
    box = await locator.boundingBox()
    alike = box !== null && before === JSON.stringify(box) ? alike + 1 : 0
    return alike === LOOKS
  })
  if (box === null) throw new Error(`${locator} is not drawn`)
  return box
}
