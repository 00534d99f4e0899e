/** The playground of the public editor client against the started program: both of its generations, by its own rules. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll, start } from './program.ts'
import { drawing } from './support/drawing.ts'
import { type Ask, clientOf } from './support/http-client.ts'
import { dataOf, type Generation, type Prompt, PublicEditor, promptIn } from './support/public-editor.ts'
import { IN, OUT, QUESTION_CASES } from './support/question-cases.ts'

const BASE = '/api/flowdrop'
const GENERATIONS: readonly Generation[] = ['1.4', '1.12']

let root: string
let ask: Ask

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-playground-'))
  const dataDir = join(root, 'data')
  const { origin } = await start(['--port', '0', '--data-dir', dataDir, '--base-path', BASE])
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  ask = clientOf(origin + BASE, {
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: `Bearer ${token}`,
  })
  for (const document of [ECHO, SLOW, TWO, ...QUESTION_CASES.map(({ flow }) => flow)]) {
    dataOf(await ask('POST', '/workflows', { body: document }))
  }
})
afterAll(() => {
  killAll()
  rmSync(root, { recursive: true, force: true })
})

/** A workflow that logs the message and repeats it. */
const ECHO = drawing(
  'echo',
  [IN, { id: 'log', type: 'logger' }, OUT],
  `in.message -> log.message
  in.message -> out.message
  log.trigger -> out.trigger`,
)

/** Takes longer than anybody waits. */
const SLOW = drawing(
  'slow',
  [IN, { id: 'wait', type: 'delay', config: { seconds: 3600 } }],
  'in.trigger -> wait.trigger',
)

/** Asks two people at once. */
const TWO = drawing(
  'two',
  [
    IN,
    { id: 'a', type: 'text_prompt', config: { message: 'First?' } },
    { id: 'b', type: 'text_prompt', config: { message: 'Second?' } },
  ],
  `in.trigger -> a.trigger
  in.trigger -> b.trigger`,
)

function flowOf(type: string) {
  return QUESTION_CASES.find((one) => one.type === type)?.flow ?? expect.fail(`no case of ${type}`)
}

async function begin(generation: Generation, { name }: { readonly name: string }): Promise<PublicEditor> {
  const workflow = name.replaceAll(' ', '_')
  const made = await ask('POST', `/workflows/${workflow}/playground/sessions`, { body: { name: 'Mine' } })
  expect(made.status).toBe(201)
  const editor = new PublicEditor(ask, generation, dataOf<{ id: string }>(made).id)
  await editor.open()
  return editor
}

async function beginAndAsk(generation: Generation, flow: { readonly name: string }, count = 1): Promise<PublicEditor> {
  const editor = await begin(generation, flow)
  await editor.send('hello')
  await editor.poll(() => editor.status === 'awaiting_input')
  expect([editor.status, editor.prompts().length]).toEqual(['awaiting_input', count])
  return editor
}

/** The messages of a client that opens the session later. */
async function reopened({ session }: PublicEditor): Promise<PublicEditor> {
  const editor = new PublicEditor(ask, '1.12', session)
  await editor.open()
  return editor
}

