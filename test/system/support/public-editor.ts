/**
 * The playground of the public editor client: its requests, when it stops polling, and what it
 * draws. Two generations differ: `1.4` polls by time and stops at the first status that is
 * not running; `1.12` polls by number until the session is idle, and again after an answer.
 */
import { expect } from 'vitest'
import type { Answer, Ask } from './http-client.ts'

export type Generation = '1.4' | '1.12'

export interface Message {
  readonly id: string
  readonly role: string
  readonly content: string
  readonly timestamp: string
  readonly status: string
  readonly sequenceNumber: number
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface Page {
  readonly data: readonly Message[]
  readonly sessionStatus: string
  readonly hasMore: boolean
  readonly hasOlder: boolean
}

/** A question as the client shows it. */
export interface Prompt {
  readonly id: string
  readonly type: string
  readonly text: string
  readonly nodeId: unknown
  readonly executionId: unknown
  /** Only these keys of the metadata are looked at. */
  readonly config: Readonly<Record<string, unknown>>
  readonly hasCancelButton: boolean
  readonly answered: { readonly value: unknown } | undefined
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  confirmation: ['confirm_label', 'cancel_label'],
  choice: ['options', 'multiple', 'min_selections', 'max_selections'],
  text: ['placeholder', 'multiline', 'min_length', 'max_length', 'default_value'],
  form: ['schema', 'default_value'],
  review: ['changes', 'accept_all_label', 'reject_all_label', 'submit_label'],
}

/** What the client draws for a message; undefined when it takes it for an ordinary one. */
export function promptIn({ content, status, metadata }: Message): Prompt | undefined {
  const { type, interrupt_id, interrupt_type, allow_cancel = true } = metadata
  if (type !== 'interrupt_request' || typeof interrupt_id !== 'string') return undefined
  const known = KEYS[String(interrupt_type)]
  if (known === undefined) return undefined
  const given = known.filter((key) => metadata[key] !== undefined)
  return {
    id: interrupt_id,
    type: String(interrupt_type),
    text: content,
    nodeId: metadata.node_id,
    executionId: metadata.execution_id,
    config: Object.fromEntries(given.map((key) => [key, metadata[key]])),
    hasCancelButton: interrupt_type !== 'confirmation' && allow_cancel === true,
    answered: status === 'completed' ? { value: metadata.response_value } : undefined,
  }
}

const STOPS: Readonly<Record<Generation, readonly string[]>> = {
  '1.4': ['idle', 'completed', 'failed', 'awaiting_input'],
  '1.12': ['idle'],
}
const POLL_MS = 15
const MAX_POLLS = 600

export class PublicEditor {
  readonly generation: Generation
  readonly session: string
  readonly #ask: Ask
  /** As they were first seen: what is known by its id is not looked at again. */
  readonly shown: Message[] = []
  status = 'idle'
  /** The replies since the last send. */
  readonly statuses: string[] = []
  #canRun = true

  constructor(ask: Ask, generation: Generation, session: string) {
    this.#ask = ask
    this.generation = generation
    this.session = session
  }

  get canRun(): boolean {
    return this.#canRun
  }

  /** What opening the session does. */
  async open(): Promise<void> {
    this.shown.length = 0
    this.#take(await this.page(this.generation === '1.12' ? '?latest=true&limit=50' : ''))
  }

  /** Loads older messages page by page. */
  async scrollUp(limit: number): Promise<number> {
    let pages = 0
    for (let hasOlder = true; hasOlder; pages++) {
      const before = this.shown[0]?.sequenceNumber
      const page = await this.page(`?before=${before}&limit=${limit}`)
      this.shown.unshift(...page.data)
      hasOlder = page.hasOlder
    }
    return pages
  }

  async page(query: string): Promise<Page> {
    const { status, body } = await this.#ask('GET', `/playground/sessions/${this.session}/messages${query}`)
    expect([status, (body as { success: unknown }).success], JSON.stringify(body)).toEqual([200, true])
    return body as Page
  }

  /** Sends, shows what comes back, calls the session running, and asks at once. */
  async send(content: string, inputs: Readonly<Record<string, unknown>> = {}): Promise<Message> {
    const path = `/playground/sessions/${this.session}/messages`
    const sent = dataOf<Message>(await this.#ask('POST', path, { body: { content, inputs } }))
    this.#canRun = false
    this.status = 'running'
    this.statuses.length = 0
    this.shown.push(sent)
    return sent
  }

  /** Polls until the session is idle or the condition holds. */
  async poll(isEnough: () => boolean = () => false): Promise<void> {
    for (let polls = 0; polls < MAX_POLLS; polls++) {
      this.#take(await this.#next())
      if (STOPS[this.generation].includes(this.status) || isEnough()) return
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    expect.fail(`still ${this.status} after ${MAX_POLLS} polls`)
  }

  /** Answers, and fetches once; only newer ones ask again after that. */
  async resolve({ id }: Prompt, value: unknown): Promise<void> {
    dataOf(await this.#ask('POST', `/interrupts/${id}`, { body: { value } }))
    await this.#afterAnswer()
  }

  async dismiss({ id, hasCancelButton }: Prompt): Promise<void> {
    expect(hasCancelButton).toBe(true)
    dataOf(await this.#ask('POST', `/interrupts/${id}/cancel`, { body: {} }))
    await this.#afterAnswer()
  }

  async #afterAnswer(): Promise<void> {
    this.#take(await this.#next())
    if (this.generation === '1.12') await this.poll(() => this.status === 'awaiting_input')
  }

  async stop(): Promise<void> {
    const { status, body } = await this.#ask('POST', `/playground/sessions/${this.session}/stop`, { body: {} })
    expect([status, body]).toMatchObject([200, { success: true, message: expect.stringMatching(/\S/) }])
    this.status = 'idle'
    this.#take(await this.#next())
  }

  /** Questions that it shows, as they were first seen. */
  prompts(): Prompt[] {
    return this.shown.flatMap((message) => promptIn(message) ?? [])
  }

  /** Roles and texts that it shows; logs are in a panel of their own. */
  chat(): [string, string][] {
    return this.shown.filter(({ role }) => role !== 'log').map(({ role, content }) => [role, content])
  }

  #next(): Promise<Page> {
    const last = this.shown.at(-1)
    if (last === undefined) return this.page('')
    const since = this.generation === '1.4' ? encodeURIComponent(last.timestamp) : last.sequenceNumber
    return this.page(`?since=${since}`)
  }

  #take({ data, sessionStatus }: Page): void {
    const known = new Set(this.shown.map(({ id }) => id))
    const fresh = data.filter(({ id }) => !known.has(id))
    this.shown.push(...fresh)
    if (fresh.some(({ metadata }) => metadata.enableRun === true)) this.#canRun = true
    this.status = sessionStatus
    this.statuses.push(sessionStatus)
  }
}

/** The payload as the client takes it: it throws unless both `success` and `data` are there. */
export function dataOf<T>({ status, body }: Answer): T {
  const { success, data } = body as { success: unknown; data: T }
  expect([status < 300, success, Boolean(data)], JSON.stringify(body)).toEqual([true, true, true])
  return data
}
