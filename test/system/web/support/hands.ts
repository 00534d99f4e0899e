/** What a person does in the editor with mouse and keys. */
import { type Locator, type Page, errors } from 'playwright-core'
import { expect } from 'vitest'

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
    return this.page.getByLabel('Name of the workflow')
  }

  async counts(nodes: number, edges?: number): Promise<void> {
    await expect.poll(() => this.nodes.count()).toBe(nodes)
    if (edges !== undefined) await expect.poll(() => this.edges.count()).toBe(edges)
  }

  /** Types the name of a node into the box that A opens. */
  async add(name: string): Promise<void> {
    const before = await this.nodes.count()
    await this.page.keyboard.press('a')
    const box = this.page.getByRole('dialog', { name: 'Add a node' })
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
    await this.page.getByRole('status').filter({ hasText: /^Saved$/ }).waitFor()
  }

  /** Chooses an entry of the menu behind a button. */
  async choose(button: string | RegExp, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }
}

/** The middle of something that has come to rest. */
async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  let before = ''
  let box = await locator.boundingBox()
  await expect
    .poll(async () => {
      const last = before
      box = await locator.boundingBox()
      before = JSON.stringify(box)
      return box !== null && before === last
    })
    .toBe(true)
  if (box === null) throw new errors.TimeoutError('It is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
