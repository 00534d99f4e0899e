/** Compares questions and conversations after the crashes with the earlier acknowledgements. */
import { isDeepStrictEqual } from 'node:util'
import type { CrashService } from './crash-service.ts'
import type { Memory, Sent } from './people-load.ts'

interface Interrupt {
  readonly id: string
  readonly executionId: string
  readonly sessionId?: string
  readonly messageId?: string
  readonly response: string
  readonly responses: readonly { readonly value: string }[]
}

interface Message {
  readonly id: string
  readonly role: string
  readonly content: string
  readonly status: string
  readonly sequenceNumber: number
  readonly executionId?: string
  readonly parentMessageId: string | null
  readonly nodeId: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

interface Job {
  readonly node_id: string
  readonly status: string
  readonly output_data: Readonly<Record<string, unknown>>
}

/** Questions that were answered for good and are asked again. */
export async function askedAgain(service: CrashService, memory: Memory): Promise<string[]> {
  const pending = new Set((await all<Interrupt>(service, '/interrupts')).map(({ id }) => id))
  return [...memory.answers]
    .filter(([id, sent]) => pending.has(id) && sent.some(({ outcome }) => outcome === 'kept'))
    .map(([id]) => `question ${id} was answered and is asked again`)
}

/** Everything that is wrong once all is over. */
export async function verdict(service: CrashService, memory: Memory): Promise<string[]> {
  const questions = await all<Interrupt>(service, '/interrupts?status=resolved')
  const answers = new Map<string, string>()
  for (const { executionId, messageId, response } of questions) answers.set(messageId ?? executionId, response)
  const problems = [
    ...(await all<Interrupt>(service, '/interrupts?mine=false')).map(({ id }) => `question ${id} is still asked`),
    ...(await all<Interrupt>(service, '/interrupts?status=cancelled')).map(({ id }) => `question ${id} was dropped`),
    ...questions.flatMap((question) => wrongAnswer(question, memory.answers.get(question.id) ?? [])),
    ...[...memory.answers.keys()]
      .filter((id) => !questions.some((question) => question.id === id))
      .map((id) => `question ${id} is gone`),
    ...(await wrongExecutions(service, memory, answers)),
  ]
  for (const [session, sent] of memory.said) {
    problems.push(...(await wrongSession(service, { session, sent, answers })).map((text) => `${session}: ${text}`))
  }
  return problems
}

/** The one that was promised counts; where none was, one of those that were cut off. */
function wrongAnswer({ id, response, responses }: Interrupt, sent: readonly Sent[]): string[] {
  const kept = sent.filter(({ outcome }) => outcome === 'kept')
  const may = kept.length > 0 ? kept : sent.filter(({ outcome }) => outcome === 'lost')
  const problems: string[] = []
  if (kept.length > 1) problems.push(`promised to ${kept.length} people`)
  if (!may.some(({ text }) => text === response)) problems.push(`has ${response}, was sent ${JSON.stringify(sent)}`)
  if (
    !isDeepStrictEqual(
      responses.map(({ value }) => value),
      [response],
    )
  )
    problems.push('was not answered once')
  return problems.map((text) => `question ${id}: ${text}`)
}

async function wrongExecutions(
  service: CrashService,
  { executions }: Memory,
  answers: ReadonlyMap<string, string>,
): Promise<string[]> {
  const problems: string[] = []
  const heads = await all<{ id: string; status: string }>(service, '/executions')
  const known = new Set(heads.map(({ id }) => id))
  for (const id of executions) if (!known.has(id)) problems.push(`execution ${id} is lost`)
  for (const { id, status } of heads) {
    if (status !== 'completed') problems.push(`execution ${id} ended as ${status}`)
    const { status: found, body } = await service.call('GET', `/pipelines/${id}`)
    if (found !== 200) throw new Error(`execution ${id}: ${found} ${JSON.stringify(body)}`)
    const ran = (body.jobs as Job[]).filter((job) => job.status === 'completed').map((job) => job.node_id)
    if (new Set(ran).size !== ran.length) problems.push(`execution ${id} ran ${ran}`)
    const answer = answers.get(id)
    if (executions.has(id) && (answer === undefined || body.outputs.answer !== answer)) {
      problems.push(`execution ${id}: answered ${answer}, put out ${body.outputs.answer}`)
    }
  }
  return problems
}

interface Conversation {
  readonly session: string
  readonly sent: readonly Sent[]
  /** By the message that shows the question. */
  readonly answers: ReadonlyMap<string, string>
}

async function wrongSession(service: CrashService, { session, sent, answers }: Conversation): Promise<string[]> {
  const messages = await conversation(service, session)
  const problems: string[] = []
  const numbers = messages.map(({ sequenceNumber }) => sequenceNumber)
  if (numbers.some((number, at) => number !== at + 1)) problems.push(`numbered ${numbers}`)
  const turns = messages.filter(({ role }) => role === 'user')
  const texts = turns.map(({ content }) => content)
  for (const { text, outcome } of sent) {
    const times = texts.filter((one) => one === text).length
    if (outcome === 'kept' ? times !== 1 : times > (outcome === 'lost' ? 1 : 0)) {
      problems.push(`${text} (${outcome}) is there ${times} times`)
    }
  }
  const remembered: unknown[] = []
  for (const turn of turns) {
    const own = messages.filter(({ id, parentMessageId }) => id === turn.id || parentMessageId === turn.id)
    const question = own.find(({ nodeId }) => nodeId === 'ask')
    const answer = answers.get(question?.id ?? '')
    remembered.push(turn.content, answer)
    const isCalled = question?.executionId !== turn.executionId
    const said = isCalled ? JSON.stringify({ answer }) : answer
    const expected = [
      ['user', null, turn.content, 'completed'],
      ['assistant', 'heard', turn.content, 'completed'],
      ['assistant', 'ask', 'What is it?', 'completed'],
      ['assistant', 'out', said, 'completed'],
      ['system', null, own.at(-1)?.content, 'completed'],
    ]
    const found = own.map(({ role, nodeId, content, status }) => [role, nodeId, content, status])
    if (!isDeepStrictEqual(found, expected)) problems.push(`a turn says ${JSON.stringify(found)}`)
    if (own.at(-1)?.metadata.enableRun !== true) problems.push(`${turn.content}: does not end`)
    if (answer === undefined || question?.metadata.response_value !== answer) {
      problems.push(`${turn.content}: answered ${answer}, shown as ${question?.metadata.response_value}`)
    }
  }
  const last = turns.at(-1)?.executionId
  if (last !== undefined) problems.push(...(await wrongMemory(service, last, remembered)))
  const { body } = await service.call('GET', `/playground/sessions/${session}`)
  const runs = body.data.executions.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)
  if (
    !isDeepStrictEqual(
      runs,
      turns.map(({ executionId }) => `${executionId} completed`),
    )
  ) {
    problems.push(`lists ${runs}`)
  }
  return problems
}

