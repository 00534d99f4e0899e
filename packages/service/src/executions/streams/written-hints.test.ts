import type { Written } from '@millrace/engine'
import { memoryBuses } from '@millrace/store/testing/memory-bus'
import { expect, test } from 'vitest'
import { HintPublisher, hintsIn, type WrittenHint } from './written-hints.ts'

const written = (id: string, length: number) =>
  ({
    record: { id, about: {} },
    events: [{ type: 'logged' }],
    length,
    change: { questions: new Set(), steps: new Set() },
    state: { questions: new Map() },
  }) as unknown as Written

function publisher() {
  const buses = memoryBuses()
  const messages: WrittenHint[][] = []
  buses.connect().listen('written', (message) => void messages.push(hintsIn(message)))
  return { hints: new HintPublisher(buses.connect()), messages }
}

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve))

test('publishes the hints of one turn at once and together, and those of a moment later together', async () => {
  const { hints, messages } = publisher()
  hints.add(written('a', 3))
  hints.add(written('b', 1))
  await nextTurn()
  await nextTurn()
  expect(messages.map((message) => message.map(({ id, length }) => [id, length]))).toEqual([
    [
      ['a', 3],
      ['b', 1],
    ],
  ])
  hints.add(written('a', 4))
  hints.add(written('a', 5))
  await expect.poll(() => messages[1]).toEqual([{ id: 'a', length: 5, count: 2 }])
})

test('publishes what is left when it is flushed', async () => {
  const { hints, messages } = publisher()
  hints.add(written('a', 1))
  hints.flush()
  await Promise.resolve()
  expect(messages).toHaveLength(1)
})
