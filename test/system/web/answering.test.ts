/** Every kind of question, answered by mouse: in the conversation, in the inbox, and next to a run. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose } from './support/choose.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { useWeb } from './support/web.ts'
import { ANSWERS, ASKS } from './support/workflows.ts'

interface Question {
  readonly message: string
  readonly response?: unknown
}

/** Answers the five questions in any context. */
async function answerAll(page: Page): Promise<void> {
  const card = (text: string) => page.locator('.mr-question[data-standing=open]', { hasText: text })
  await card('Go on?').getByRole('button', { name: 'Go', exact: true }).click()
  const choice = card('Which?')
  await choice.getByRole('radio', { name: 'blue' }).check()
  await choice.getByRole('button', { name: 'Send' }).click()
  const text = card('A name?')
  await text.getByRole('textbox').fill('Ada')
  await text.getByRole('button', { name: 'Send' }).click()
  const form = card('Details?')
  await form.getByLabel('Article').fill('M1')
  await form.getByLabel('How many').fill('12')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('Must be at most 9').waitFor()
  await form.getByLabel('How many').fill('4')
  await form.getByRole('button', { name: 'Send' }).click()
  const review = card('Look!')
  await review.getByRole('button', { name: 'Accept: Name' }).click()
  await review.getByRole('button', { name: 'Reject: Price' }).click()
  await review.getByRole('button', { name: 'Send' }).click()
}

describeInBrowser('questions to people', () => {
  const web = useWeb()

  test('in the conversation of the playground', async () => {
    const { page } = web
    await web.call('/workflows', ASKS)
    await web.visit('/workflows/asks/playground')
    await page.getByRole('button', { name: 'Start session' }).click()
    await page.getByLabel('Message', { exact: true }).fill('Hello')
    await page.getByRole('button', { name: 'Send' }).click()
    await answerAll(page)
    await page.getByText('Done in').waitFor()
    const [session] = await web.call<{ id: string }[]>('/workflows/asks/playground/sessions')
    const asked = await web.call<Question[]>(`/playground/sessions/${session?.id}/interrupts`)
    expect(asked.map(({ response }) => response)).toEqual(ANSWERS)
  })

  test('in the inbox, as they arrive', async () => {
    const { page } = web
    await web.visit('/inbox')
    await page.getByText('No open questions').waitFor()
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/asks/execute', {})
    await answerAll(page)
    await expect
      .poll(async () => (await web.call<{ status: string }>(`/pipelines/${id}/status`)).status)
      .toBe('completed')
    await choose(page.getByRole('combobox', { name: 'Status' }), 'Answered')
    await page.locator('.mr-question', { hasText: 'Look!' }).first().waitFor()
  })

  test('next to the run that asks them', async () => {
    const { page } = web
    const { execution_id: id } = await web.call<{ execution_id: string }>('/workflows/asks/execute', {})
    await web.visit(`/executions/${id}`)
    await answerAll(page)
    await page
      .getByRole('status')
      .filter({ hasText: /^Completed/ })
      .first()
      .waitFor()
  })
})
