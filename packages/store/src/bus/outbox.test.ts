import { expect, test } from 'vitest'
import { BusListeners } from './listeners.ts'
import { Outbox } from './outbox.ts'

function receiver() {
  const heard: string[] = []
  let gaps = 0
  const listeners = new BusListeners('me', () => {})
  listeners.listen('written', (payload) => heard.push(payload))
  listeners.onGap(() => {
    gaps += 1
  })
  return { heard, listeners, gaps: () => gaps }
}

test('packs messages into few envelopes', () => {
  const outbox = new Outbox('s')
  for (let at = 0; at < 400; at++) outbox.add('written', `message ${at}`)
  const envelopes = outbox.next()
  expect(envelopes).toHaveLength(1)
  outbox.drop(envelopes)
  expect(outbox.size).toBe(0)
})

test('drops the oldest messages of a full queue, which receivers notice', () => {
  const outbox = new Outbox('s', 3)
  const { heard, listeners, gaps } = receiver()
  outbox.add('written', 'a')
  const first = outbox.next()
  for (const { channel, text } of first) listeners.receive(channel, text)
  outbox.drop(first)
  for (const payload of ['b', 'c', 'd', 'e']) outbox.add('written', payload)
  expect(outbox.size).toBe(3)
  for (const { channel, text } of outbox.next()) listeners.receive(channel, text)
  expect(heard).toEqual(['a', 'c', 'd', 'e'])
  expect(gaps()).toBe(1)
})

test('delivers an envelope that is sent again once, and its new messages', () => {
  const outbox = new Outbox('s')
  const { heard, listeners, gaps } = receiver()
  outbox.add('written', 'a')
  for (const { channel, text } of outbox.next()) listeners.receive(channel, text)
  outbox.add('written', 'b')
  for (const { channel, text } of outbox.next()) listeners.receive(channel, text)
  for (const { channel, text } of outbox.next()) listeners.receive(channel, text)
  expect(heard).toEqual(['a', 'b'])
  expect(gaps()).toBe(0)
})

test('keeps messages that were added while others were sent', () => {
  const outbox = new Outbox('s', 2)
  outbox.add('written', 'a')
  const sent = outbox.next()
  for (const payload of ['b', 'c', 'd']) outbox.add('written', payload)
  outbox.drop(sent)
  expect(outbox.next().map(({ text }) => text)).toEqual(['s 3\u001ec\u001ed'])
})

test('a listener that throws does not take messages from others', () => {
  const errors: unknown[] = []
  const listeners = new BusListeners('me', (error) => errors.push(error))
  const heard: string[] = []
  listeners.listen('calls', () => {
    throw new Error('broken')
  })
  listeners.listen('calls', (payload, isOwn) => heard.push(`${payload} ${isOwn}`))
  listeners.receive('calls', 'me 1\u001ea')
  expect(heard).toEqual(['a true'])
  expect(errors).toHaveLength(1)
})
