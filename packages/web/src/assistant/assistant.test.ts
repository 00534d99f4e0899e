import type { Catalogue, Graph } from '@millrace/model'
import { applyAll, parseCommands } from '@millrace/model'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientWith, dataReply, refusalReply } from '../api/testing/client-with.ts'
import { ENGLISH } from '../i18n/texts.ts'
import { createChat } from './chat.ts'
import { failureReport, needsDecision, proposalOf } from './proposal.ts'
import { replyParts } from './reply-parts.ts'

describe('a reply', () => {
  test('has an explanation and commands; several blocks are one batch', () => {
    const reply = 'First **this**:\n\n```millrace\nadd a text\n```\n\nthen\n~~~FlowDrop\nconnect a:b c:d\n~~~\nDone.'
    expect(replyParts(reply)).toEqual({
      text: 'First **this**:\n\nthen\nDone.',
      commands: 'add a text\nconnect a:b c:d',
    })
  })

  test('keeps fences with other labels in the text, including ours inside of them', () => {
    const reply = '````md\n```millrace\ndelete a\n```\n````\n```js\n1\n```'
    expect(replyParts(reply)).toEqual({ text: reply, commands: '' })
  })

  test('for the public editor has its dialect', () => {
    expect(replyParts('```flowdrop\nundo\n```').dialect).toBe('flowdrop')
  })

  test('with an unclosed last fence still has commands', () => {
    expect(replyParts('```millrace\nundo')).toEqual({ text: '', commands: 'undo' })
  })
})

describe('a proposal', () => {
  let catalogue: Catalogue
  let graph: Graph
  beforeAll(() => {
    catalogue = smallCatalogue
    const types = [...catalogue.types.keys()]
    const { commands } = parseCommands(`add one ${types[0]}`, catalogue)
    graph = applyAll<Graph>(
      { nodes: [], edges: [] },
      commands.map(({ command }) => command),
      catalogue,
    ).graph
  })

  test('shows the resulting graph and does not change the current one', () => {
    const before = structuredClone(graph)
    const proposal = proposalOf({ commands: 'rename one Another name\nmove one to 400,40' }, graph, catalogue)
    expect(proposal.failures).toEqual([])
    expect(proposal.difference?.marks.get('one')?.change).toBe('changed')
    expect(needsDecision(proposal)).toBe(true)
    expect(graph).toEqual(before)
  })

  test('of a reply for the public editor gives a swapped node the id that it has there', () => {
    const text = applyAll<Graph>({ nodes: [], edges: [] }, [{ verb: 'add', type: 'text' }], catalogue).graph
    const parts = replyParts('```flowdrop\nswap text.1 with number\nrename number.1 Count\n```')
    const proposal = proposalOf(parts, text, catalogue)
    expect(proposal.failures).toEqual([])
    const { nodes } = applyAll(text, proposal.edits, catalogue).graph
    expect(nodes.map(({ id, data }) => [id, data?.label])).toEqual([['number.1', 'Count']])
  })

  test('reports every invalid line with its number', () => {
    const proposal = proposalOf({ commands: 'delete missing\n\nfrobnicate\nrename one Good' }, graph, catalogue)
    expect(proposal.failures.map(({ line, kind, problem }) => [line, kind, problem?.code])).toEqual([
      [1, 'edit', 'NODE_NOT_FOUND'],
      [3, 'unreadable', 'UNKNOWN_COMMAND'],
    ])
    expect(proposal.lines).toHaveLength(3)
    expect(proposal.difference?.diff.nodes.changed).toHaveLength(1)
    expect(failureReport(proposal.failures)).toContain('- line 3, `frobnicate`:')
  })

  test('answers questions immediately and needs no decision', () => {
    const proposal = proposalOf({ commands: 'list nodes\nselect one' }, graph, catalogue)
    expect(proposal.lines[0]?.answer).toContain('one')
    expect(proposal.views).toEqual([{ verb: 'select', node: 'one' }])
    expect(needsDecision(proposal)).toBe(false)
    expect(proposal.difference).toBeUndefined()
  })

  test('with only undo steps uses the history of the editor', () => {
    const proposal = proposalOf({ commands: 'undo' }, graph, catalogue)
    expect(proposal).toMatchObject({ history: ['undo'], edits: [], failures: [] })
    expect(needsDecision(proposal)).toBe(true)
  })
})

describe('a chat', () => {
  const graph: Graph = { nodes: [], edges: [] }
  const catalogue: Catalogue = { types: new Map(), categories: [] }

  function chatWith(replies: string[]) {
    const sent: { message: string; history: unknown[] }[] = []
    const client = clientWith(({ method, body }) => {
      if (method !== 'POST') return dataReply([{ role: 'user', content: 'before' }])
      sent.push(body as (typeof sent)[number])
      const content = replies.shift()
      return content === undefined ? refusalReply(500, 'INTERNAL_ERROR') : dataReply({ content })
    })
    return { chat: createChat(client, 'w', () => ENGLISH), sent }
  }

  test('sends the earlier messages with their results', async () => {
    const { chat, sent } = chatWith(['```millrace\nadd x y\n```', 'Fine.'])
    await chat.load()
    await chat.send('one', { graph, catalogue })
    chat.settle(chat.store.get().entries.at(-1)?.id ?? 0, 'dismissed')
    await chat.send('two', { graph, catalogue })
    expect(sent[1]?.history).toEqual([
      { role: 'user', content: 'before' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: '```millrace\nadd x y\n```\n\n[These commands were dismissed.]' },
    ])
  })

  test('asks to fix failed commands only if enabled, and at most three times', async () => {
    const bad = '```millrace\nnonsense\n```'
    const quiet = chatWith([bad])
    await quiet.chat.send('go', { graph, catalogue })
    expect(quiet.sent).toHaveLength(1)
    const eager = chatWith([bad, bad, bad, bad, bad])
    await eager.chat.send('go', { graph, catalogue, retries: 3 })
    expect(eager.sent).toHaveLength(4)
    expect(eager.sent[1]?.message).toContain('These commands failed')
  })

  test('shows a failed send and does not add it to the history', async () => {
    const { chat, sent } = chatWith([])
    await chat.send('one', { graph, catalogue })
    expect(chat.store.get()).toMatchObject({
      isSending: false,
      entries: [{ role: 'user' }, { role: 'assistant', isError: true }],
    })
    await chat.send('two', { graph, catalogue })
    expect(sent[1]?.history).toEqual([{ role: 'user', content: 'one' }])
  })

  test('clearing removes everything', async () => {
    const { chat } = chatWith(['Hello.'])
    await chat.send('one', { graph, catalogue })
    await chat.clear()
    expect(chat.store.get().entries).toEqual([])
  })
})
