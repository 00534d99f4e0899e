import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventParser } from './event-parser.ts'

describe('the parser of Server-Sent Events', () => {
  test('reads names, ids and data of several lines, and skips comments', () => {
    const parse = createEventParser()
    expect(parse(': hello\n\nid: 7\nevent: update\ndata: {"a":\ndata: 1}\n\ndata: plain\n\n')).toEqual([
      { event: 'update', id: '7', data: '{"a":\n1}' },
      { event: 'message', id: undefined, data: 'plain' },
    ])
  })

  test('finds the same events however the text is cut', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
    const event = fc.record({ event: fc.constantFrom('update', 'delta', 'end'), data: line, id: fc.nat().map(String) })
    const newline = fc.constantFrom('\n', '\r\n')
    fc.assert(
      fc.property(fc.array(event), newline, fc.array(fc.nat(400)), (events, end, cuts) => {
        const text = events
          .map(({ event, data, id }) => [`id: ${id}`, `event: ${event}`, `data: ${data}`, '', ''].join(end))
          .join('')
        const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
        const parse = createEventParser()
        const found = places.slice(1).flatMap((place, at) => parse(text.slice(places[at], place)))
        expect(found).toEqual(events)
      }),
    )
  })

  test('searches a long line once, not again with every chunk', () => {
    const parse = createEventParser()
    parse('data: ')
    const chunk = 'x'.repeat(1000)
    const started = process.threadCpuUsage()
    for (let at = 0; at < 20_000; at++) parse(chunk)
    const [event] = parse('\n\n')
    const { user } = process.threadCpuUsage(started)
    expect(event?.data.length).toBe(20_000_000)
    // Searching all of it with every chunk would read 200 GB.
    expect(user).toBeLessThan(15_000_000)
  })
})
