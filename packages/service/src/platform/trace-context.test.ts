import { describe, expect, test } from 'vitest'
import { traceFacts, traceLinkFacts } from './trace-context.ts'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const entries = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=v`).join(',')

describe('the trace context of a request', () => {
  test.each([
    ['one entry', 'congo=t61rcWkgMzE'],
    ['entries of several systems, also of tenants', 'rojo=00f067aa0ba902b7, fw529a3039@dt=FfAAAA ,\t3x/y*_-=a b!'],
    ['empty entries', 'a=1,,b=2,'],
    ['32 entries', entries(32)],
    ['512 characters', `a=${'x'.repeat(250)},b=${'y'.repeat(257 - 2)}`.padEnd(512)],
  ])('keeps a tracestate with %s', (_, tracestate) => {
    expect(traceFacts({ traceparent, tracestate })).toEqual({ traceparent, tracestate })
  })

  test.each([
    ['33 entries', entries(33)],
    ['more than 512 characters', `a=${'x'.repeat(256)},b=${'y'.repeat(256)}`],
    ['a value of more than 256 characters', `a=${'x'.repeat(257)}`],
    ['an entry without a value', 'a=1,b'],
    ['an empty value', 'a='],
    ['an upper-case key', 'A=1'],
    ['two equals signs', 'a=b=c'],
    ['characters that are not ASCII', 'a=ü'],
    ['a key that is there twice', 'a=1,a=2'],
    ['no entry', ' , '],
    ['a list of headers', ['a=1', 'b=2']],
  ])('drops a tracestate with %s, and keeps the traceparent', (_, tracestate) => {
    expect(traceFacts({ traceparent, tracestate })).toEqual({ traceparent })
  })

  test('has no tracestate without a valid traceparent, or of a caller without a credential', () => {
    expect(traceFacts({ tracestate: 'a=1' })).toEqual({})
    expect(traceFacts({ traceparent: `${traceparent}, ${traceparent}`, tracestate: 'a=1' })).toEqual({})
    expect(traceLinkFacts({ traceparent, tracestate: 'a=1' })).toEqual({ traceLink: traceparent })
  })
})
