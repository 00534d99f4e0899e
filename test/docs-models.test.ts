/** docs/how-to/models.md and docs/how-to/agents.md: their tables are those of the code, their workflows are run. */
import { PROVIDERS } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_TEXTS } from '../packages/nodes/src/ai/embed-texts.ts'
import { modelChoice, modelSettings } from '../packages/nodes/src/fields/model-fields.ts'
import { createEgress } from '../packages/service/src/effects/http/egress.ts'
import { MODEL_LIMITS } from '../packages/service/src/effects/models/create-models.ts'
import { defaultBaseUrl, targetOf } from '../packages/service/src/effects/models/model-target.ts'
import { Client } from '../packages/service/src/executions/testing/client.ts'
import { readConfig } from '../packages/service/src/platform/config.ts'
import { MAX_DIMENSIONS, MAX_RESULTS, MAX_TEXT_BYTES } from '../packages/store/src/vector-limits.ts'
import { fencesIn, fencesRunBy } from './fences.ts'
import { cells, isTestTitle, readPage, tableBelow, unquoted } from './markdown.ts'
import { filesBelow, isTest } from './source-files.ts'

const models = readPage('docs/how-to/models.md')
const agents = readPage('docs/how-to/agents.md')

const firstColumn = (page: string, heading: string) => tableBelow(page, heading).map(([name]) => unquoted(name!))

const catalogue = await loadBuiltInNodes()
const propertiesOf = (type: string) => Object.keys(catalogue.find(({ id }) => id === type)?.config.properties as object)

describe('docs/how-to/models.md', () => {
  const shared = Object.keys({ ...modelChoice, ...modelSettings })

  test('lists the providers and where they are asked', () => {
    const rows = tableBelow(models, 'Providers').map((row) => row.map(unquoted))
    expect(rows.map(([name]) => name)).toEqual(PROVIDERS)
    for (const [name, place] of rows) if (place?.startsWith('http')) expect(place).toBe(defaultBaseUrl(name!))
  })

  test('the models that are asked without a setting are those of the page', async () => {
    const needs = { egress: createEgress([]), environment: {}, connections: { resolve: async () => undefined } }
    for (const row of tableBelow(models, 'Providers').map((cellsOf) => cellsOf.map(unquoted))) {
      const [provider = '', , key, text, embedding] = row
      if (provider === 'echo') continue
      const settings = { provider, baseUrl: 'https://models.example.com/v1', apiKey: 'sk-example' }
      for (const [use, model] of [
        ['text', text],
        ['embedding', embedding],
      ] as const) {
        const target = targetOf(settings, use, needs)
        if (model === '–') await expect(target, provider).rejects.toMatchObject({ code: 'MODEL_SETTINGS_INVALID' })
        else expect(await target, provider).toMatchObject({ model: expect.stringContaining(model!) })
      }
      const without = targetOf(
        { provider, model: 'some', ...(provider === 'openai_compatible' ? { baseUrl: settings.baseUrl } : {}) },
        'text',
        needs,
      )
      if (key === 'needed') await expect(without).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING' })
      else expect(await without).toMatchObject({ provider })
    }
  })

  test('has a row for every field of every model node', () => {
    expect(firstColumn(models, 'Common fields').sort()).toEqual(shared.toSorted())
    for (const type of [
      'chat_model',
      'text_classifier',
      'information_extractor',
      'summarizer',
      'prompt_template',
      'vector_store',
    ]) {
      const own = propertiesOf(type).filter((name) => !shared.includes(name))
      expect(firstColumn(models, `### ${type}`), type).toEqual(own)
    }
    expect(propertiesOf('embeddings').every((name) => shared.includes(name))).toBe(true)
  })

  test('lists every code that asking a model can fail with, and which are tried again', () => {
    const isSource = (path: string) => path.endsWith('.ts') && !isTest(path)
    const sources = [
      ...filesBelow('packages/service/src/effects/models', isSource),
      ...filesBelow('packages/service/src/effects/http', (path) => /(egress|egress-fetch|body)\.ts$/.test(path)),
      ...filesBelow('packages/nodes/src/ai', (path) => isSource(path) && !path.includes('/agent/')),
    ]
    const codesIn = (pattern: RegExp) =>
      sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, code]) => code!))
    const rows = tableBelow(models, 'Failures').map((row) => row.map(unquoted))
    const listed = rows.map(([code]) => code!)
    const thrown = new Set(codesIn(/NodeFailure\(\s*'([A-Z_]+)'/g))
    const passing = new Set(codesIn(/Retryable\([^;]*?'([A-Z_]+)'(?:, after)?\)/g))
    // Request bodies are always strings.
    thrown.delete('INVALID_REQUEST')
    expect([...thrown, ...passing].filter((code) => !listed.includes(code))).toEqual([])
    expect(
      rows
        .filter(([, , again]) => again === 'yes')
        .map(([code]) => code)
        .sort(),
    ).toEqual([...passing].sort())
  })

  test('states the same limits of answers as operating.md', () => {
    const given = readConfig([], {})
    if (given === 'help') throw new Error('no settings')
    const operating = readPage('docs/how-to/operating.md').replaceAll(/\s+/g, ' ')
    const { maxModelSeconds, maxModelAnswerMib } = given
    expect(operating).toContain(`One answer may take ${maxModelSeconds / 60} minutes (\`--max-model-seconds\`)`)
    expect(operating).toContain(`and ${maxModelAnswerMib} MiB (\`--max-model-answer-mib\`)`)
    expect(operating).toContain(`A stream may have ${MODEL_LIMITS.maxLines?.toLocaleString('en')} lines`)
    expect(MODEL_LIMITS).toMatchObject({ totalMs: maxModelSeconds * 1000, maxBytes: maxModelAnswerMib * 2 ** 20 })
    expect(models.replaceAll(/\s+/g, ' ')).toContain(`one exchange ends after ${maxModelSeconds / 60} minutes`)
    expect(models).toContain(`more than [${maxModelAnswerMib} MiB`)
  })

  test('states the limits of vectors', () => {
    const values = tableBelow(models, '## Vectors').map(([, value]) => Number.parseInt(value!.replaceAll(',', ''), 10))
    expect(values).toEqual([MAX_DIMENSIONS, MAX_RESULTS, MAX_TEXT_BYTES / 2 ** 20, MAX_TEXTS])
  })
})