/** The last turn is given all that was remembered: every message and every answer, each once. */
async function wrongMemory(service: CrashService, last: string, expected: readonly unknown[]): Promise<string[]> {
  const { body } = await service.call('GET', `/pipelines/${last}`)
  const job = (body.jobs as Job[]).find(({ node_id }) => node_id === 'second')
  if (job === undefined) return []
  const history = (job.output_data.history ?? []) as { content: string }[]
  const found = history.map(({ content }) => content)
  return isDeepStrictEqual(found, expected) ? [] : [`remembers ${found}, not ${expected}`]
}

/** All messages of a session, by paging as a client does. */
export async function conversation(service: CrashService, session: string): Promise<Message[]> {
  const messages: Message[] = []
  for (;;) {
    const since = messages.at(-1)?.sequenceNumber ?? 0
    const { body } = await service.call('GET', `/playground/sessions/${session}/messages?since=${since}&limit=50`)
    messages.push(...body.data)
    if (!body.hasMore) return messages
  }
}

/** All rows of a list, page by page. */
async function all<T>(service: CrashService, path: string): Promise<T[]> {
  const rows: T[] = []
  for (;;) {
    const page = `${path}${path.includes('?') ? '&' : '?'}limit=100&offset=${rows.length}`
    const { status, body } = await service.call('GET', page)
    if (status !== 200) throw new Error(`${page}: ${JSON.stringify(body)}`)
    rows.push(...body.data)
    if (body.data.length < 100) return rows
  }
}
