import { describe, expect, test } from 'vitest'
import { FREE_FORM } from '../../../../../eval/free-form.ts'
import { type GraphName, graphNamed } from '../../../../../eval/graphs.ts'
import { type Asked, scoreOf } from '../../../../../eval/score.ts'
import { requestsOf, SETS } from '../../../../../eval/sets.ts'
import { answerByRules } from '../answer-by-rules.ts'
import { catalogue } from '../testing/built-in.ts'
import { ruleReply } from './interpreter.ts'

const ask: Asked = async (message, graph, history) =>
  answerByRules({ message, history, note: '' }, { graph, catalogue, dialect: 'millrace' }).content

describe('the written requests', () => {
  // Counts only: a failure must not reveal the requests of the held-out set.
  test.each(SETS)('are never edited wrongly in the %s set', async (set) => {
    const { total, failures } = await scoreOf(set, await requestsOf(set), { ask, catalogue })
    expect(total).toBeGreaterThanOrEqual(60)
    expect(failures.filter(({ miss }) => miss === 'wrong')).toHaveLength(0)
  })

  test('of the tuning set are all right', async () => {
    const { failures } = await scoreOf('tuning', await requestsOf('tuning'), { ask, catalogue })
    expect(failures.map(({ say, why }) => [say, why])).toEqual([])
  })

  test('in free wording change nothing', () => {
    for (const [name, messages] of Object.entries(FREE_FORM)) {
      const graph = graphNamed(name as GraphName, catalogue)
      for (const message of messages)
        expect([message, ruleReply({ message, graph, catalogue }).commands]).toEqual([message, []])
    }
  })
})
