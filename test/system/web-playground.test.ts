/** Chatting with workflows and answering their questions in a browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshFolder, killAll, type Program, start } from './program.ts'
import { drawing } from './support/drawing.ts'
import { choose } from './web/support/choose.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const IN = { id: 'in', type: 'chat_input' }
const OUT = { id: 'out', type: 'chat_output' }

const TALK = drawing(
  'Talk',
  [
    IN,
    { id: 'log', type: 'logger' },
    { id: 'model', type: 'chat_model', config: { provider: 'echo', model: 'e' } },
    OUT,
  ],
  `in.message -> log.message
  in.message -> model.message
  log.trigger -> model.trigger
  model.response -> out.message`,
)

const FIELDS = {
  type: 'object',
  properties: {
    sku: { type: 'string', title: 'Article' },
    count: { type: 'integer', title: 'How many', maximum: 9 },
  },
  required: ['sku', 'count'],
}
const CHANGES = [
  { field: 'name', label: 'Name', original: 'Mug', proposed: 'Blue mug' },
  { field: 'price', label: 'Price', original: 9, proposed: 11 },
]

/** Takes its text only from an input node: it has no chat input. */
const FED = drawing('Fed', [{ id: 'topic', type: 'text_input' }, OUT], 'topic.text -> out.message')

/** One question of every kind, one after another. */
const ASKS = drawing(
  'Asks',
  [
    IN,
    { id: 'yes', type: 'confirmation', config: { message: 'Go on?', confirmLabel: 'Go', cancelLabel: 'Stay' } },
    { id: 'pick', type: 'choice', config: { message: 'Which?', options: [{ value: 'red' }, { value: 'blue' }] } },
    { id: 'text', type: 'text_prompt', config: { message: 'A name?', minLength: 3 } },
    { id: 'form', type: 'form', config: { message: 'Details?', schema: FIELDS } },
    { id: 'json', type: 'json_input', config: { defaultValue: CHANGES } },
    { id: 'list', type: 'json_transform', config: { expression: '$' } },
    { id: 'look', type: 'review', config: { message: 'Look!' } },
    OUT,
  ],
  `in.trigger -> yes.trigger
  yes.confirmed -> pick.trigger
  pick.trigger -> text.trigger
  text.trigger -> form.trigger
  form.trigger -> json.trigger
  json.value -> list.data
  list.result -> look.changes
  look.trigger -> out.trigger
  in.message -> out.message`,
)

let program: Program
let browser: Browser
let page: Page
let key: string
const said: string[] = []

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${program.origin}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return ((await response.json()) as { data: T }).data
}

interface Found {
  readonly id: string
  readonly status: string
  readonly response: unknown
}

/** Creates and opens a session of a workflow. */
async function session(workflow: string): Promise<string> {
  const { id } = await call<Found>(`/workflows/${workflow}/playground/sessions`, {})
  await page.goto('about:blank')
  await page.goto(`${program.origin}/#/workflows/${workflow}/playground?session=${id}`)
  await page.getByText('Send a message to start').waitFor()
  return id
}

