import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

interface Item {
  readonly name: string
  readonly share: { readonly caller: string; readonly workflow: string }
}

function item(caller: string, workflow: string, number = 0): Item {
  return { name: `${caller}${workflow}${number}`, share: { caller, workflow } }
}

function queueOf(...items: Item[]): FairQueue<Item> {
  const queue = new FairQueue<Item>()
  for (const one of items) queue.push(one)
  return queue
}

const names = (items: Iterable<Item>) => [...items].map(({ name }) => name)

test('a caller with one item waits for at most one item of a caller with many', () => {
  const queue = queueOf(item('a', 'w', 1), item('a', 'w', 2), item('a', 'w', 3), item('b', 'w', 1))
  expect(names(queue.drain())).toEqual(['aw1', 'bw1', 'aw2', 'aw3'])
})

test('workflows of one caller take turns and share the turns of that caller', () => {
  const queue = queueOf(
    item('a', 'v', 1),
    item('a', 'v', 2),
    item('a', 'w', 1),
    item('a', 'x', 1),
    item('b', 'w', 1),
    item('b', 'w', 2),
  )
  expect(names(queue.drain())).toEqual(['av1', 'bw1', 'aw1', 'bw2', 'ax1', 'av2'])
})

test('an item that is put back is the next of its workflow', () => {
  const queue = queueOf(item('a', 'w', 1), item('a', 'w', 2))
  const taken = queue.take()
  if (taken !== undefined) queue.putBack(taken)
  expect(names(queue.drain())).toEqual(['aw1', 'aw2'])
})

test('items that are put back in reverse are served in the order in which they were taken', () => {
  const queue = queueOf(item('a', 'w', 1), item('a', 'w', 2), item('b', 'v', 1), item('b', 'w', 1), item('c', 'w', 1))
  const taken = [queue.take(), queue.take(), queue.take()].filter((one) => one !== undefined)
  expect(names(taken)).toEqual(['aw1', 'bv1', 'cw1'])
  for (const one of taken.toReversed()) queue.putBack(one)
  expect(names(queue.drain())).toEqual(['aw1', 'bv1', 'cw1', 'aw2', 'bw1'])
})

test('an item can be removed once', () => {
  const first = item('a', 'w', 1)
  const queue = queueOf(first, item('a', 'w', 2))
  expect([queue.remove(first), queue.remove(first)]).toEqual([true, false])
  expect(names(queue.drain())).toEqual(['aw2'])
})

test('counts items by caller and finds the newest of the longest queue', () => {
  const queue = queueOf(item('a', 'v', 1), item('a', 'w', 1), item('a', 'w', 2), item('b', 'w', 1))
  expect([...queue.counts()]).toEqual([
    ['a', 3],
    ['b', 1],
  ])
  expect(queue.lastOf('a')?.name).toBe('aw2')
  expect(queue.lastOf('nobody')).toBeUndefined()
})

describe('for any sequence of items', () => {
  const shares = fc.array(fc.record({ caller: fc.constantFrom('a', 'b', 'c'), workflow: fc.constantFrom('v', 'w') }))

  test('every item is served once, the size is correct, and waiting callers are served in turn', () => {
    fc.assert(
      fc.property(shares, (all) => {
        const items = all.map(({ caller, workflow }, at) => item(caller, workflow, at))
        const queue = queueOf(...items)
        expect(queue.size).toBe(items.length)
        const served = [...queue.drain()]
        expect(new Set(served)).toEqual(new Set(items))
        expect(queue.size).toBe(0)
        for (const [at, { share }] of served.entries()) {
          const next = served.findIndex((other, later) => later > at && other.share.caller === share.caller)
          const between = served.slice(at + 1, next < 0 ? undefined : next)
          // Between two turns of a caller, no other caller has more than one turn.
          const callers = between.map((other) => other.share.caller)
          if (next >= 0) expect(new Set(callers).size).toBe(callers.length)
        }
      }),
    )
  })
})
