/**
 * `npm run eval [-- --totals]`: how many of the written requests in `eval/` the assistant gets right, how many it refuses
 * (a partial edit that names what it left out counts as refused) and how many it gets wrong. Measures the built-in
 * assistant, and a model too if one is set (`MILLRACE_ASSISTANT_…`, as for the service). `--totals` prints no requests.
 * Exits with 1 if the built-in assistant gets any request wrong.
 */
import { type Asked, type Failure, scoreOf } from '../eval/score.ts'
import { requestsOf, SETS } from '../eval/sets.ts'
import { createAssistant } from '../packages/service/src/assistant/assistant.ts'
import { loadCatalogue } from '../packages/service/src/catalogue/catalogue.ts'
import { createEgress } from '../packages/service/src/effects/http/egress.ts'
import { createModels } from '../packages/service/src/effects/models/create-models.ts'
import { type Config, readConfig } from '../packages/service/src/platform/config.ts'

const isTotalsOnly = process.argv.includes('--totals')
const config = readConfig([], process.env)
if (config === 'help') throw new Error('there is no help here')
const catalogue = await loadCatalogue(config)
const silent = { debug: () => {}, warn: () => {} }

const wrong = await run('built-in', undefined)
if (config.assistantProvider !== undefined || config.assistantModel !== undefined) await run('model', modelOf(config))
process.exitCode = wrong === 0 ? 0 : 1

/** Sends every request to one assistant and prints the scores; returns the number of wrong replies. */
async function run(title: string, model: ReturnType<typeof modelOf> | undefined): Promise<number> {
  const assistant = createAssistant({ catalogue, dialect: 'millrace', model, log: silent })
  const ask: Asked = async (message, graph, history) => {
    const signal = AbortSignal.timeout(300_000)
    const reply = await assistant.reply({ message, graph: JSON.stringify(graph), history, signal })
    if (model !== undefined && reply.source === 'rules') throw new Error(`the model did not answer: ${reply.content}`)
    return reply.content
  }
  console.log(title)
  let wrong = 0
  for (const set of SETS) {
    const { total, passed, failures } = await scoreOf(set, await requestsOf(set), { ask, catalogue })
    const missed = failures.filter(({ miss }) => miss === 'wrong').length
    const refused = total - passed - missed
    console.log(`  ${set.padEnd(8)}  ${total} requests: ${passed} right, ${refused} refused, ${missed} wrong`)
    if (!isTotalsOnly) for (const failure of failures) print(failure)
    wrong += missed
  }
  return wrong
}

function print({ miss, say, why }: Failure): void {
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
