/** Values reach the nodes that are added: placeholders of templates, and branches. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { drawing } from '../support/drawing.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { spread } from './support/workflows.ts'

interface Document {
  readonly id: string
  readonly edges: readonly { readonly sourceHandle: string; readonly targetHandle: string }[]
}

describeInBrowser('values of added nodes', () => {
  const web = useWeb(async () => ['--egress-allow', '127.0.0.0/8'])
  const wiresOf = ({ edges }: Document) => edges.map((edge) => `${edge.sourceHandle} ${edge.targetHandle}`)

  async function newWorkflow(name: string): Promise<EditorActions> {
    await web.visit('/')
    await web.page.getByRole('button', { name: 'New workflow' }).first().click()
    await web.page.getByText('Empty workflow').waitFor()
    const editor = new EditorActions(web.page)
    await editor.name.fill(name)
    await web.page.keyboard.press('Enter')
    return editor
  }

  async function stored(name: string): Promise<Document> {
    const all = await web.call<(Document & { name: string })[]>('/workflows')
    const found = all.find((one) => one.name === name) ?? expect.fail(`${name} is not stored`)
    return web.call<Document>(`/workflows/${found.id}`)
  }

  test('fill the placeholders of a template that was added after a text', async () => {
    const { page } = web
    const editor = await newWorkflow('Letter')
    await editor.add('text input')
    await editor.add('prompt template')
    await editor.add('output')
    await editor.counts(3, 2)
    await editor.node('prompt_template.1').click()
    const template = page.getByRole('textbox', { name: 'Template' })
    await template.fill('Hi {{ user }}, you wrote {{ text }}')
    await page.getByRole('button', { name: /^Problems: 1 warning/ }).click()
    await page
      .getByRole('region', { name: 'Problems' })
      .getByText('uses {{ user }}, and nothing is connected to its input "user"')
      .waitFor()
    await page.locator('[data-handleid="prompt_template.1-input-user"]').waitFor()
    await template.fill('You wrote {{ text }}')
    await page.getByRole('button', { name: 'Problems: No problems' }).waitFor()
    await page.locator('[data-handleid="prompt_template.1-input-user"]').waitFor({ state: 'detached' })
    await editor.save()
    expect(wiresOf(await stored('Letter'))).toEqual([
      'text_input.1-output-text prompt_template.1-input-text',
      'prompt_template.1-output-output output.1-input-value',
    ])

    await editor.runButton.click()
    const panel = page.getByRole('complementary', { name: 'Run' })
    await panel.getByLabel('Text input').fill('hello')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByRole('status').filter({ hasText: 'Completed' }).waitFor()
    await panel.getByRole('tab', { name: 'Overview' }).click()
    await panel.getByText('You wrote hello').first().waitFor()
  })

  test('keep the connection of a placeholder that is removed, as an error, until it is typed again', async () => {
    const { page } = web
    const editor = new EditorActions(page)
    await page.getByRole('button', { name: 'Close run panel' }).click()
    await editor.node('prompt_template.1').click()
    const template = page.getByRole('textbox', { name: 'Template' })
    await template.fill('You wrote nothing')
    await page.getByRole('button', { name: /^Problems: 1 error/ }).waitFor()
    await editor.counts(3, 2)
    await template.fill('Again: {{ text }}')
    await page.getByRole('button', { name: 'Problems: No problems' }).waitFor()
    await editor.counts(3, 2)
  })

  test('pass through the branch that is taken', async () => {
    const editor = await newWorkflow('Branches')
    await editor.add('text input')
    await editor.add('if / else')
    await editor.add('output')
    await editor.node('if_else.1').click()
    await editor.add('prompt template')
    await editor.counts(4, 3)
    await editor.save()
    expect(wiresOf(await stored('Branches'))).toEqual([
      'text_input.1-output-text if_else.1-input-data',
      'if_else.1-output-True output.1-input-value',
      'if_else.1-output-False prompt_template.1-input-text',
    ])
    const { id } = await stored('Branches')
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {
      inputs: { 'text_input.1': { text: '' } },
    })
    const run = () => web.call<{ outputs: unknown; status: string }>(`/executions/${execution_id}`)
    await until('the run is over', async () => (await run()).status === 'completed')
    expect((await run()).outputs).toEqual({ 'output.1': '' })
  })

  test('are announced as missing when a connection is for order only', async () => {
    const { page } = web
    const editor = await newWorkflow('Order')
    await editor.add('text input')
    await editor.add('confirmation')
    await page.getByText('is connected for order only: it gets no value from the node before it.').waitFor()
    await editor.edges.first().click({ force: true })
    await page.locator('.react-flow__edgelabel-renderer').getByText('Order only').waitFor()
  })

  test('are shown by the edges and nodes that a run took', async () => {
    const { page } = web
    const workflow = drawing(
      'Taken',
      [
        { id: 'in', type: 'text_input', config: { defaultValue: 'yes' } },
        { id: 'if', type: 'if_else', config: { operator: 'equals', matchText: 'yes' } },
        { id: 'yes', type: 'output', config: { name: 'yes' } },
        { id: 'shout', type: 'text_formatter', config: { operation: 'uppercase' } },
        { id: 'no', type: 'output', config: { name: 'no' } },
      ],
      `in.text -> if.data
      if.True -> yes.value
      if.False -> shout.text
      shout.formatted -> no.value`,
    )
    const { id } = await web.call('/workflows', spread(workflow))
    const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
    const run = () => web.call<{ status: string }>(`/executions/${execution_id}`)
    await until('the run is over', async () => (await run()).status === 'completed')
    await web.visit(`/executions/${execution_id}`)
    await page.locator('.mr-node--is-skipped').first().waitFor()
    expect(await page.locator('.mr-node--is-skipped').count()).toBe(2)
    expect([await page.locator('.mr-edge--taken').count(), await page.locator('.mr-edge--untaken').count()]).toEqual([
      2, 2,
    ])
    await page.getByRole('tab', { name: 'Kanban' }).click()
    await page.getByRole('region', { name: 'Done: 3 (2 skipped)' }).waitFor()
  })

  test('of a failed response are shown with the error', async () => {
    const { page } = web
    const server = createServer((_, response) => {
      response.writeHead(500, { 'content-type': 'application/json', 'set-cookie': 'session=hidden' })
      response.end('{"error":"out of stock"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const workflow = drawing(
        'Fails',
        [{ id: 'call', type: 'http_request', config: { url: `http://127.0.0.1:${port}/orders` } }],
        '',
      )
      const { id } = await web.call('/workflows', spread(workflow))
      const { execution_id } = await web.call<{ execution_id: string }>(`/workflows/${id}/execute`, {})
      const run = () => web.call<{ status: string }>(`/executions/${execution_id}`)
      await until('the run is over', async () => (await run()).status === 'failed')
      await web.visit(`/executions/${execution_id}`)
      await page.getByRole('tab', { name: 'Graph' }).click()
      await page.locator('.react-flow__node[data-id="call"]').click()
      const response = page.getByRole('region', { name: 'Response' })
      await response.getByText('HTTP status 500').waitFor()
      await response.getByText('{"error":"out of stock"}').waitFor()
      await response.getByText('Headers').click()
      await response.getByText('set-cookie: ***').waitFor()
      await page.getByRole('tab', { name: 'Log' }).click()
      await page.getByText(/^Failed \(HTTP_STATUS\)/).waitFor()
    } finally {
      server.close()
    }
  })
})
