/**
 * `npm run eval [group …]`: how many of the written requests in `eval/` the assistant meets: the built-in one, and a
 * model too if one is set (`MILLRACE_ASSISTANT_…`, as for the service). Exits with 1 when the built-in one is below 90 %.
 */
import { GROUPS, WAVES } from '../eval/all.ts'
import { type Asked, type GroupScore, type Miss, scoreOf } from '../eval/score.ts'
import { createAssistant } from '../packages/service/src/assistant/assistant.ts'
import { loadCatalogue } from '../packages/service/src/catalogue/catalogue.ts'
import { createEgress } from '../packages/service/src/effects/http/egress.ts'
import { createModels } from '../packages/service/src/effects/models/create-models.ts'
import { type Config, readConfig } from '../packages/service/src/platform/config.ts'

const WANTED = 0.9
const names = process.argv.slice(2)
const config = readConfig([], process.env)
if (config === 'help') throw new Error('there is no help here')
const catalogue = await loadCatalogue(config)
const silent = { debug: () => {}, warn: () => {} }

const rules = await run('rules', undefined)
if (config.assistantProvider !== undefined || config.assistantModel !== undefined) await run('model', modelOf(config))
process.exitCode = rules >= WANTED ? 0 : 1

/** Asks everything of one assistant and prints the score; the share of the first groups that was met, the waves apart. */
async function run(title: string, model: ReturnType<typeof modelOf> | undefined): Promise<number> {
  const assistant = createAssistant({ catalogue, dialect: 'millrace', model, log: silent })
  const ask: Asked = async (message, graph, history) => {
    const reply = await assistant.reply({
      message,
      graph: JSON.stringify(graph),
      history,
      signal: AbortSignal.timeout(300_000),
    })
    if (model !== undefined && reply.source === 'rules') throw new Error(`the model did not answer: ${reply.content}`)
    return reply.content
  }
  const wanted = (group: string) => names.length === 0 || names.includes(group)
  console.log(`\n${title}`)
  let [passed, total] = [0, 0]
  for (const [group, requests] of Object.entries(GROUPS).filter(([group]) => wanted(group))) {
    const score = await scoreOf(group, requests, { ask, catalogue })
    print(score)
    passed += score.passed
    total += score.total
  }
  const share = total === 0 ? 1 : passed / total
  console.log(`${counted('total', passed, total)}  ${(share * 100).toFixed(1)} %`)
  console.log('  written later, not counted in the total:')
  for (const { name, written, requests, firstSight, tuned } of WAVES.filter(({ name }) => wanted(name))) {
    const firstRun = `at first sight ${firstSight}, ${tuned ? 'improved on since' : 'never improved on'}`
    const note = model === undefined ? `${written}; ${firstRun}` : written
    print(await scoreOf(name, requests, { ask, catalogue }), note)
  }
  return share
}

function counted(group: string, passed: number, total: number): string {
  return `  ${group.padEnd(14)} ${String(passed).padStart(3)} of ${String(total).padStart(3)}`
}

function print({ group, passed, total, failures }: GroupScore, note?: string): void {
  const missed = (kind: Miss) => failures.filter(({ miss }) => miss === kind).length
  const kinds = `${missed('refused')} refused, ${missed('partial')} in part, ${missed('wrong')} wrong`
  console.log(
    `${counted(group, passed, total)}${failures.length > 0 ? `  ${kinds}` : ''}${note === undefined ? '' : `  (${note})`}`,
  )
  for (const { say, miss, why } of failures)
    console.log(`    ${miss}: ${say.replaceAll('\n', ' / ')}\n      ${why.join('\n      ')}`)
}

function modelOf({ assistantProvider, assistantModel, ...given }: Config) {
  const models = createModels({
    egress: createEgress(given.egressAllow),
    connections: { resolve: async () => undefined },
    environment: {
      openai: { apiKey: given.openaiApiKey, baseUrl: given.openaiBaseUrl },
      anthropic: { apiKey: given.anthropicApiKey, baseUrl: given.anthropicBaseUrl },
      google: { apiKey: given.googleApiKey, baseUrl: given.googleBaseUrl },
      ollama: { baseUrl: given.ollamaBaseUrl },
    },
    log: silent,
  })
  const settings = {
    ...(assistantProvider === undefined ? {} : { provider: assistantProvider }),
    ...(assistantModel === undefined ? {} : { model: assistantModel }),
  }
  return { settings, models }
}
