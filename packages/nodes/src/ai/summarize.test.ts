import type { ModelCall } from '@millrace/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Around, runExample } from '../testing/run-example.ts'
import { testModels } from '../testing/test-models.ts'
import summarizer from '../types/summarizer.ts'
import { partsOf } from './summarize.ts'

describe('splitting a text into parts', () => {
  test('splits at the best separator and only drops surrounding whitespace', () => {
    const line = 'word '.repeat(30).trim()
    const text = `${line}\n\n${line}\n${line}. ${line}`
    expect(partsOf(text, 160)).toEqual([line, line, `${line}.`, line])
    expect(partsOf('short', 100)).toEqual(['short'])
    expect(partsOf('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
    expect(partsOf(' \n'.repeat(40), 10)).toEqual([])
  })

  test('keeps the whole text, whole characters and the size limit', () => {
    const words = fc.array(fc.constantFrom('a', 'bc.', ' ', '\n', '\n\n', '🙂', 'longword'), { maxLength: 200 })
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 50 }), (list, size) => {
        const text = list.join('')
        const parts = partsOf(text, size)
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        expect(parts.every((part) => part.length <= size && part.isWellFormed())).toBe(true)
      }),
    )
  })
})

describe('summarizing a long text', () => {
  const text = Array.from({ length: 30 }, (_, at) => `${String(at).padStart(3, '0')} ${'x'.repeat(95)}\n`).join('')

  /** Responds with the first word of its input. */
  async function summarizeAll(around: Around = {}, shorten = (said: string) => said.slice(0, 3)) {
    const asked: string[] = []
    const answer = async ({ onText, ...call }: ModelCall) => {
      const said = String(call.messages.at(-1)?.content)
      asked.push(said)
      onText?.(shorten(said))
      return { ...(await testModels.answer(call)), text: ` ${shorten(said)} ` }
    }
    const models = { ...testModels, answer }
    const example = { config: { partSize: 1000, words: 7 }, inputs: { text } }
    const run = async () => runExample(summarizer, example, { ...around, effects: { models } })
    return { result: await run().catch((error: Error) => error), asked }
  }

  test('summarizes the parts, then the whole; logs progress and streams only the final summary', async () => {
    const lines: { level: string; message: string }[] = []
    const said: string[] = []
    const notes = {}
    const { result, asked } = await summarizeAll({ lines, said, notes })
    expect(result).toEqual({ summary: '000' })
    expect(asked.length).toBe(Object.keys(notes).length + 1)
    expect(asked.every((part) => part.length <= 1000)).toBe(true)
    expect(asked.at(-1)).toBe(Object.values(notes).join('\n\n'))
    expect(said).toEqual(['000'])
    expect(lines.map(({ message }) => message)).toEqual(
      Object.keys(notes).map((_, at, all) => `Summarized part ${at + 1} of ${all.length}.`),
    )
  })

  test('does not repeat completed parts after an interruption', async () => {
    const calm = await summarizeAll()
    for (let cut = 0; cut < calm.asked.length - 1; cut++) {
      const notes: Record<string, unknown> = {}
      let noted = 0
      const onNote = async () => {
        if (noted++ === cut) throw new Error('power cut')
      }
      const first = await summarizeAll({ notes, onNote })
      const second = await summarizeAll({ notes })
      expect([first.result, second.result]).toEqual([new Error('power cut'), calm.result])
      expect(second.asked).toEqual(calm.asked.slice(cut))
    }
  })

  test('stops if the model does not shorten the text', async () => {
    const { result, asked } = await summarizeAll({}, (said) => said)
    expect(result).toMatchObject({ summary: expect.any(String) })
    expect(asked.length).toBeLessThan(10)
  })

  test('fails for an empty summary of a part', async () => {
    expect((await summarizeAll({}, () => '')).result).toMatchObject({ code: 'MODEL_BAD_ANSWER' })
  })

  test('rejects a text with too many parts', async () => {
    const huge = runExample(summarizer, {
      config: { provider: 'echo', partSize: 1000 },
      inputs: { text: 'x'.repeat(600_000) },
    })
    await expect(huge).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })
})
