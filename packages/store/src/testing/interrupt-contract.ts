import type { QuestionRow } from '@millrace/engine'
import { expect, test } from 'vitest'
import type { InterruptQuery } from '../playground-store.ts'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { ask, HOSTILE, sampleQuestion } from './conversation-samples.ts'
import { makeExecution, sampleRecord, sampleSummary, started, step } from './execution-samples.ts'
import { upTo } from './sample-records.ts'

const ada = { id: 'u1', name: 'Ada' }

function approval(
  id: string,
  approvers: readonly string[] | undefined,
  answeredBy: readonly string[] = [],
): QuestionRow {
  return sampleQuestion(id, {
    question: {
      type: 'confirmation',
      config: { message: 'Go on?', approvals: 2, ...(approvers && { approvers: [...approvers] }) },
      allowCancel: false,
    },
    responses: answeredBy.map((by) => ({ value: true, by: { id: by, name: `Name of ${by}` }, at: 1 })),
  })
}

export function interruptContract(backend: Backend): void {
  const { open } = opener(backend)

  const list = async ({ interrupts }: Store, query: Partial<InterruptQuery>) => {
    const { items, total } = await interrupts.list({ limit: 100, offset: 0, order: 'asc', ...query })
    return [items.map(({ id }) => id).join(' '), total]
  }

  test('writes a question with the event that asks it, and updates it with the event that answers it', async () => {
    const store = await open()
    const asked = sampleQuestion('q', { sessionId: 's', scope: '3:1', rootId: 'top' })
    await ask(store, asked, sampleQuestion('p'))
    expect(await store.interrupts.get('q')).toStrictEqual(asked)
    const by = { id: 'u', name: 'Ulla' }
    const answered: QuestionRow = {
      ...asked,
      status: 'resolved',
      responses: [{ value: { yes: true }, by, at: 7 }],
      value: { yes: true },
      closedBy: by,
      closedAt: 7,
    }
    await ask(store, answered)
    expect(await store.interrupts.get('q')).toStrictEqual(answered)
    // It keeps its position.
    expect(await list(store, {})).toStrictEqual(['q p', 2])
    for (const id of ['nobody', 'q\0']) expect(await store.interrupts.get(id)).toBeUndefined()
  })

  test('writes no questions of a rejected append, and rejects an append with an invalid question', async () => {
    const store = await open()
    await ask(store, sampleQuestion('q'))
    const append = (id: string, length: number, question: QuestionRow) =>
      store.journal.append(id, length, [step(1)], sampleSummary('failed', { questions: [question] }))
    await expect(append('e', 1, sampleQuestion('late'))).rejects.toThrow('has 2 events')
    await expect(append('nobody', 1, sampleQuestion('late'))).rejects.toThrow('no execution')
    await expect(append('e', 2, sampleQuestion('nul \0'))).rejects.toThrow('NUL')
    await expect(append('e', 2, sampleQuestion('of another', { executionId: 'gone' }))).rejects.toThrow()
    expect(await list(store, {})).toStrictEqual(['q', 1])
    expect((await store.journal.load('e'))?.events).toHaveLength(2)
    expect((await store.executions.get('e'))?.status).toBe('running')
    await append('e', 2, sampleQuestion('in time'))
    expect(await list(store, {})).toStrictEqual(['q in time', 2])
  })

  test('writes the questions of each append in a batch', async () => {
    const store = await open()
    const ids = upTo(40).map((n) => `e${n}`)
    await Promise.all(ids.map((id) => makeExecution(store, { id, status: 'running' })))
    const answers = await Promise.allSettled(
      ids.map((executionId, at) => {
        const questions = at % 2 === 0 ? [sampleQuestion(`q of ${executionId}`, { executionId })] : undefined
        const summary = at % 4 === 3 ? undefined : sampleSummary('running', questions && { questions })
        return store.journal.append(executionId, at === 2 ? 7 : 1, [step(1)], summary)
      }),
    )
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect((await list(store, {}))[1]).toBe(19)
    expect(await store.interrupts.get('q of e3')).toBeUndefined()
    expect(await store.interrupts.get('q of e5')).toMatchObject({ executionId: 'e5' })
    // Two appends of the same execution in a row.
    const length = (n: number) => n + 1
    await Promise.all(
      upTo(5).map((n) => {
        const questions = [
          sampleQuestion('again', { executionId: 'e1', createdAt: n }),
          sampleQuestion('again', { executionId: 'e1', createdAt: 10 * n }),
        ]
        return store.journal.append('e1', length(n), [step(n)], sampleSummary('running', { questions }))
      }),
    )
    expect(await store.interrupts.get('again')).toMatchObject({ createdAt: 50 })
  })

  test('stores questions with any characters', async () => {
    const store = await open()
    for (const [at, text] of HOSTILE.entries()) {
      const question = sampleQuestion(`q${at}`, {
        nodeId: text,
        nodeLabel: text,
        question: {
          type: 'form',
          config: { message: text, schema: { [text]: text } },
          allowCancel: true,
          expiresAt: 9,
        },
        responses: [{ value: text, by: { id: text, name: text }, at: 1 }],
        value: { [text]: [text] },
      })
      await ask(store, question)
      expect(await store.interrupts.get(`q${at}`)).toStrictEqual(question)
    }
  })

  test('lists questions by execution with its children, session, workflow, type and status, in both orders, in pages', async () => {
    const store = await open()
    const text = { type: 'text', config: { message: 'Name?' }, allowCancel: true } as const
    await ask(store, sampleQuestion('a', { executionId: 'top', sessionId: 's' }))
    await ask(
      store,
      sampleQuestion('b', { executionId: 'child', rootId: 'top', workflowId: 'v', sessionId: 's', question: text }),
    )
    await ask(store, sampleQuestion('c', { executionId: 'top', sessionId: 's', status: 'cancelled', question: text }))
    await ask(store, sampleQuestion('d', { executionId: 'other', workflowId: 'v', status: 'resolved' }))
    await ask(store, sampleQuestion('e', { executionId: 'other', workflowId: 'v' }))
    expect(await list(store, {})).toStrictEqual(['a b c d e', 5])
    expect(await list(store, { order: 'desc' })).toStrictEqual(['e d c b a', 5])
    expect(await list(store, { order: 'desc', limit: 2, offset: 1 })).toStrictEqual(['d c', 5])
    expect(await list(store, { limit: 2, offset: 4 })).toStrictEqual(['e', 5])
    expect(await list(store, { limit: 2, offset: 9 })).toStrictEqual(['', 5])
    expect(await list(store, { limit: 0 })).toStrictEqual(['', 5])
    expect(await list(store, { executionId: 'top' })).toStrictEqual(['a b c', 3])
    expect(await list(store, { executionId: 'top', status: 'pending' })).toStrictEqual(['a b', 2])
    expect(await list(store, { executionId: 'top', sessionId: 's', type: 'text' })).toStrictEqual(['b c', 2])
    expect(await list(store, { executionId: 'child' })).toStrictEqual(['b', 1])
    expect(await list(store, { sessionId: 's', order: 'desc' })).toStrictEqual(['c b a', 3])
    expect(await list(store, { sessionId: 's', status: 'pending' })).toStrictEqual(['a b', 2])
    expect(await list(store, { status: 'pending', order: 'desc' })).toStrictEqual(['e b a', 3])
    expect(await list(store, { status: 'pending', workflowId: 'v', order: 'desc' })).toStrictEqual(['e b', 2])
    expect(await list(store, { status: 'pending', type: 'text' })).toStrictEqual(['b', 1])
    expect(await list(store, { status: 'pending', workflowId: 'v', type: 'confirmation' })).toStrictEqual(['e', 1])
    expect(await list(store, { workflowId: 'v' })).toStrictEqual(['b d e', 3])
    expect(await list(store, { type: 'text' })).toStrictEqual(['b c', 2])
    for (const odd of [{ executionId: '\0' }, { sessionId: '\0' }, { workflowId: '\0' }, { type: '\0' }]) {
      expect(await list(store, odd)).toStrictEqual(['', 0])
    }
  })

  test('lists the questions of all descendants of a child execution, and no others', async () => {
    const store = await open()
    const callers = { middle: 'top', beside: 'top', low: 'middle', lowest: 'low', 'low beside': 'beside' }
    await makeExecution(store, { id: 'top', status: 'running' })
    for (const [id, execution] of Object.entries(callers)) {
      const about = { root: 'top', startedBy: HOSTILE.join() }
      const record = { ...sampleRecord(id, { workflowId: 'w' }), parent: { execution, node: 0, scope: '' }, about }
      await store.journal.create(record, [started(1)], sampleSummary('running'))
    }
    for (const executionId of ['lowest', 'low beside', 'middle', 'low', 'lowest']) {
      const questions = [sampleQuestion(`of ${executionId}`, { executionId, rootId: 'top' })]
      const length = (await store.journal.load(executionId))?.events.length ?? 0
      await store.journal.append(executionId, length, [step(length)], sampleSummary('running', { questions }))
    }
    const below = async (executionId: string) => (await list(store, { executionId }))[0]
    expect(await below('top')).toBe('of lowest of low beside of middle of low')
    expect(await below('middle')).toBe('of lowest of middle of low')
    expect(await below('low')).toBe('of lowest of low')
    expect(await below('lowest')).toBe('of lowest')
    expect(await below('beside')).toBe('of low beside')
    expect(await list(store, { executionId: 'middle', limit: 1, offset: 1 })).toStrictEqual(['of middle', 3])
    expect(await list(store, { executionId: 'middle', status: 'resolved' })).toStrictEqual(['', 0])
  })

  test('lists the questions that a person may still answer', async () => {
    const store = await open()
    await ask(
      store,
      sampleQuestion('anybody'),
      approval('empty list', []),
      approval('by id', ['u1', 'u2']),
      approval('by name', ['Bob', 'Ada']),
      approval('of others', ['u2', 'u11', 'Ad', 'ADA', 'x"Ada', 'Ada,', '\nAda\n']),
      approval('answered by another', undefined, ['u2', 'u11', 'U1', 'Ada']),
      approval('answered', undefined, ['u2', 'u1']),
      approval('listed and answered', ['u1'], ['u1']),
    )
    const waits = ['anybody', 'empty list', 'by id', 'by name', 'answered by another']
    expect(await list(store, { waitsFor: ada, status: 'pending' })).toStrictEqual([waits.join(' '), 5])
    expect(await list(store, { waitsFor: ada, status: 'pending', limit: 2, offset: 1, order: 'desc' })).toStrictEqual([
      'by name by id',
      5,
    ])
    expect(await list(store, { waitsFor: ada, executionId: 'e' })).toStrictEqual([waits.join(' '), 5])
  })

  test('lists the questions for a person with an account by e-mail address in any case, and not by name', async () => {
    const store = await open()
    await ask(store, approval('by address', ['Bob', 'Ada@Example.com']), approval('by name', ['Ada']))
    await ask(store, approval('of another', ['xada@example.com', 'ada@example.co']))
    const person = { ...ada, email: 'ADA@example.com' }
    expect(await list(store, { waitsFor: person })).toStrictEqual(['by address', 1])
  })

  test('matches approvers whose names have any characters', async () => {
    const store = await open()
    for (const [at, name] of HOSTILE.entries()) {
      await ask(store, approval(`only ${at}`, [name]), approval(`not ${at}`, undefined, [name]))
    }
    for (const [at, name] of HOSTILE.entries()) {
      const [found] = await list(store, { waitsFor: { id: name, name } })
      expect(found).toContain(`only ${at}`)
      expect(found).not.toContain(`not ${at}`)
      expect((found as string).match(/only/g)).toHaveLength(1)
    }
  })

  test('removes questions and memories with their execution in every way of removal', async () => {
    const store = await open()
    const add = { messages: [{ role: 'user', content: 'x' }], max: 5 }
    const make = async (executionId: string, workflowId: string) => {
      await ask(store, sampleQuestion(`q of ${executionId}`, { executionId, workflowId }))
      await store.memories.remember({ kind: 'execution', id: executionId }, 'k', add)
      await store.journal.setSummary(
        executionId,
        sampleSummary('completed', { updatedAt: executionId === 'old' ? 1 : 50 }),
      )
    }
    for (const id of ['removed', 'old', 'first', 'second']) await make(id, 'w')
    await make('other', 'v')
    const recall = async (id: string) =>
      (await store.memories.remember({ kind: 'execution', id }, 'x', { messages: [], max: 5 })).length
    expect([await recall('removed'), await recall('other')]).toStrictEqual([1, 1])
    await store.executions.remove(['removed'])
    expect(await list(store, {})).toStrictEqual(['q of old q of first q of second q of other', 4])
    await store.executions.prune({ finishedBefore: 9, keepPerWorkflow: 9, batch: 9 })
    expect(await list(store, {})).toStrictEqual(['q of first q of second q of other', 3])
    await store.executions.prune({ finishedBefore: 9, keepPerWorkflow: 1, batch: 9 })
    expect(await list(store, {})).toStrictEqual(['q of second q of other', 2])
    await store.executions.removeOfWorkflow('w')
    expect(await list(store, {})).toStrictEqual(['q of other', 1])
    expect([await recall('removed'), await recall('other')]).toStrictEqual([0, 1])
  })
}