describe.each(GENERATIONS)('the client of %s', (generation) => {
  test('sends, receives the status running, and has the whole turn when it stops polling', async () => {
    const editor = await begin(generation, ECHO)
    for (const word of ['one', 'two', 'three']) {
      const sent = await editor.send(word)
      expect([sent.status, sent.content, editor.canRun]).toEqual(['pending', word, false])
      await editor.poll()
      expect([editor.status, editor.canRun]).toEqual(['idle', true])
      // Every status before the last is running.
      expect(new Set(editor.statuses.slice(0, -1)).difference(new Set(['running'])).size).toBe(0)
      expect(editor.chat().slice(-3)).toEqual([
        ['user', word],
        ['assistant', word],
        ['system', expect.stringMatching(/\S/)],
      ])
    }
    expect(editor.shown).toEqual(await sameAsReopened(editor))
  })

  test('is refused clearly while an earlier message runs, and may send again after stop', async () => {
    const editor = await begin(generation, SLOW)
    const { sequenceNumber } = await editor.send('hello')
    const path = `/playground/sessions/${editor.session}/messages`
    const { status, body } = await ask('POST', path, { body: { content: 'me too' } })
    expect([status, body]).toMatchObject([409, { success: false, error: expect.stringMatching(/\S/) }])
    await editor.stop()
    expect([editor.status, editor.canRun]).toEqual(['idle', true])
    expect(editor.shown.at(-1)).toMatchObject({
      role: 'system',
      metadata: { level: 'warning', enableRun: true },
      sequenceNumber: sequenceNumber + 1,
    })
    // A second stop has nothing to stop and is not an error.
    await editor.stop()
    await editor.send('again')
    await editor.stop()
  })

  describe.each(QUESTION_CASES)('a question of type $type', (one) => {
    test('is drawn from the message, answered, and what follows is there', async () => {
      const editor = await beginAndAsk(generation, one.flow)
      const [prompt] = editor.prompts() as [Prompt]
      const { type, text, config, hasCancelButton } = one
      expect(prompt).toMatchObject({ type, text, config, hasCancelButton, nodeId: 'ask', answered: undefined })
      expect(Object.keys(prompt.config)).toEqual(expect.arrayContaining(Object.keys(config)))
      const { executionId } = prompt
      expect((await ask('GET', `/pipeline/${executionId}`)).status).toBe(200)

      await editor.resolve(prompt, one.value)
      expect(editor.status).toBe('idle')
      expect(editor.chat().slice(-2)).toEqual([
        ['assistant', 'hello'],
        ['system', expect.stringMatching(/\S/)],
      ])
      const [later] = (await reopened(editor)).prompts()
      expect(later?.answered).toEqual({ value: one.kept ?? one.value })
      const again = await ask('POST', `/interrupts/${prompt.id}`, { body: { value: one.value } })
      expect([again.status, again.body]).toMatchObject([409, { success: false, error: expect.stringMatching(/\S/) }])
    })
  })

  test('a value that does not fit is refused with a reason, and may be sent again', async () => {
    const editor = await beginAndAsk(generation, flowOf('text'))
    const [prompt] = editor.prompts() as [Prompt]
    const { status, body } = await ask('POST', `/interrupts/${prompt.id}`, { body: { value: 'x' } })
    expect([status, body]).toMatchObject([422, { success: false, error: expect.stringMatching(/\S/) }])
    expect((await reopened(editor)).prompts()[0]?.answered).toBeUndefined()
    await editor.resolve(prompt, 'coffee')
    expect(editor.status).toBe('idle')
  })

  test('dismisses a question where there is a button for it', async () => {
    const editor = await beginAndAsk(generation, flowOf('choice'))
    const [prompt] = editor.prompts() as [Prompt]
    await editor.dismiss(prompt)
    expect(editor.status).toBe('idle')
    expect(editor.shown.at(-1)).toMatchObject({ role: 'system', metadata: { level: 'error', enableRun: true } })
    expect((await reopened(editor)).prompts()[0]?.answered).toEqual({ value: null })
  })

  test('answers several one after the other; the session waits until the last', async () => {
    const editor = await beginAndAsk(generation, TWO, 2)
    const [first, second] = editor.prompts() as [Prompt, Prompt]
    await editor.resolve(second, 'b')
    expect(editor.status).toBe('awaiting_input')
    await editor.resolve(first, 'a')
    expect(editor.status).toBe('idle')
    expect((await reopened(editor)).prompts().map(({ answered }) => answered?.value)).toEqual(['a', 'b'])
  })

  test('may not send while a question is open; stop clears it for good', async () => {
    const editor = await beginAndAsk(generation, flowOf('form'))
    const path = `/playground/sessions/${editor.session}/messages`
    expect((await ask('POST', path, { body: { content: 'me too' } })).status).toBe(409)
    await editor.stop()
    const later = await reopened(editor)
    expect([later.status, later.prompts().map(({ answered }) => answered)]).toEqual(['idle', [{ value: null }]])
    expect(later.chat().at(-1)?.[0]).toBe('system')
  })
})