async function say(text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

/** Waits until the open question has the focus. */
async function asked(text: string): Promise<void> {
  await page.locator('.mr-question[data-standing=open]:focus', { hasText: text }).waitFor()
}

const press = async (...keys: string[]) => {
  for (const one of keys) await page.keyboard.press(one)
}

beforeAll(async () => {
  const folder = freshFolder()
  program = await start(['--data-dir', folder, '--port', '0'])
  key = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
  for (const workflow of [TALK, ASKS, FED]) await call('/workflows', workflow)
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(120_000)
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(program.link)
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
})

afterAll(async () => {
  await browser?.close()
  killAll()
})

describe('the playground', () => {
  test('answers a message in Markdown, and the log is collapsible', async () => {
    await session('talk')
    await say('It is **blue**.\n')
    await page.locator('.mr-message--assistant strong', { hasText: 'blue' }).waitFor()
    await page.getByText('Done in').waitFor()
    expect(await page.locator('.mr-message--draft').count()).toBe(0)
    await page.getByText('1 log line').click()
    await page.locator('.mr-logs__lines li').waitFor()
  })

  test('every kind of question is answered by keyboard', async () => {
    const id = await session('asks')
    await say('Hello')
    await asked('Go on?')
    await press('Tab', 'Enter')
    await asked('Which?')
    await press('Tab', 'ArrowDown', 'Enter')
    await asked('A name?')
    await press('Tab')
    await page.keyboard.type('Ada')
    await press('Enter')
    await asked('Details?')
    await press('Tab')
    await page.keyboard.type('M1')
    await press('Tab')
    await page.keyboard.type('12')
    await press('Enter')
    await page.getByText('Must be at most 9').waitFor()
    await press('Backspace', 'Backspace', '4', 'Enter')
    await asked('Look!')
    await page.getByRole('button', { name: 'Accept: Name' }).focus()
    await press('Enter')
    await page.getByRole('button', { name: 'Reject: Price' }).focus()
    await press('Enter', 'Control+Enter')
    await page.getByText('Done in').waitFor()
    const answers = await call<Found[]>(`/playground/sessions/${id}/interrupts`)
    expect(answers.map(({ response }) => response)).toEqual([
      true,
      'blue',
      'Ada',
      { sku: 'M1', count: 4 },
      {
        decisions: { name: { accepted: true, value: 'Blue mug' }, price: { accepted: false, value: 9 } },
        summary: { accepted: 1, rejected: 1, total: 2 },
      },
    ])
  })

  test('no key answers or dismisses by accident, and dismissing needs a confirmation', async () => {
    const id = await session('asks')
    await say('Hello')
    await asked('Go on?')
    await press('Enter', 'Escape')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await press('Escape')
    expect((await call<Found[]>(`/playground/sessions/${id}/interrupts`)).map(({ status }) => status)).toEqual([
      'pending',
    ])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await page.locator('.mr-question__outcome', { hasText: 'Dismissed by' }).waitFor()
  })

  test('stop ends the turn and closes its question; a deleted session disappears', async () => {
    const id = await session('asks')
    await say('Hello')
    await asked('Go on?')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Closed because the run was stopped.').waitFor()
    await page.locator('.mr-session--selected').hover()
    await page.locator('.mr-session--selected').getByRole('button', { name: 'Delete session' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => call<Found | undefined>(`/playground/sessions/${id}`)).toBeUndefined()
  })

  test('the inputs panel opens without a chat input, counts its values, is used by the run and is cleared', async () => {
    await session('fed')
    const panel = page.getByRole('complementary', { name: 'Run inputs' })
    const toggle = page.getByRole('button', { name: /^Inputs/ })
    await panel.getByLabel('topic').fill('Rain')
    await toggle.getByText('1 set').waitFor()
    await panel.getByRole('button', { name: 'Hide inputs' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('.mr-message--assistant', { hasText: 'Rain' }).waitFor()
    await toggle.click()
    await panel.getByRole('button', { name: 'Clear' }).click()
    await toggle.getByText('1 set').waitFor({ state: 'detached' })
    expect(await panel.getByLabel('topic').inputValue()).toBe('')
  })

  test('a new conversation needs a confirmation and draws a line below the messages', async () => {
    const id = await session('talk')
    const messages = async () => (await call<Found[]>(`/playground/sessions/${id}/messages`)).length
    await say('Hello')
    await page.getByText('Done in').waitFor()
    const before = await messages()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await messages()).toBe(before)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(messages).toBe(before + 1)
    await page.locator('.mr-message--assistant').waitFor()
  })

  test('on a narrow screen the sessions open over the conversation and close when one is selected', async () => {
    await session('talk')
    await page.setViewportSize({ width: 400, height: 800 })
    await page.getByRole('button', { name: 'Show sessions' }).click()
    await page.locator('.mr-playground__side[data-open=true] .mr-session button').first().click()
    await page.locator('.mr-playground__side[data-open=false]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show sessions' }).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('the inbox', () => {
  test('a question appears without a reload, is answered in place, and shows answers from elsewhere', async () => {
    await page.goto(`${program.origin}/#/inbox`)
    await page.getByText('No open questions').waitFor()
    await call('/workflows/asks/execute', {})
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.getByText('Answered by').waitFor()
    await page.getByText('Which?').waitFor()
    const [open] = await call<Found[]>('/interrupts')
    await call(`/interrupts/${open?.id}`, { value: 'red' })
    await page
      .locator('.mr-question[data-standing=answered]', { hasText: 'Which?' })
      .getByText('red', { exact: true })
      .waitFor()
  })

  test('filters are in the URL', async () => {
    await choose(page.getByRole('combobox', { name: 'Status' }), 'Answered')
    await choose(page.getByRole('combobox', { name: 'Type' }), 'Choice')
    await page.locator('.mr-question', { hasText: 'Which?' }).first().waitFor()
    expect(await page.locator('.mr-question', { hasText: 'Go on?' }).count()).toBe(0)
    expect(page.url()).toContain('#/inbox?status=resolved&type=choice')
  })
})

test('the console stayed empty', () => {
  expect(said).toEqual([])
})