describe('docs/how-to/agents.md', () => {
  test('lists the types that can be tools', () => {
    const tools = catalogue.filter(({ id, tool }) => tool === true || id === 'mcp_tools').map(({ id }) => id)
    const listed = tableBelow(agents, '## Tools').flatMap(([first]) =>
      [...first!.matchAll(/`([\w.]+)`/g)].map(([, id]) => id),
    )
    expect(listed.sort()).toEqual(tools.sort())
  })

  test('lists the codes that a call or an agent can end with', () => {
    const sources = filesBelow('packages/nodes/src/ai/agent', (path) => !isTest(path) && !path.includes('examples'))
    const used = sources.flatMap(({ text }) =>
      [...text.matchAll(/(?:code: |NodeFailure\()'([A-Z]+_[A-Z_]+)'/g)].map(([, code]) => code),
    )
    const listed = agents
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => unquoted(cells(line)[0]!))
    expect(used.filter((code) => !listed.includes(code!))).toEqual([])
  })

  test('names tests that exist', () => {
    const named = [...agents.matchAll(/“([^”]+)”/g)].map(([, title]) => title!)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((title) => !isTestTitle(title))).toEqual([])
  })
})

describe('what is shown is run', () => {
  let client: Client
  beforeAll(async () => {
    client = await Client.open()
  })
  afterAll(() => client[Symbol.asyncDispose]())

  test('the script and the policy are taken by a node', async () => {
    const title = 'the script and the policy are taken by a node'
    const [policy, script] = fencesRunBy('docs/how-to/models.md', title).map((text) => JSON.parse(text))
    const [document] = fencesIn(models)
      .filter(({ language }) => language === 'json')
      .map(({ text }) => JSON.parse(text))
    const ask = document.nodes.find(({ id }: { id: string }) => id === 'ask')
    Object.assign(ask.data, policy, { config: { ...ask.data.config, script } })
    const detail = await client.run(document, { inputs: { in: { text: 'Rain?' } } })
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'It will rain.' } })
  })

  test('the job of a tool is as shown', async () => {
    const place = JSON.parse(readPage('examples/07-agent-with-tools/place-order.json'))
    const shop = JSON.parse(readPage('examples/07-agent-with-tools/workflow.json'))
    await client.call('POST', '/workflows', place)
    const agent = shop.nodes.find(({ id }: { id: string }) => id === 'simple_agent.1')
    agent.data.config.approveTools = false
    const { jobs } = await client.run(shop)
    const shown = JSON.parse(fencesRunBy('docs/how-to/agents.md', 'the job of a tool is as shown')[0]!)
    expect(jobs.find(({ id }) => id === shown.id)).toMatchObject(shown)
  })
})
