import { describe, expect, test } from 'vitest'
import { leastThreadCpuMs, threadCpuMs } from '../testing/thread-cpu.ts'
import { formFields, MAX_FORM_FIELDS } from './form-body.ts'
import { parametersIn } from './parameters.ts'

const fieldsOf = (text: string) => formFields(Buffer.from(text))

describe('the fields of a form', () => {
  test.each([
    '',
    '&&&',
    '=',
    'a',
    'a=',
    '=b',
    'a=b=c&&d',
    'a+b=c+d&a+b=%2B',
    'a=%41%E2%82%AC%zz%4&b=%',
    'a=%E2%82&b=%ff%fe',
    'a=%EF%BB%BFx',
    'ä=ö&%C3%A4=2',
    '__proto__=1&constructor=2',
  ])('are those of URLSearchParams: %s', async (text) => {
    expect(await fieldsOf(text)).toEqual(parametersIn(text))
  })

  test('are those of URLSearchParams for any mix of signs', async () => {
    const signs = ['a', 'b', '=', '&', '+', '%', '%4', '%41', '%C3', '%A4', '%ZZ']
    for (let seed = 1; seed <= 2000; seed++) {
      const text = Array.from({ length: seed % 17 }, (_, at) => signs[(seed * (at + 7) * 31 + at * at) % signs.length])
      expect(await fieldsOf(text.join('')), text.join('')).toEqual(parametersIn(text.join('')))
    }
  })

  test('are at most 10,000; more are rejected with 413', async () => {
    expect((await fieldsOf('a=1&'.repeat(MAX_FORM_FIELDS))).a).toHaveLength(10_000)
    await expect(fieldsOf(`${'a=1&'.repeat(MAX_FORM_FIELDS)}b`)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The form has more than 10000 fields.',
    })
  })
})

/** The longest time in which the event loop did not turn, in processing time of this thread. */
async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const watch = async () => {
    while (!isOver)
      longest = Math.max(longest, await threadCpuMs(() => new Promise((resolve) => void setImmediate(resolve))))
  }
  const watched = watch()
  await work()
  isOver = true
  await watched
  return longest
}

const SIZE = 12 * 2 ** 20
const MAX_CPU_MS = 1000
const MAX_BLOCK_MS = 200

describe('a form of 12 MB that is written to keep a parser busy', () => {
  test.each([
    ['plus signs', `a=${'+'.repeat(SIZE)}`],
    ['escapes', `a=${'%41'.repeat(SIZE / 3)}`],
    ['broken escapes', `a=${'%zz'.repeat(SIZE / 3)}`],
    ['bytes that are not UTF-8', `a=${'%E2'.repeat(SIZE / 3)}`],
    ['words and plus signs', `a=${'word+'.repeat(SIZE / 5)}`],
    ['one repeated field', 'a=1&'.repeat(SIZE / 4)],
    ['many fields', Array.from({ length: SIZE / 16 }, (_, at) => `name${at}=1`).join('&')],
    ['separators', '&'.repeat(SIZE)],
  ])('is parsed or rejected in little time: %s', async (_, text) => {
    const bytes = Buffer.from(text)
    const parse = () => formFields(bytes).catch(() => undefined)
    expect(await leastThreadCpuMs(MAX_CPU_MS, parse)).toBeLessThan(MAX_CPU_MS)
    // Again if it was above: a machine that stands still adds to one try.
    let blockMs = await longestBlockMs(parse)
    for (let tries = 1; tries < 5 && blockMs >= MAX_BLOCK_MS; tries++) blockMs = await longestBlockMs(parse)
    expect(blockMs).toBeLessThan(MAX_BLOCK_MS)
  })
})
