/** Drives an Agent Spec node like the service: runs it again after each reply and after a simulated power cut. */
import { COMPONENT_SETTING, type FlowNodeComponent, type Property } from '@millrace/agentspec'
import {
  type ConversationMessage,
  defaultsOf,
  type FlowCall,
  type FlowResult,
  type HttpAnswer,
  type HttpCall,
  isResult,
  type ModelCall,
  type NodeDefinition,
  NodeFailure,
  type NodeResult,
  type OfferedTool,
  type Question,
  type Reply,
  type RunContext,
  type Tool,
} from '@millrace/model'
import { testEffects } from './test-effects.ts'

type Values = Readonly<Record<string, unknown>>
type ToolFunction = (args: Values) => unknown

export interface Cut {
  /** Index of the note at which the power fails. */
  readonly at: number
  /** True if the note was already on disk. */
  readonly isKept: boolean
}

type ScriptedAnswer =
  | string
  | { readonly text?: string; readonly toolCalls: readonly { readonly name: string; readonly args: object }[] }

export interface NodeDrive {
  readonly type: NodeDefinition
  /** The component; id and name default to `node`. */
  readonly node: { readonly kind: FlowNodeComponent['kind'] } & Values
  readonly config?: Values
  readonly inputs?: Values
  readonly launch?: Values
  readonly conversation?: readonly ConversationMessage[]
  readonly model?: (call: ModelCall) => ScriptedAnswer
  readonly http?: (call: HttpCall) => Partial<HttpAnswer>
  /** Registered tools by name; a call of `once` must not be repeated. */
  readonly tools?: Readonly<Record<string, ToolFunction | { readonly once: ToolFunction }>>
  readonly ports?: Readonly<
    Record<string, { readonly inputs: readonly Property[]; readonly outputs: readonly Property[] }>
  >
  readonly agents?: Readonly<Record<string, unknown>>
  readonly mcp?: readonly OfferedTool[]
  readonly workflows?: Readonly<Record<string, ToolFunction>>
  /** The result of a flow that runs as a child execution. */
  readonly flows?: (call: FlowCall) => Partial<FlowResult> | Promise<Partial<FlowResult>>
  /** The reply to a question; a bare value is an answer. */
  readonly reply?: (question: Question, number: number) => unknown
  /** Connected outputs; all of them by default. */
  readonly wired?: readonly string[]
  readonly cut?: Cut
}

export interface DrivenNode {
  readonly end: NodeResult | NodeFailure
  readonly notes: Record<string, unknown>
  /** Number of notes written. */
  readonly noted: number
  /** Executed effects in order: `model`, `tool:<name> <key>`, `http:<method> <url>`, `flow:<name> <key>`. */
  readonly done: readonly string[]
  readonly questions: readonly Question[]
  readonly exchanges: readonly ModelCall[]
  /** Messages that the step added to the conversation. */
  readonly messages: readonly ConversationMessage[]
}

class PowerCut extends Error {}

const MAX_RUNS = 200

export async function driveNode(drive: NodeDrive): Promise<DrivenNode> {
  const world = new World(drive)
  for (let runs = 0; runs < MAX_RUNS; runs++) {
    const end = await world.run()
    if (isResult(end, 'ask')) world.answer(end.question)
    else if (end !== undefined) return { end, ...world.seen() }
  }
  throw new Error('the node does not finish')
}

class World {
  readonly #drive: NodeDrive
  readonly #notes: Record<string, unknown> = {}
  readonly #done: string[] = []
  readonly #questions: Question[] = []
  readonly #replies: Reply[] = []
  readonly #exchanges: ModelCall[] = []
  /** Results of finished child executions, by key. */
  readonly #children = new Map<string, FlowResult | NodeFailure>()
  #messages: ConversationMessage[] = []
  #noted = 0
  #hasPower = true

  constructor(drive: NodeDrive) {
    this.#drive = drive
  }

  seen(): Omit<DrivenNode, 'end'> {
    return {
      notes: this.#notes,
      noted: this.#noted,
      done: this.#done,
      questions: this.#questions,
      exchanges: this.#exchanges,
      messages: this.#messages,
    }
  }

  answer(question: Question): void {
    const said = this.#drive.reply?.(question, this.#replies.length)
    this.#questions.push(question)
    const isReply = typeof said === 'object' && said !== null && 'status' in said
    this.#replies.push(isReply ? (said as Reply) : { status: 'answered', value: said, responses: [] })
  }

