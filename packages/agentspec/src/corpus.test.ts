/**
 * Every case of the corpus: read, validated, written in both dialects, drawn and exported again. The service runs them.
 */
import { EXTENSION_PREFIX } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { writeOfficial } from './codec/write-official.ts'
import { writeSimpleFlow } from './codec/write-simple.ts'
import type { Flow } from './components.ts'
import type { Registry } from './ports.ts'
import { type AgentSpec, readAgentSpec } from './read.ts'
import { catalogue } from './testing/canvas.ts'
import { type InvalidCase, invalidCases, type ValidCase, validCases } from './testing/corpus.ts'
import { toYaml } from './text.ts'
import { validateFlow } from './validate/validate-flow.ts'
import { toFlow } from './workflow/to-flow.ts'
import { toWorkflow } from './workflow/to-workflow.ts'

function specOf(document: unknown): AgentSpec & { flow: Flow } {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error((read.errors ?? ['no flow']).join('\n'))
  return { ...read, flow: read.flow }
}

/** Null and absent are equal, and so are empty and missing metadata: the simple dialect cannot distinguish them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (
      key.startsWith(EXTENSION_PREFIX) ||
      inner === undefined ||
      (inner === null && key !== 'default' && key !== 'dataFlow')
    )
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

const valid = validCases()

describe.each(valid)('$file', (one) => {
  test('is readable and valid', () => {
    const { flow, warnings, dialect } = specOf(one.flow)
    expect(dialect).toBe(one.dialect)
    expect(validateFlow(flow, registryOf(one)).errors).toEqual([])
    for (const text of one.warnings ?? []) expect(warnings.join('\n')).toContain(text)
  })

  test('survives a round trip in every format', () => {
    const { flow } = specOf(one.flow)
    const official = writeOfficial(flow)
    const { version: _, ...rest } = specOf(JSON.stringify(official)).flow
    const { version: __, ...given } = flow
    // Some fields (ports of simple-dialect maps) are expressed by other fields in the official dialect.
    if (one.dialect === 'official') expect(rest).toEqual(given)
    expect(plain(specOf(toYaml(official)).flow)).toEqual(plain(specOf(official).flow))
    const simple = specOf(JSON.stringify(writeSimpleFlow(flow))).flow
    expect(plain(simple)).toEqual(plain(flow))
  })

  test('survives a round trip over the canvas', () => {
    const { flow } = specOf(one.flow)
    const exported = toFlow(toWorkflow({ flow }, catalogue).workflow, catalogue, { dialect: 'official' })
    expect(exported.errors).toBeUndefined()
    expect(plain(exported.flow)).toEqual(plain(flow))
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

describe('invalid documents are rejected', () => {
  test.each(invalidCases())('$file: $name', (one) => {
    const read = readAgentSpec(one.flow)
    const errors = read.errors ?? (read.flow ? validateFlow(read.flow, knownTo(one)).errors : [])
    for (const text of one.errors) expect(errors.join('\n')).toContain(text)
  })
})

test('the corpus has the documented size', () => {
  expect(valid.length).toBeGreaterThanOrEqual(60)
  expect(invalidCases().length).toBeGreaterThanOrEqual(60)
})
