import { setImmediate } from 'node:timers'
import { expect, test } from 'vitest'
import { parsedInSlices } from './parsed-events.ts'

const event = (node: number, value: unknown) => ({ type: 'step-completed', at: 1, node, outputs: { value } })
const textOf = (events: readonly object[]) => JSON.stringify(events).slice(1, -1)

test('parses short and long histories to the same events', async () => {
  const tricky = [{ type: 'a' }, { type: 'b', text: ',{"type":"' }, { type: 'c', list: [{ type: 'd' }, { type: 'e' }] }]
  for (const length of [1, 3, 20_000]) {
    const events = Array.from({ length }, (_, at) => event(at, tricky[at % 3]))
    expect(await parsedInSlices(textOf(events))).toStrictEqual(events)
  }
})

test('parses an event whose value has many objects that look like events', async () => {
  const events = [
    event(
      0,
      Array.from({ length: 30_000 }, () => ({ type: 'x' })),
    ),
    event(1, 'end'),
  ]
  expect(await parsedInSlices(textOf(events))).toStrictEqual(events)
})

test('rejects a text that is not a list of events', async () => {
  const broken = `${textOf(Array.from({ length: 10_000 }, (_, at) => event(at, 'x')))},{"type":"`
  await expect(parsedInSlices(broken)).rejects.toThrow(SyntaxError)
})

test('lets other work run while it parses a long history', async () => {
  const text = textOf(Array.from({ length: 40_000 }, (_, at) => event(at, 'some text')))
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await parsedInSlices(text)
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / (256 * 1024)))
})
