/**
 * Takes the screenshots of the documentation from the built editor with a small demo: `node scripts/screenshots.ts
 * [folder]`. Needs Chromium; writes to docs/images.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { freshFolder, start } from '../test/system/program.ts'
import { setup as build } from '../test/system/support/build-once.ts'
import { drawing } from '../test/system/support/drawing.ts'
import { launchBrowser } from '../test/system/web/support/chromium.ts'
import { EditorActions } from '../test/system/web/support/editor-actions.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const TARGET = process.argv[2] ?? join(ROOT, 'docs/images')
const SIZE = { width: 1440, height: 900 }

type Drawing = ReturnType<typeof drawing>
type Places = Readonly<Record<string, readonly [label: string, x: number, y: number]>>

/** A workflow with the visible labels and positions. */
function placed(drawn: Drawing, places: Places): Drawing {
  const nodes = drawn.nodes.map((node) => {
    const [label, x, y] = places[node.id] ?? [node.id, 0, 0]
    return { ...node, position: { x, y }, data: { ...node.data, label } }
  })
  return { ...drawn, nodes }
}

/** Small orders pass; large ones need a confirmation. */
const ORDERS = placed(
  drawing(
    'Order desk',
    [
      {
        id: 'note',
        type: 'notes',
        config: { content: '## Order desk\nSmall orders pass. **Large ones wait** for a yes.' },
      },
      { id: 'item', type: 'text_input', config: { defaultValue: 'desk lamp' } },
      { id: 'total', type: 'number_input', config: { defaultValue: 480 } },
      { id: 'large', type: 'if_else', config: { operator: 'greater_than', matchText: '200' } },
      {
        id: 'ask',
        type: 'confirmation',
        config: { message: 'An order above 200. Place it?', confirmLabel: 'Place it', cancelLabel: 'Leave it' },
      },
      { id: 'loud', type: 'text_formatter', config: { prefix: 'Ordered: ', operation: 'capitalize' } },
      { id: 'receipt', type: 'text_output' },
      { id: 'no', type: 'stop' },
    ],
    `total.value -> large.data
    large.True -> ask.trigger
    item.text -> loud.text
    large.False -> loud.trigger
    ask.confirmed -> loud.trigger
    ask.declined -> no.trigger
    loud.formatted -> receipt.text`,
  ),
  {
    note: ['Note', 0, -190],
    total: ['Total', 0, 40],
    item: ['Item', 0, 300],
    large: ['Large order?', 225, 10],
    ask: ['Ask the buyer', 490, -40],
    no: ['Not ordered', 800, -60],
    loud: ['Receipt line', 780, 190],
    receipt: ['Receipt', 1050, 210],
  },
)

const TALK = placed(
  drawing(
    'Support desk',
    [
      { id: 'in', type: 'chat_input' },
      {
        id: 'pick',
        type: 'choice',
        config: {
          message: 'What is it about?',
          options: [
            { value: 'order', label: 'An order' },
            { value: 'bill', label: 'A bill' },
            { value: 'other', label: 'Something else' },
          ],
        },
      },
      { id: 'out', type: 'chat_output' },
    ],
    `in.trigger -> pick.trigger
    in.message -> out.message
    pick.trigger -> out.trigger`,
  ),
  { in: ['Message', 0, 0], pick: ['What about?', 300, 0], out: ['Reply', 620, 0] },
)

build()
const folder = freshFolder()
const [program, browser] = await Promise.all([start(['--data-dir', folder, '--port', '0']), launchBrowser()])
const key = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
mkdirSync(TARGET, { recursive: true })

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${program.origin}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data: T; error?: string }
  if (!response.ok) throw new Error(`${path}: ${answer.error}`)
  return answer.data
}

async function idOf(name: string): Promise<string> {
  const stored = await call<{ id: string; name: string }[]>('/workflows')
  const found = stored.find((workflow) => workflow.name === name)
  if (found === undefined) throw new Error(`No workflow ${name} among ${stored.map((one) => one.name).join(', ')}`)
  return found.id
}

const page: Page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1, reducedMotion: 'reduce' })
page.setDefaultTimeout(15_000)
const editor = new EditorActions(page)

async function visit(path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${program.origin}/#${path}`)
}

async function shoot(name: string): Promise<void> {
  const path = join(TARGET, `${name}.png`)
  // No element is hovered, and no caret blinks.
  await page.mouse.move(720, 896)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  console.log(`${name}.png, ${Math.round(statSync(path).size / 1000)} kB`)
}

/** Puts the page into the state for the screenshot. */
async function pictures(): Promise<void> {
  await page.goto(program.link)
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  for (const name of ['Hello, world', 'Chatbot with memory', 'CSV to JSON', 'Expense approval', 'Loop over a list']) {
    await visit('/')
    const fromTemplate = page.getByRole('button', { name: 'From template' })
    const card = page.getByRole('button', { name: new RegExp(`^${name}`) })
    await fromTemplate.or(card).first().waitFor()
    if (await fromTemplate.isVisible()) await fromTemplate.click()
    await card.click()
    await editor.name.waitFor()
  }
  await call('/workflows', TALK)
  await call('/workflows', ORDERS)
  for (const name of ['Hello, world', 'CSV to JSON']) await call(`/workflows/${await idOf(name)}/execute`, {})
  const orders = await idOf('Order desk')
  const { execution_id: execution } = await call<{ execution_id: string }>(`/workflows/${orders}/execute`, {})

  await visit('/')
  await page.getByRole('row').filter({ hasText: 'Order desk' }).getByText('Running').waitFor()
  await page.getByRole('row').filter({ hasText: 'CSV to JSON' }).getByText('Completed').waitFor()
  await shoot('home')

  await visit(`/workflows/${orders}`)
  await editor.node('ask').waitFor()
  await editor.node('ask').click()
  await page.getByRole('button', { name: 'Fit to screen' }).click()
  await shoot('editor-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot('editor-dark')
  await page.emulateMedia({ colorScheme: 'light' })

  await page.getByRole('button', { name: 'Assistant', exact: true }).click()
  await page.getByLabel('Describe a change or ask a question').fill('add a text formatter after Item')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply', exact: true }).waitFor()
  await page.locator('.mr-assistant article strong').first().waitFor()
  await page.getByRole('button', { name: 'Fit to screen' }).click()
  await shoot('assistant-preview')
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await visit(`/executions/${execution}`)
  await page.getByRole('button', { name: 'Place it' }).waitFor()
  await page.locator('.react-flow__node').first().waitFor()
  await shoot('viewer')

  await visit(`/workflows/${await idOf('Support desk')}/playground`)
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByLabel('Message', { exact: true }).fill('My parcel has not come.')
  await page.keyboard.press('Enter')
  await page.getByText('What is it about?').waitFor()
  await shoot('playground-question')
}

try {
  await pictures()
} catch (error) {
  await page.screenshot({ path: join(folder, '../failure.png') })
  console.error(error, `\nThe page as it was: ${join(folder, '../failure.png')}`)
  process.exitCode = 1
} finally {
  await browser.close()
  await program.stop()
}
