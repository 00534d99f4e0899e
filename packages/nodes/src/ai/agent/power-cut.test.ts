/**
 * Simulates a power cut of agents at every note, before and after it is on disk, and compares with an uninterrupted
 * run.
 */
import type { Reply } from '@millrace/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALLOWED, type Cut, type Drive, type Driven, driveAgent } from '../../testing/drive-agent.ts'
import { runExample } from '../../testing/run-example.ts'
import { TEST_TOOLS } from '../../testing/test-tools.ts'
import agent from '../../types/simple-agent.ts'

const ECHO = { provider: 'echo', model: 'echo', systemPrompt: '', maxTurns: 100 }
const CALLS = [
  { name: 'weather', args: { city: 'Oslo' } },
  { name: 'weather', args: { city: 'Rome' } },
  { name: 'send_mail', args: { to: 'Ada' } },
  { name: 'broken', args: {} },
  { name: 'weather', args: {} },
  { name: 'magic', args: { spell: 1 } },
]
const REPLIES: readonly Reply[] = [
  ALLOWED,
  { status: 'answered', value: false, responses: [] },
  { status: 'cancelled' },
  { status: 'expired' },
]
const SCHEMA = { type: 'object', required: ['answer'] }

const conversations = fc.record({
  turns: fc.array(fc.array(fc.constantFrom(...CALLS), { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
  approval: fc.constantFrom({}, { approveTools: true }, { approveTools: true, approveOnly: ['send_mail'] }),
  history: fc.constantFrom([], ['no message'], [{ role: 'user', content: 'Hi' }, 7]),
  replies: fc.array(fc.constantFrom(...REPLIES), { minLength: 1, maxLength: 5 }),
  form: fc.constantFrom<object>({}, { responseSchema: SCHEMA }),
})

function everyCutOf({ noted }: Driven): Cut[] {
  return Array.from({ length: noted }, (_, at) => [true, false].map((isKept) => ({ at, isKept }))).flat()
}

/** The result with each interrupted call replaced by its outcome in the uninterrupted run. */
function asIfCalm(end: Driven['end'], calm: Driven['end']): unknown {
  const { steps } = end as unknown as { steps: { tool: string; error?: { code: string } }[] }
  const { steps: calmSteps } = calm as unknown as { steps: object[] }
  const isCutOff = (at: number) => steps[at]?.tool === 'send_mail' && steps[at]?.error?.code === 'INTERRUPTED_BY_CRASH'
  return { ...end, steps: steps.map((step, at) => (isCutOff(at) ? calmSteps[at] : step)) }
}

/** Model and tool calls that were repeated although they were on disk when the power failed. */
function doneAgain({ atCut, made, exchanges }: Driven): string[] {
  if (atCut === undefined) return ['the power did not fail']
  const { notes } = atCut
  const hasEnded = (key: string) => (notes[key] as { endedAt?: number } | undefined)?.endedAt !== undefined
  const called = made.slice(atCut.made).map((call) => `call:${call.split(':').at(-1)}`)
  const asked = exchanges
    .slice(atCut.exchanges)
    .map(({ messages }) => `turn:${messages.filter(({ role }) => role === 'assistant').length}`)
  const repaired = notes.repair === undefined ? [] : asked
  return [...called.filter(hasEnded), ...asked.filter((key) => notes[key] !== undefined), ...repaired]
}

/** The log in any order, because calls run in parallel; the outcome of an interrupted mail is unknown. */
function linesOf({ lines }: Driven): string[] {
  return lines
    .map(({ message }) => message.replace(/^send_mail (returned|failed \(INTERRUPTED_BY_CRASH\)).*/, 'mail'))
    .sort()
}

test('an agent reaches the same result after any power cut and repeats no completed call', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, async ({ turns, approval, replies, form, history }) => {
      const script = [...turns.map((toolCalls) => ({ text: 'Hm.', toolCalls })), 'Not JSON', '{"answer":1}']
      const drive: Drive = {
        config: { ...ECHO, ...approval, ...form, script },
        history,
        reply: (number) => replies[number % replies.length] ?? ALLOWED,
      }
      const calm = await driveAgent(drive)
      for (const cut of everyCutOf(calm)) {
        const driven = await driveAgent({ ...drive, cut })
        expect(asIfCalm(driven.end, calm.end)).toEqual(calm.end)
        expect(driven.questions).toEqual(calm.questions)
        expect(doneAgain(driven)).toEqual([])
        const mails = ({ made }: Driven) => made.filter((call) => call.startsWith('send_mail')).length
        expect(mails(driven)).toBeLessThanOrEqual(mails(calm))
        expect(linesOf(driven)).toEqual(linesOf(calm))
      }
    }),
    { numRuns: 40 },
  )
})

describe('an interrupted call', () => {
  const script = (name: string, args: object) => [{ text: '', toolCalls: [{ name, args }] }, 'Done']
  const cutInCall: Cut = { at: 1, isKept: true }

  test('is repeated with the same key if that is safe', async () => {
    const config = { ...ECHO, script: script('weather', { city: 'Oslo' }) }
    // The second note marks its end: the call had been made.
    const { made, end } = await driveAgent({ config, cut: { at: 2, isKept: false } })
    expect(made).toEqual(['weather attempt0:0', 'weather attempt0:0'])
    expect(end).toMatchObject({ response: 'Done', steps: [{ result: { city: 'Oslo' } }] })
  })

  test('otherwise fails, and the model is informed', async () => {
    const config = { ...ECHO, script: script('send_mail', { to: 'Ada' }) }
    const { made, end, exchanges, notes } = await driveAgent({ config, cut: cutInCall })
    expect(made).toEqual([])
    expect(end).toMatchObject({ response: 'Done', steps: [{ error: { code: 'INTERRUPTED_BY_CRASH' } }] })
    expect(exchanges.at(-1)?.messages.at(-1)?.content).toMatch('may or may not have taken effect')
    expect(notes['call:0']).toMatchObject({ status: 'failed', endedAt: expect.any(Number) })
  })

  test('keeps its number if its tool is gone', async () => {
    const config = { ...ECHO, script: script('weather', { city: 'Oslo' }) }
    const calm = await driveAgent({ config })
    const others = TEST_TOOLS.filter(({ name }) => name !== 'weather')
    const run = (notes: Record<string, unknown>) =>
      runExample(agent, { config, inputs: { message: 'Go' } }, { notes, tools: others })
    const { 'turn:0': turn, 'call:0': call } = calm.notes
    expect(
      await run({ 'turn:0': turn, 'call:0': { ...(call as object), status: 'running', endedAt: undefined } }),
    ).toMatchObject({
      steps: [{ error: { code: 'INTERRUPTED_BY_CRASH' } }],
    })
    expect(await run({ 'turn:0': turn })).toMatchObject({ steps: [{ error: { code: 'UNKNOWN_TOOL' } }] })
    expect(await run({ 'turn:0': turn, 'call:0': call })).toMatchObject({ steps: [{ result: { city: 'Oslo' } }] })
  })
})
