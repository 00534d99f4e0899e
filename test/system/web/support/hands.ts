/** What a person does in the editor with mouse and keys. */
import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

export interface PortPlace {
  readonly node: string
  readonly port: string
}

export class Hands {
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

  /** In the bar; a panel has one of its own. */
  get runButton(): Locator {
    return this.page.locator('header').getByRole('button', { name: 'Run', exact: true }).last()
  }

  async counts(nodes: number, edges?: number): Promise<void> {
    await until(`${nodes} nodes`, async () => (await this.nodes.count()) === nodes)
    if (edges === undefined) return
    await until(`${edges} connections`, async () => (await this.edges.count()) === edges)
  }

  /** Types the name of a node into the box that A opens. */
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
    const start = await middle(this.page.locator(`[data-handleid="${from.node}-output-${from.port}"]`))
    const end = await middle(this.page.locator(`[data-handleid="${to.node}-input-${to.port}"]`))
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(end.x, end.y, { steps: 8 })
    await this.page.mouse.up()
  }

  /** Somewhere on the canvas where nothing is. */
  async clickCanvas(): Promise<void> {
    await this.page.locator('.react-flow__pane').click({ position: { x: 40, y: 60 } })
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+s')
    await this.saved()
  }

  async saved(): Promise<void> {
    await this.page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
  }

  /** Chooses an entry of the menu behind a button. */
  async choose(button: string | RegExp, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }
}

/** So many looks in a row have to agree: something may be about to move. */
const LOOKS = 5

/** The middle of something that has come to rest. */
export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await still(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Where something is once it has stopped moving: the view glides, and whatever is measured meanwhile is wrong. */
export async function still(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
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
