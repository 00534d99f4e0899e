import { expect, test } from 'vitest'
import type { ChatRecord } from '../ai-store.ts'
import { type Backend, opener } from './backend.ts'
import { HOSTILE } from './conversation-samples.ts'
import { sampleSave, upTo } from './sample-records.ts'

const says = (...contents: readonly string[]): ChatRecord[] =>
  contents.map((content, at) => ({
    conversationId: 'c',
    role: at % 2 === 0 ? 'user' : 'assistant',
    content,
    at: 1_700_000_000_000 + at,
  }))

export function chatContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  test('keeps the newest messages and lists them oldest first', async () => {
    const { chats } = await open()
    const contents = async (limit: number) => (await chats.list('w', limit)).map(({ content }) => content)
    expect(await chats.list('w', 9)).toStrictEqual([])
    await chats.add('w', says('a', 'b'), 3)
    expect(await chats.list('w', 9)).toStrictEqual(says('a', 'b'))
    await chats.add('w', says('c', 'd'), 3)
    expect(await contents(9)).toStrictEqual(['b', 'c', 'd'])
    expect(await contents(2)).toStrictEqual(['c', 'd'])
    expect(await contents(0)).toStrictEqual([])
    await chats.add('w', says('e', 'f', 'g'), 2)
    expect(await contents(9)).toStrictEqual(['f', 'g'])
    await chats.add('w', [], 1)
    expect(await contents(9)).toStrictEqual(['f', 'g'])
    await chats.add('w', says('h'), 0)
    expect(await contents(9)).toStrictEqual([])
    await chats.add('w', says('i'), 2)
    expect(await contents(9)).toStrictEqual(['i'])
  })

  test('keeps a separate chat for each workflow, stored or not, and clears one', async () => {
    const { chats, workflows } = await open()
    await workflows.create(sampleSave('w'))
    for (const id of ['w', 'draft', 'W', ...HOSTILE]) await chats.add(id, says(id), 5)
    await chats.clear('w')
    await chats.clear('nobody')
    expect(await chats.list('w', 5)).toStrictEqual([])
    for (const id of ['draft', 'W', ...HOSTILE]) expect(await chats.list(id, 5)).toStrictEqual(says(id))
    await chats.add('w', says('again'), 5)
    expect(await chats.list('w', 5)).toStrictEqual(says('again'))
  })

  test('deletes the chat of a deleted workflow', async () => {
    const database = await migratedDatabase()
    const { chats, workflows } = await open(database)
    await workflows.create(sampleSave('w'))
    await chats.add('w', says('a'), 5)
    await chats.add('draft', says('b'), 5)
    expect(await workflows.remove('draft')).toBe(false)
    expect(await workflows.remove('w')).toBe(true)
    expect(await chats.list('w', 5)).toStrictEqual([])
    expect(await chats.list('draft', 5)).toStrictEqual(says('b'))
    expect(await openSql(database).all('SELECT number FROM chats', [])).toHaveLength(1)
  })

  test('stores messages with any characters', async () => {
    const { chats } = await open()
    const messages = HOSTILE.map((text) => ({ conversationId: text, role: 'assistant', content: text, at: 1 }) as const)
    await chats.add('w', messages, 100)
    expect(await chats.list('w', 100)).toStrictEqual(messages)
  })

  test('loses and mixes up no messages of concurrent writers and keeps the limit', async () => {
    const database = await migratedDatabase()
    const stores = [await open(database), await open(database)] as const
    await Promise.all(
      upTo(16).map((n) => stores[n % 2 === 0 ? 0 : 1].chats.add('w', says(`${n} asked`, `${n} answered`), 20)),
    )
    const kept = await stores[0].chats.list('w', 100)
    expect(kept).toHaveLength(20)
    for (const [at, { content }] of kept.entries()) {
      if (at % 2 === 1) expect(content).toBe(kept[at - 1]?.content.replace('asked', 'answered'))
    }
  })
}
