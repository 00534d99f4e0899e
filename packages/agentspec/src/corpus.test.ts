/** Every case of the corpus: read, checked, written in both dialects, drawn and exported again, and run. */
import { NodeFailure, sameJson } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from './codec/write-official.ts'
import { writeSeedFlow } from './codec/write-seed.ts'
import type { Flow } from './components.ts'
import { uniqueNames } from './names.ts'
import type { Registry } from './ports.ts'
import { type AgentSpec, readAgentSpec } from './read.ts'
import { FlowBoard } from './runtime/status.ts'
import { type Driven, driveFlow } from './runtime/testing/drive-flow.ts'
import { catalogue } from './testing/canvas.ts'
import { type InvalidCase, invalidCases, type ScriptedTool, type ValidCase, validCases } from './testing/corpus.ts'
import { toYaml } from './text.ts'
import { validateFlow } from './validate/validate-flow.ts'
import { OURS } from './workflow/saved.ts'
import { toFlow } from './workflow/to-flow.ts'
import { toWorkflow } from './workflow/to-workflow.ts'

function specOf(document: unknown): AgentSpec & { flow: Flow } {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error((read.errors ?? ['no flow']).join('\n'))
  return { ...read, flow: read.flow }
}

/** Null and absent mean the same, and so do empty metadata and none: the seed dialect cannot tell them apart. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key.startsWith(OURS) || inner === undefined || (inner === null && key !== 'default' && key !== 'dataFlow'))
      return []
    const made = plain(inner)
    return key === 'metadata' && Object.keys(made as object).length === 0 ? [] : [[key, made]]
  })
  return Object.fromEntries(entries)
}

function registryOf({ tools = {} }: ValidCase): Registry {
  return {
    tool: (name) =>
      Object.hasOwn(tools, name)
        ? { inputs: tools[name]?.inputs ?? [], outputs: tools[name]?.outputs ?? [] }
        : undefined,
    agent: () => undefined,
    flow: () => undefined,
  }
}

function result({ cases = [], ...tool }: ScriptedTool, args: object): unknown {
  const found = cases.find((one) => sameJson(one.args, args)) ?? tool
  if (found.error !== undefined) throw new NodeFailure('TOOL_FAILED', found.error)
  if (!('result' in found)) throw new NodeFailure('TOOL_FAILED', `nothing is scripted for ${JSON.stringify(args)}`)
  return found.result
}

class NoAnswer extends Error {}

interface Ran extends Partial<Driven> {
  readonly isWaiting: boolean
  readonly sent: readonly string[]
  readonly called: readonly string[]
  readonly prompts: readonly string[]
  readonly asked: readonly string[]
}

async function run(one: ValidCase, flow: Flow): Promise<Ran> {
  const left = new Map(Object.entries(one.models ?? {}).map(([name, answers]) => [name, [...answers]]))
  const replies = [...(one.http ?? [])]
  const answers = [...(one.answers ?? [])]
  const log = { sent: [] as string[], called: [] as string[], prompts: [] as string[], asked: [] as string[] }
  try {
    const driven = await driveFlow({
      flow,
      inputs: one.inputs,
      registry: registryOf(one),
      model(call, config) {
        log.prompts.push(String(call.messages.at(-1)?.content))
        return left.get(config?.name ?? 'default')?.shift() ?? 'nothing is scripted'
      },
      tools: Object.fromEntries(
        Object.entries(one.tools ?? {}).map(([name, tool]) => [name, (args: object) => result(tool, args)]),
      ),
      http(call) {
        log.called.push(`${call.method} ${call.url}`)
        if (call.body !== undefined) log.sent.push(call.body)
        return replies.shift() ?? { status: 500, body: '' }
      },
      reply(question) {
        log.asked.push('message' in question.config ? String(question.config.message) : '')
        if (answers.length === 0) throw new NoAnswer()
        return answers.shift()
      },
    })
    return { ...driven, ...log, isWaiting: false }
  } catch (error) {
    if (error instanceof NoAnswer) return { ...log, isWaiting: true }
    throw error
  }
}

function statusesOf(flow: Flow, { notes = {}, end }: Ran): FlowBoard {
  const board = new FlowBoard([...uniqueNames(flow).values()])
  for (const [key, note] of Object.entries(notes)) board.note(key, note)
  board.finish(end instanceof Error ? 'failed' : 'completed')
  return board
}

const valid = validCases()

describe.each(valid)('$file', (one) => {
  test('is read and valid', () => {
    const { flow, warnings, dialect } = specOf(one.flow)
    expect(dialect).toBe(one.dialect)
    expect(validateFlow(flow, registryOf(one)).errors).toEqual([])
    for (const text of one.warnings ?? []) expect(warnings.join('\n')).toContain(text)
  })

  test('comes back from every way of writing it', () => {
    const { flow } = specOf(one.flow)
    const official = writeOfficial(flow)
    const { version: _, ...rest } = specOf(JSON.stringify(official)).flow
    const { version: __, ...given } = flow
    // What the official dialect cannot say in fields of its own (ports of seed maps) is said in others.
    if (one.dialect === 'official') expect(rest).toEqual(given)
    expect(plain(specOf(toYaml(official)).flow)).toEqual(plain(specOf(official).flow))
    const seed = specOf(JSON.stringify(writeSeedFlow(flow))).flow
    expect(plain(seed)).toEqual(plain(flow))
  })

  test('comes back from the canvas', () => {
    const { flow } = specOf(one.flow)
    const exported = toFlow(toWorkflow({ flow }, catalogue).workflow, catalogue, { dialect: 'official' })
    expect(exported.errors).toBeUndefined()
    expect(plain(exported.flow)).toEqual(plain(flow))
  })

  test('runs as expected', async () => {
    const { flow } = specOf(one.flow)
    const ran = await run(one, flow)
    const { expect: wanted } = one
    const { end } = ran
    expect({ status: ran.isWaiting ? 'waiting' : end instanceof Error ? 'failed' : 'completed', end }).toMatchObject({
      status: wanted.status,
    })
    if (end instanceof Error) expect(end.message).toContain(wanted.error)
    else if (end !== undefined) {
      expect(end.outputs).toEqual(wanted.outputs)
      if (wanted.end_node) expect(end.endNode).toBe(wanted.end_node)
      if (wanted.end_branch) expect(end.endBranch).toBe(wanted.end_branch)
    }
    if (wanted.called) expect(ran.called).toEqual(wanted.called)
    if (wanted.sent) expect(ran.sent).toEqual(wanted.sent)
    if (wanted.said) expect(ran.said).toEqual(wanted.said)
    if (wanted.asked_models) expect(ran.prompts).toEqual(wanted.asked_models)
    for (const [at, text] of (wanted.asked ?? []).entries()) expect(ran.asked[at]).toContain(text)
    if (ran.isWaiting) return
    const board = statusesOf(flow, ran)
    for (const [name, status] of Object.entries(wanted.node_statuses ?? {})) {
      expect([name, board.nodes.get(name)?.status]).toEqual([name, status])
    }
    for (const [name, count] of Object.entries(wanted.node_counts ?? {})) {
      expect([name, board.nodes.get(name)?.executionCount]).toEqual([name, count])
    }
  })
})

function knownTo({ registry }: InvalidCase): Registry {
  if (registry === undefined) return {}
  const ports = { inputs: [], outputs: [] }
  return {
    tool: (name) => (registry.tools?.includes(name) ? ports : undefined),
    agent: (name) => (registry.agents?.includes(name) ? ports : undefined),
    flow: () => undefined,
  }
}

describe('documents that are refused', () => {
  test.each(invalidCases())('$file: $name', (one) => {
    const read = readAgentSpec(one.flow)
    const errors = read.errors ?? (read.flow ? validateFlow(read.flow, knownTo(one)).errors : [])
    for (const text of one.errors) expect(errors.join('\n')).toContain(text)
  })
})

test('the corpus is as large as it says', () => {
  expect(valid.length).toBeGreaterThanOrEqual(60)
  expect(invalidCases().length).toBeGreaterThanOrEqual(60)
})
