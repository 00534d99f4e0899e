/**
 * docs/how-to/playground.md draws what may become of sessions, turns, messages and questions: real ones are walked past it.
 * docs/how-to/people.md lists what can be asked.
 */
import {
  INTERRUPT_STATUSES,
  type Interrupt,
  MESSAGE_STATUSES,
  QUESTION_CONFIGS,
  SESSION_STATUSES,
} from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edge, node } from '../packages/service/src/executions/testing/client.ts'
import { gated, type MessageBody, type News, Talk } from '../packages/service/src/playground/testing/talk.ts'
import { readPage, tableBelow, unquoted } from './markdown.ts'

const page = readPage('docs/how-to/playground.md')

type Moves = Record<string, string[]>

/** A table of moves as the page draws it. */
function movesBelow(heading: string): Moves {
  return Object.fromEntries(
    tableBelow(page, heading).map(([from, to]) => [
      unquoted(from!),
      unquoted(to!)
        .split(/,\s*/)
        .filter((status) => status !== '–')
        .sort(),
    ]),
  )
}

/** Which status was seen to follow which. */
class Seen {
  readonly #moves = new Map<string, Set<string>>()

  add(statuses: readonly (string | undefined)[]): void {
    for (const [at, from] of statuses.entries()) {
      const to = statuses[at + 1]
      const known = this.#moves.get(from!) ?? new Set()
      this.#moves.set(from!, known)
      if (to !== undefined && to !== from) known.add(to)
    }
  }

  /** With an entry for each of these, whether it was seen or not. */
  moves(statuses: readonly string[]): Moves {
    const all = [...statuses, ...this.#moves.keys()]
    return Object.fromEntries(all.map((status) => [status, [...(this.#moves.get(status) ?? [])].sort()]))
  }
}

/** Asks, and answers as soon as it has been answered and a gate was opened. */
const asking = {
  nodes: [...gated.nodes, node('ask', 'text_prompt', { message: 'Which one?' })],
  edges: [...gated.edges, edge('in:message', 'ask:trigger'), edge('ask:text', 'g:trigger')],
}

const seen = { sessions: new Seen(), turns: new Seen(), messages: new Seen(), interrupts: new Seen() }

/** Notes every status that the session, its turn, its messages and its questions have, until it is idle again. */
async function walk(talk: Talk, drawing: typeof gated, { act, body }: Walk): Promise<void> {
  const { id } = await talk.begin(drawing, body)
  const listening = Promise.withResolvers<void>()
  const heard = talk.listen(id, {
    enough: (news) => {
      if (news.length > 0) listening.resolve()
      return statusesOf(news).length > 1 && statusesOf(news).at(-1) === 'idle'
    },
  })
  await listening.promise
  await talk.send(id, 'hello')
  const look = async () => ({
    turn: (await talk.session(id)).executions[0]?.status,
    question: (await talk.client.call<Interrupt[]>('GET', `/sessions/${id}/interrupts`)).data[0]?.status,
  })
  let before = await look()
  await act(id, async () => {
    before = await look()
  })
  const { news } = await heard
  const after = await look()
  seen.sessions.add(statusesOf(news))
  seen.turns.add([before.turn, after.turn])
  if (before.question !== undefined) seen.interrupts.add([before.question, after.question])
  const messages = news.filter(({ event }) => event === 'message').map(({ data }) => data as MessageBody)
  for (const versions of Map.groupBy(messages, (message) => message.id).values()) {
    seen.messages.add(versions.map(({ status }) => status))
  }
}

interface Walk {
  /** What happens once the message is sent; `note` looks at turn and question in the middle of it. */
  readonly act: (id: string, note: () => Promise<void>) => Promise<unknown>
  readonly body?: object
}

function statusesOf(news: readonly News[]): string[] {
  return news.filter(({ event }) => event === 'status').map(({ data }) => data.sessionStatus)
}

describe('docs/how-to/playground.md', () => {
  let talk: Talk
  beforeAll(async () => {
    talk = await Talk.open('--max-concurrent-executions', '1')
    const stop = (id: string) => talk.client.call('POST', `/sessions/${id}/stop`)
    await walk(talk, gated, { act: () => talk.client.openGate() })
    await walk(talk, asking, {
      async act(id, note) {
        const question = await talk.question(id)
        await note()
        await talk.answer(question, 'The blue one')
        await talk.client.openGate()
      },
    })
    await walk(talk, asking, {
      async act(id, note) {
        await talk.question(id)
        await note()
        await stop(id)
      },
    })
    // Takes the only place, so that what is queued stays in line.
    const other = await talk.client.start(await talk.client.store(gated))
    await talk.client.until(() => talk.client.closedGates === 1)
    await walk(talk, gated, { body: { metadata: { executionMode: 'queued' } }, act: stop })
    await talk.client.call('POST', `/executions/${other}/cancel`)
  })
  afterAll(() => talk[Symbol.asyncDispose]())

  test('draws the moves that sessions make, and none that are never made', () => {
    expect(movesBelow('States of a session')).toEqual(seen.sessions.moves(SESSION_STATUSES))
  })

  test('draws the moves of turns', () => {
    expect(movesBelow('States of a turn')).toEqual(seen.turns.moves([]))
  })

  test('draws the moves of messages', () => {
    expect(movesBelow('States of a message')).toEqual(seen.messages.moves(MESSAGE_STATUSES))
  })

  test('draws the moves of questions', () => {
    expect(movesBelow('States of an interrupt')).toEqual(seen.interrupts.moves(INTERRUPT_STATUSES))
  })
})

describe('docs/how-to/people.md', () => {
  test('lists the question types with all keys of their config', () => {
    const rows = tableBelow(readPage('docs/how-to/people.md'), 'What can be asked')
    // What stands in brackets is inside of the key before it.
    const keys = (cell: string) => [...cell.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map((match) => match[1]!)
    const listed = Object.fromEntries(rows.map(([type, , config]) => [unquoted(type!), ['message', ...keys(config!)]]))
    const configs = Object.entries(QUESTION_CONFIGS).map(([type, schema]) => [
      type,
      Object.keys(schema.properties ?? {}),
    ])
    expect(listed).toEqual(Object.fromEntries(configs))
  })
})