test('both spellings of the keys are there', async () => {
  const editor = await beginAndAsk('1.12', flowOf('form'))
  const metadata = editor.shown.find((message) => promptIn(message) !== undefined)?.metadata
  expect(metadata).toMatchObject({
    type: 'interrupt_request',
    interrupt_type: 'form',
    message: 'hello',
    allow_cancel: true,
    allowCancel: true,
    default_value: { item: 'Paper' },
    default_values: { item: 'Paper' },
  })
  const listed = dataOf<Record<string, unknown>[]>(
    await ask('GET', `/playground/sessions/${editor.session}/interrupts`),
  )
  expect(listed).toMatchObject([{ id: metadata?.interrupt_id, status: 'pending', allowCancel: true, response: null }])
  await editor.stop()
})

test('a long conversation: the newest page, then back to the first, without gaps or doubles', async () => {
  const editor = await begin('1.12', ECHO)
  for (let turn = 0; turn < 16; turn++) {
    await editor.send(`word ${turn}`)
    await editor.poll()
  }
  const all = editor.shown.map(({ sequenceNumber }) => sequenceNumber)
  expect(all).toEqual(all.map((_, at) => at + 1))
  const later = await reopened(editor)
  expect(later.shown.map(({ sequenceNumber }) => sequenceNumber)).toEqual(all.slice(-50))
  expect(await later.scrollUp(5)).toBe(Math.ceil((all.length - 50) / 5))
  expect(later.shown.map(({ sequenceNumber }) => sequenceNumber)).toEqual(all)
  const query = '?since=1&before=5'
  expect((await ask('GET', `/playground/sessions/${editor.session}/messages${query}`)).status).toBe(400)
})

test('reset ends what waits and clears its prompt; the session can be used again', async () => {
  const editor = await beginAndAsk('1.12', flowOf('choice'))
  const { status, body } = await ask('POST', `/playground/sessions/${editor.session}/reset`, { body: {} })
  expect([status, body]).toMatchObject([200, { success: true }])
  const later = await reopened(editor)
  expect([later.status, later.prompts()[0]?.answered]).toEqual(['idle', { value: null }])
  await later.send('hello')
  await later.poll(() => later.status === 'awaiting_input')
  await later.stop()
})

test('the list of sessions, its newest first, and one that is deleted', async () => {
  const document = drawing('listed', [IN, OUT], 'in.message -> out.message')
  const { id } = dataOf<{ id: string }>(await ask('POST', '/workflows', { body: document }))
  const path = `/workflows/${id}/playground/sessions`
  expect(dataOf(await ask('GET', path))).toEqual([])
  const [first, second] = [await begin('1.4', { name: 'listed' }), await begin('1.12', { name: 'listed' })]
  await second.send('hello')
  await second.poll()
  const list = dataOf<Record<string, unknown>[]>(await ask('GET', path))
  expect(list.map((session) => session.id)).toEqual([second.session, first.session])
  for (const session of list) {
    expect(session).toMatchObject({ workflowId: id, name: 'Mine', status: 'idle' })
    for (const key of ['createdAt', 'updatedAt']) expect(Number.isNaN(Date.parse(String(session[key])))).toBe(false)
  }
  const [run] = list[0]!.executions as { id: string; status: string }[]
  expect(run?.status).toBe('completed')
  expect((await ask('GET', `/pipeline/${run?.id}`)).status).toBe(200)
  const deleted = await ask('DELETE', `/playground/sessions/${second.session}`)
  expect([deleted.status, deleted.body]).toMatchObject([200, { success: true }])
  expect((await ask('GET', `/playground/sessions/${second.session}/messages`)).status).toBe(404)
  expect(dataOf<unknown[]>(await ask('GET', path))).toHaveLength(1)
})

async function sameAsReopened(editor: PublicEditor): Promise<unknown> {
  const { shown } = await reopened(editor)
  // The client keeps what it saw first: a message that it sent itself is pending there for ever.
  return shown.map((message) => ({
    ...message,
    status: editor.shown.find(({ id }) => id === message.id)?.status,
  }))
}