  /** One run of the step; undefined if the power failed. */
  async run(): Promise<NodeResult | NodeFailure | undefined> {
    this.#hasPower = true
    this.#messages = []
    const run = this.#drive.type.run as (context: RunContext) => NodeResult | Promise<NodeResult>
    try {
      const result = await run(this.#context())
      return this.#hasPower ? result : undefined
    } catch (error) {
      if (!this.#hasPower) return undefined
      if (error instanceof NodeFailure) return error
      throw error
    }
  }

  #alive(what: string): void {
    if (!this.#hasPower) throw new PowerCut()
    this.#done.push(what)
  }

  #context(): RunContext {
    const { type, node, config, inputs = {}, launch = {}, conversation, wired } = this.#drive
    const used = { effects: this.#effects(), log: () => {}, say: () => {} }
    return {
      ...used,
      config: { ...defaultsOf(type.config), ...config, [COMPONENT_SETTING]: { id: 'node', name: 'node', ...node } },
      inputs,
      launch,
      round: 0,
      signal: new AbortController().signal,
      idempotencyKey: 'key',
      attempt: 1,
      replies: [...this.#replies],
      isWired: (port) => wired?.includes(port) ?? true,
      notes: { ...this.#notes },
      note: (key, value) => this.#note(key, value),
      tools: async () => [],
      toolsFor: async (nodes) => nodes.flatMap(({ id, label }) => this.#workflow(id, label)),
      directory: async () => ({
        ...used,
        tools: new Map(Object.keys(this.#drive.tools ?? {}).map((name) => [name, this.#tool(name)])),
        agents: new Map(Object.entries(this.#drive.agents ?? {})),
        defaultModel: { provider: 'echo' },
        mcpTools: async () => this.#drive.mcp ?? [],
      }),
      ...(conversation === undefined ? {} : { conversation }),
      addMessage: (message) => void this.#messages.push(message),
      runFlow: (call) => this.#runFlow(call),
    }
  }

  async #note(key: string, value: unknown): Promise<void> {
    if (!this.#hasPower) throw new PowerCut()
    const { cut } = this.#drive
    const isCut = this.#noted++ === cut?.at
    if (!isCut || cut?.isKept) this.#notes[key] = structuredClone(value)
    if (!isCut) return
    this.#hasPower = false
    throw new PowerCut()
  }

  #effects(): RunContext['effects'] {
    const { http, model } = this.#drive
    return {
      ...testEffects(),
      http: async (call) => {
        this.#alive(`http:${call.method} ${call.url}`)
        return { status: 200, headers: {}, body: '', url: call.url, ...http?.(call) }
      },
      models: {
        embed: () => Promise.reject(new Error('embeddings are not supported here')),
        answer: async (call) => {
          this.#alive('model')
          this.#exchanges.push(call)
          const answer = model?.(call) ?? 'Hello.'
          const { text = '', toolCalls } = typeof answer === 'string' ? { text: answer, toolCalls: [] } : answer
          return {
            text,
            toolCalls: toolCalls.map((one, at) => ({ id: `call-${at}`, name: one.name, args: { ...one.args } })),
            usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
            finishReason: 'stop',
          }
        },
      },
    }
  }

  #tool(name: string) {
    const tool = this.#drive.tools?.[name]
    const call = typeof tool === 'function' ? tool : tool?.once
    return {
      ...{ name, inputs: [], outputs: [], requiresConfirmation: false, ...this.#drive.ports?.[name] },
      mayRunAgain: async () => typeof tool === 'function',
      call: async (args: Values, key: string) => {
        this.#alive(`tool:${name} ${key}`)
        return call?.(args)
      },
    }
  }

  #workflow(id: string, name: string): Tool[] {
    const workflow = this.#drive.workflows?.[name]
    if (workflow === undefined) return []
    const facts = { name, label: name, nodeId: id, description: '', parameters: {}, mayRunAgain: true }
    return [
      {
        ...facts,
        call: async (args, key) => {
          this.#alive(`workflow:${name} ${key}`)
          return workflow(args)
        },
      },
    ]
  }

  /** The same key returns the same child. */
  async #runFlow(call: FlowCall): Promise<FlowResult> {
    const known = this.#children.get(call.key)
    const ended = known ?? (await this.#startFlow(call))
    if (!this.#hasPower) throw new PowerCut()
    this.#children.set(call.key, ended)
    if (ended instanceof NodeFailure) throw ended
    return ended
  }

  async #startFlow(call: FlowCall): Promise<FlowResult | NodeFailure> {
    this.#alive(`flow:${(call.flow as { name: string }).name} ${call.key}`)
    try {
      return { outputs: {}, endNode: 'end', branch: 'next', messages: [], ...(await this.#drive.flows?.(call)) }
    } catch (error) {
      if (error instanceof NodeFailure) return error
      throw error
    }
  }
}

/** The outputs of a node that completed. */
export async function outputs(drive: NodeDrive): Promise<unknown> {
  const { end } = await driveNode(drive)
  if (end instanceof NodeFailure) throw end
  return end
}

/** The failure of a node. */
export async function failure(drive: NodeDrive): Promise<unknown> {
  const { end } = await driveNode(drive)
  return end instanceof NodeFailure ? { code: end.code, message: end.message } : end
}

export const text = (title: string, more: object = {}): Property => ({ title, type: 'string', ...more })
export const number = (title: string, more: object = {}): Property => ({ title, type: 'number', ...more })
export const list = (title: string, items: object = {}): Property => ({ title, type: 'array', items })
