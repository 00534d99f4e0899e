/** The requests of the public editor client in a conversation: send, poll, page back; newest and oldest version. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edge, node } from '../executions/testing/client.ts'
import { gated, type MessageBody, type MessagePageBody, saidIn, shout, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

/** The messages of the client: it ignores known ids, so a message is shown as first received. */
class Screen {
  readonly messages: MessageBody[] = []
  /** Its cursor is the last message of a page, of any role. */
  cursor: MessageBody | undefined

  take({ data }: Pick<MessagePageBody, 'data'>): void {
    this.messages.push(...data.filter(({ id }) => !this.messages.some((one) => one.id === id)))
    this.cursor = data.at(-1) ?? this.cursor
  }

  /** Its run button is disabled by a click and enabled by a later message. */
  canRunAfter({ sequenceNumber }: MessageBody): boolean {
    return this.messages.some((one) => one.sequenceNumber > sequenceNumber && one.metadata.enableRun === true)
  }
}

describe('the newest client', () => {
  test('loads the latest page, sends, and polls until idle', async () => {
    await using own = await Talk.open()
    const { id } = await own.begin(gated, { metadata: {} })
    const screen = new Screen()
    screen.take(await own.page(id, '?latest=true&limit=50'))
    expect(screen.messages).toEqual([])

    const { data: sent } = await own.send(id, 'hello')
    expect([sent.status, sent.sequenceNumber]).toEqual(['pending', 1])
    screen.take({ data: [sent] })
    expect(screen.canRunAfter(sent)).toBe(false)
    const first = await own.page(id, `?since=${screen.cursor?.sequenceNumber}`)
    expect([first.sessionStatus, first.data]).toEqual(['running', []])
    await own.client.openGate()
    await poll(own, id, screen)

    expect(saidIn(screen.messages).slice(0, 2)).toEqual([
      ['user', 'hello'],
      ['assistant', 'HELLO'],
    ])
    expect(screen.messages.at(-1)).toMatchObject({ role: 'system', metadata: { enableRun: true } })
    expect(screen.canRunAfter(sent)).toBe(true)
    // A later load returns the same messages.
    const { data, hasOlder } = await own.page(id, '?latest=true&limit=50')
    expect([data.map((one) => one.id), hasOlder]).toEqual([screen.messages.map((one) => one.id), false])
  })

  test('receives all messages of a turn before its end', async () => {
    const logging = {
      nodes: [...shout.nodes, node('log', 'logger')],
      edges: [edge('in:message', 'log:message'), edge('log:message', 'up:text'), edge('up:formatted', 'out:message')],
    }
    const { id } = await talk.begin(logging)
    const screen = new Screen()
    for (let turn = 0; turn < 20; turn++) {
      const { data: sent } = await talk.send(id, `word ${turn}`)
      screen.take({ data: [sent] })
      await poll(talk, id, screen)
      expect(saidIn(screen.messages.slice(-4)).slice(0, 3)).toEqual([
        ['user', `word ${turn}`],
        ['log', `word ${turn}`],
        ['assistant', `WORD ${turn}`],
      ])
      expect(screen.canRunAfter(sent)).toBe(true)
    }
    expect(screen.messages.map(({ sequenceNumber }) => sequenceNumber)).toEqual(
      Array.from({ length: 80 }, (_, at) => at + 1),
    )
  })

  test('pages back from the newest to the first', async () => {
    const { id } = await talk.begin(shout)
    for (const word of ['one', 'two', 'three', 'four']) await talk.say(id, word)
    let page = await talk.page(id, '?latest=true&limit=5')
    const pages = [page.data]
    while (page.hasOlder) {
      page = await talk.page(id, `?before=${page.data[0]?.sequenceNumber}&limit=5`)
      pages.unshift(page.data)
      expect(page.sessionStatus).toBe('idle')
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 5, 5])
    expect(pages.flat()).toEqual((await talk.page(id)).data)
  })

  test('sends a turn with inputs only and receives its pipeline id', async () => {
    const { id } = await talk.begin(shout)
    const body = { inputs: { in: { message: 'form' } } }
    const { status, data } = await talk.client.call('POST', `/sessions/${id}/turn`, body)
    const sent = (await talk.page(id)).data[0] as MessageBody
    expect([status, data]).toEqual([
      202,
      { sessionId: id, userMessageId: sent.id, pipelineId: sent.executionId, status: 'running' },
    ])
    await talk.until(id, 'idle')
    expect((await talk.client.detail(String(data.pipelineId))).status).toBe('completed')
    expect((await talk.page(id)).data[1]?.content).toBe('FORM')
  })
})

test('the oldest client polls by the time of its last message and misses nothing', async () => {
  const { id } = await talk.begin(shout)
  const screen = new Screen()
  for (let turn = 0; turn < 20; turn++) {
    const { data: sent } = await talk.send(id, `word ${turn}`)
    screen.take({ data: [sent] })
    await talk.client.until(async () => {
      const page = await talk.page(id, `?since=${encodeURIComponent(String(screen.cursor?.timestamp))}`)
      screen.take(page)
      return page.sessionStatus === 'idle'
    })
    expect(saidIn(screen.messages.slice(-3)).slice(0, 2)).toEqual([
      ['user', `word ${turn}`],
      ['assistant', `WORD ${turn}`],
    ])
    expect(screen.canRunAfter(sent)).toBe(true)
  }
})

/** As the client does it, only faster: by number, until the session is idle. */
function poll(own: Talk, id: string, screen: Screen): Promise<void> {
  return own.client.until(async () => {
    const next = await own.page(id, `?since=${screen.cursor?.sequenceNumber ?? 0}`)
    screen.take(next)
    expect(['running', 'idle']).toContain(next.sessionStatus)
    return next.sessionStatus === 'idle'
  })
}
